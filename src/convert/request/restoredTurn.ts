import type {
  ClaudeBlockParam,
  ClaudeTextParam,
  ClaudeToolUseParam,
} from '../../claude/request.ts';
import type { OpenAIMessageParam } from '../../openai/request.ts';
import type { OpenCall } from './assistantTurn.ts';
import type { Conversion } from './Conversion.ts';
import { isRecord } from './isRecord.ts';
import { roundedNumber } from './roundedNumber.ts';
import type { ToolNames } from './toolNames.ts';

type Call = OpenCall & { readonly block: ClaudeToolUseParam };

/** Kinds of blocks Claude says in a turn of its own. */
const said =
  /^(?:text|thinking|redacted_thinking|tool_use|server_tool_use|mcp_tool_use|container_upload|compaction|[a-z_]+_tool_result)$/;

/**
 * The turn as Claude said it, block for block, if the relay remembers it or the client brings it
 * back as `anthropic_content`; undefined when neither agrees with the message the client holds.
 *
 * Only this keeps everything: order, signatures, citations, the blocks of server tools.
 */
export function restoredBlocks(
  message: OpenAIMessageParam,
  at: string,
  texts: readonly ClaudeTextParam[],
  calls: readonly Call[],
  names: ToolNames,
  { settings, concede }: Conversion,
): readonly ClaudeBlockParam[] | undefined {
  if (settings.restoreTurn !== undefined) {
    const keys = calls.filter(({ isLegacy }) => !isLegacy).map(({ key }) => key);
    const remembered = keys.length > 0 ? settings.restoreTurn(keys) : undefined;
    if (
      remembered !== undefined &&
      agrees(remembered, calls) &&
      saysSame(remembered, texts, calls, names)
    ) {
      return readdressed(remembered, calls, names);
    }
  }
  const { anthropic_content } = message;
  if (!Array.isArray(anthropic_content) || anthropic_content.length === 0) return undefined;
  const raw = anthropic_content as readonly ClaudeBlockParam[];
  if (raw.every(isSaid) && agrees(raw, calls) && saysText(raw, texts))
    return readdressed(raw, calls, names);
  concede.drop('anthropic_content', { param: `${at}.anthropic_content` });
  return undefined;
}

function isSaid(block: unknown): boolean {
  if (!isRecord(block) || typeof block['type'] !== 'string' || !said.test(block['type']))
    return false;
  const { type, text, id, name, input, signature, data, tool_use_id } = block;
  switch (type) {
    case 'text':
      return typeof text === 'string';
    case 'thinking':
      return typeof signature === 'string' && signature !== '';
    case 'redacted_thinking':
      return typeof data === 'string' && data !== '';
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return typeof id === 'string' && typeof name === 'string' && isRecord(input);
    default:
      return !type.endsWith('_tool_result') || typeof tool_use_id === 'string';
  }
}

/** Whether the turn made exactly the calls the message tells of. */
function agrees(blocks: readonly ClaudeBlockParam[], calls: readonly Call[]): boolean {
  const made = blocks.filter(isToolUse).map(({ id }) => id);
  const told = new Set(calls.map(({ key }) => key));
  return (
    made.length === calls.length && told.size === calls.length && made.every((id) => told.has(id))
  );
}

/** Whether arguments and text are those of the message; clients may have dropped the text. */
function saysSame(
  blocks: readonly ClaudeBlockParam[],
  texts: readonly ClaudeTextParam[],
  calls: readonly Call[],
  names: ToolNames,
): boolean {
  const byKey = new Map(calls.map(({ key, block }) => [key, block]));
  const sameCalls = blocks.filter(isToolUse).every(({ id, name, input }) => {
    const told = byKey.get(id);
    return names.toClaude(name) === told?.name && sameJson(input, told.input);
  });
  return sameCalls && saysText(blocks, texts);
}

/** Whether the text is that of the message, or the message has none. */
function saysText(blocks: readonly ClaudeBlockParam[], texts: readonly ClaudeTextParam[]): boolean {
  const told = bare(texts.map(({ text }) => text));
  return told === '' || told === bare(blocks.flatMap(textOf));
}

/** White space between two texts is the relay's, not Claude's. */
function bare(texts: readonly string[]): string {
  return texts.join('').replace(/\s+/g, '');
}

function textOf(block: ClaudeBlockParam): string[] {
  const { text } = block as Partial<ClaudeTextParam>;
  return block.type === 'text' && text !== undefined ? [text] : [];
}

/** The blocks with this conversation's ids and names, without what Claude would refuse. */
function readdressed(
  blocks: readonly ClaudeBlockParam[],
  calls: readonly Call[],
  names: ToolNames,
): readonly ClaudeBlockParam[] {
  const told = new Map(calls.map(({ key, block }) => [key, block]));
  return blocks.flatMap((block): ClaudeBlockParam[] => {
    if (block.type === 'text' && textOf(block).join('').trim() === '') return [];
    if (!isToolUse(block)) return [block];
    const { id, input } = told.get(block.id) ?? block;
    // The turn was read as JSON, with doubles; the client still has the digits.
    const isRounded = roundedNumber(block.input) !== undefined && sameJson(block.input, input);
    return [{ ...block, id, name: names.toClaude(block.name), ...(isRounded && { input }) }];
  });
}

function isToolUse(block: ClaudeBlockParam): block is ClaudeToolUseParam {
  return block.type === 'tool_use';
}

/** Whether two JSON values are equal, whatever the order of keys, and whoever kept the digits. */
function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'string') {
    return !Number.isSafeInteger(a) && Number(b) === a;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
