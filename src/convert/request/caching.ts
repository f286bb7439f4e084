import type { ClaudeCacheControl, ClaudeRequest } from '../../claude/request.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import { cacheMark, marked, markFor, markLast } from './cacheMarks.ts';
import type { Conversion } from './Conversion.ts';
import type { Draft } from './Draft.ts';
import { plainSystem } from './systemText.ts';
import { without } from './without.ts';

/** Claude takes no more cache marks than this in one request. */
const MOST_MARKS = 4;

/** The members of a request that are cached, in the order of the prompt. */
type Cached = Pick<ClaudeRequest, 'tools' | 'system' | 'messages' | 'cache_control'>;

/**
 * Sees to prompt caching: the client's own marks, at most four; where it set none, an automatic one
 * when the prefix is likely to come again.
 *
 * Writing costs a quarter more than reading anew, reading from the cache a tenth: every agent gains.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function cache(
  body: Draft<ClaudeRequest>,
  request: OpenAIRequest,
  conversion: Conversion,
): void {
  const { settings, upstream } = conversion;
  const isAllowed = settings.extensions?.includes('cache_control') ?? true;
  const top = isAllowed ? cacheMark({ cache_control: request.cache_control }) : undefined;
  const marks = countMarks(body);
  if (top === undefined && (marks > 0 || !isWorthIt(body, request, conversion))) {
    thin(body, marks - MOST_MARKS, conversion);
    return;
  }
  const mark = top ?? lifetimeOf(request);
  if (upstream.topLevelCache) {
    thin(body, marks - (MOST_MARKS - 1), conversion);
    body.cache_control = mark;
  } else if (marks > 0) {
    thin(body, marks - MOST_MARKS, conversion);
  } else {
    markEnds(body, mark);
  }
}

function isWorthIt(
  { tools = [], messages }: Cached,
  { prompt_cache_options: options }: OpenAIRequest,
  { settings, model }: Conversion,
): boolean {
  if (options?.mode === 'implicit') return true;
  if (options?.mode === 'explicit') return false;
  const { autoCache = 'auto' } = settings;
  if (autoCache !== 'auto') return autoCache;
  // What another vendor's upstream makes of the mark nobody knows.
  if (model.kind === 'foreign') return false;
  return tools.length > 0 || messages.some(({ role }) => role === 'assistant');
}

function lifetimeOf({
  prompt_cache_options,
  prompt_cache_retention,
}: OpenAIRequest): ClaudeCacheControl {
  return markFor(prompt_cache_options?.ttl ?? prompt_cache_retention);
}

/** Marks the end of what stays and the end of what grows, for upstreams without an automatic mark. */
function markEnds(body: Draft<ClaudeRequest>, mark: ClaudeCacheControl): void {
  const { system, tools = [] } = body;
  const last = body.messages.findLastIndex(({ role }) => role === 'user');
  body.messages = body.messages.map((message, index) =>
    index === last ? { ...message, content: markLast(message.content, mark) } : message,
  );
  if (system !== undefined && system.length > 0) {
    const blocks = typeof system === 'string' ? [{ type: 'text', text: system } as const] : system;
    body.system = markLast(blocks, mark);
    return;
  }
  const final = tools.at(-1);
  if (final !== undefined) body.tools = [...tools.slice(0, -1), marked(final, mark)];
}

function countMarks({ tools = [], system = [], messages }: Cached): number {
  let count = marksAmong(tools);
  if (typeof system !== 'string') count += marksAmong(system);
  for (const { content } of messages) count += marksAmong(content);
  return count;
}

function marksAmong(blocks: readonly object[]): number {
  let count = 0;
  for (const block of blocks) if (hasMark(block)) count += 1;
  return count;
}

/** Takes the first marks away: the last ones cover the longest prefixes. */
function thin(body: Draft<ClaudeRequest>, surplus: number, { concede }: Conversion): void {
  if (surplus <= 0) return;
  concede.clamp('cache_control', { value: `more than ${MOST_MARKS} marks` });
  let left = surplus;
  const each = <B extends object>(block: B): B => {
    if (left === 0 || !hasMark(block)) return block;
    left -= 1;
    return without(block, ['cache_control']) as B;
  };
  const { tools, system } = body;
  if (tools) body.tools = tools.map(each);
  if (system !== undefined && typeof system !== 'string') {
    body.system = plainSystem(system.map(each));
  }
  body.messages = body.messages.map((message) => ({
    ...message,
    content: message.content.map(each),
  }));
}

function hasMark(block: object): block is { readonly cache_control: ClaudeCacheControl } {
  return (block as { readonly cache_control?: unknown }).cache_control !== undefined;
}
