import type { ClaudeCacheControl, ClaudeRequest } from '../../claude/request.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import { cacheMark, marked, markFor, markLast } from './cacheMarks.ts';
import type { Conversion } from './Conversion.ts';
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
export function cache<T extends Cached>(
  body: T,
  request: OpenAIRequest,
  conversion: Conversion,
): T {
  const { settings, upstream, concede } = conversion;
  const isAllowed = settings.extensions?.includes('cache_control') ?? true;
  const top = isAllowed ? cacheMark({ cache_control: request.cache_control }) : undefined;
  const marks = countMarks(body);
  if (top === undefined && (marks > 0 || !isWorthIt(body, request, conversion))) {
    return marks > MOST_MARKS ? thin(body, marks - MOST_MARKS, conversion) : body;
  }
  const mark = top ?? lifetimeOf(request);
  if (!upstream.topLevelCache)
    return marks > 0 ? thin(body, marks - MOST_MARKS, conversion) : markEnds(body, mark);
  const room = MOST_MARKS - 1;
  const thinned = marks > room ? thin(body, marks - room, conversion) : body;
  if (marks > room) concede.clamp('cache_control', { value: `more than ${MOST_MARKS} marks` });
  return { ...thinned, cache_control: mark };
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
function markEnds<T extends Cached>(body: T, mark: ClaudeCacheControl): T {
  const last = body.messages.findLastIndex(({ role }) => role === 'user');
  const messages = body.messages.map((message, index) =>
    index === last ? { ...message, content: markLast(message.content, mark) } : message,
  );
  if (body.system !== undefined && body.system.length > 0) {
    const blocks =
      typeof body.system === 'string'
        ? [{ type: 'text', text: body.system } as const]
        : body.system;
    return { ...body, messages, system: markLast(blocks, mark) };
  }
  const { tools = [] } = body;
  const final = tools.at(-1);
  return final === undefined
    ? { ...body, messages }
    : { ...body, messages, tools: [...tools.slice(0, -1), marked(final, mark)] };
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
function thin<T extends Cached>(body: T, surplus: number, { concede }: Conversion): T {
  if (surplus <= 0) return body;
  concede.clamp('cache_control', { value: `more than ${MOST_MARKS} marks` });
  let left = surplus;
  const each = <B extends object>(block: B): B => {
    if (left === 0 || !hasMark(block)) return block;
    left -= 1;
    return without(block, ['cache_control']) as B;
  };
  const { tools, system } = body;
  return {
    ...body,
    ...(tools && { tools: tools.map(each) }),
    ...(system !== undefined && {
      system: typeof system === 'string' ? system : plainSystem(system.map(each)),
    }),
    messages: body.messages.map((message) => ({
      ...message,
      content: message.content.map(each),
    })),
  };
}

function hasMark(block: object): block is { readonly cache_control: ClaudeCacheControl } {
  return (block as { readonly cache_control?: unknown }).cache_control !== undefined;
}
