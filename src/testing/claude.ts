/**
 * Builders for Claude events: the shortest way to say one in a spec.
 *
 * The defaults are those of the OpenAI builders beside them: `messageStart()` speaks of `msg_1` by
 * `claude-test`, which `roleChunk()` answers as `chatcmpl-1`.
 */
import type {
  ClaudeBlock,
  ClaudeCitation,
  ClaudeDelta,
  ClaudeEvent,
  ClaudeEventOf,
  ClaudeInertBlockType,
  ClaudeMessageStart,
  ClaudeStopDetails,
  ClaudeStopReason,
  ClaudeUsage,
  Open,
} from '../claude/events.ts';

type BlockStart = ClaudeEventOf<'content_block_start'>;
type BlockDelta = ClaudeEventOf<'content_block_delta'>;
/** Fields of an event, block or delta, as the wire names them. */
export type Fields = Readonly<Record<string, unknown>>;

/** The head of a message: 10 tokens in, 1 out so far, unless said otherwise. */
export const messageStart = (
  usage: ClaudeUsage = {},
  message: Partial<ClaudeMessageStart> = {},
): ClaudeEventOf<'message_start'> => ({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1, ...usage },
    ...message,
  },
});

/** Any block opens. */
export const blockStart = (index: number, content_block: ClaudeBlock): BlockStart => ({
  type: 'content_block_start',
  index,
  content_block,
});

/** Any delta of any block. */
export const blockDelta = (index: number, delta: ClaudeDelta): BlockDelta => ({
  type: 'content_block_delta',
  index,
  delta,
});

/** A text block opens; some upstreams put the first words in here. */
export const textStart = (index: number, text = ''): BlockStart =>
  blockStart(index, { type: 'text', text, citations: null });

/** A piece of text. */
export const text = (index: number, text: string): BlockDelta =>
  blockDelta(index, { type: 'text_delta', text });

/** A source for the text block's words. */
export const citation = (index: number, citation: ClaudeCitation): BlockDelta =>
  blockDelta(index, { type: 'citations_delta', citation });

/** A web page as a source: the one kind of citation OpenAI has a word for. */
export const webCitation = (url: string, title: string): ClaudeCitation => ({
  type: 'web_search_result_location',
  url,
  title,
});

/** A thinking block opens. */
export const thinkingStart = (index: number, thinking = '', signature = ''): BlockStart =>
  blockStart(index, { type: 'thinking', thinking, signature });

/** A piece of thinking. */
export const thinking = (index: number, thinking: string): BlockDelta =>
  blockDelta(index, { type: 'thinking_delta', thinking });

/** The seal of a thinking block, whole. */
export const signature = (index: number, signature: string): BlockDelta =>
  blockDelta(index, { type: 'signature_delta', signature });

/** Thinking that only Claude can read: complete at its start. */
export const redactedThinking = (index: number, data: string): BlockStart =>
  blockStart(index, { type: 'redacted_thinking', data });

/** A call of one of the client's own tools opens. */
export const toolStart = (
  index: number,
  name: string,
  id = `toolu_${index}`,
  input: unknown = {},
): BlockStart => blockStart(index, { type: 'tool_use', id, name, input });

/** A piece of a call's input, of the client's tools and of Claude's own. */
export const json = (index: number, partial_json: string): BlockDelta =>
  blockDelta(index, { type: 'input_json_delta', partial_json });

/** A block that is Claude's own business opens. */
export const inertBlock = (
  index: number,
  type: ClaudeInertBlockType,
  fields: Fields = {},
): BlockStart => blockStart(index, { ...fields, type });

/** A call of a tool that runs at Claude's opens: never a call of the client's. */
export const serverToolStart = (
  index: number,
  name = 'web_search',
  id = `srvtoolu_${index}`,
): BlockStart => inertBlock(index, 'server_tool_use', { id, name, input: {} });

/** A piece of a compaction block. */
export const compaction = (index: number, content: string | null): BlockDelta =>
  blockDelta(index, { type: 'compaction_delta', content });

/** A block closes. */
export const blockStop = (index: number): ClaudeEventOf<'content_block_stop'> => ({
  type: 'content_block_stop',
  index,
});

/** The end is near: why, and at what cost (running totals). */
export const messageDelta = (
  stop_reason: Open<ClaudeStopReason> | null,
  usage: ClaudeUsage | null = { output_tokens: 5 },
  stop: {
    readonly stop_sequence?: string | null;
    readonly stop_details?: ClaudeStopDetails | null;
  } = {},
): ClaudeEventOf<'message_delta'> => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null, ...stop },
  usage,
});

/** The end. */
export const messageStop = (): ClaudeEventOf<'message_stop'> => ({ type: 'message_stop' });

/** A sign of life. */
export const ping = (): ClaudeEventOf<'ping'> => ({ type: 'ping' });

/** A failure told inside the stream. */
export const streamError = (
  type: string,
  message: string,
  request_id?: string,
): ClaudeEventOf<'error'> => ({
  type: 'error',
  error: { type, message },
  ...(request_id === undefined ? {} : { request_id }),
});

/** An event of a type Claude has not invented yet; the type system cannot know it either. */
export const unknownEvent = (type: string, fields: Fields = {}): ClaudeEvent =>
  ({ ...fields, type }) as unknown as ClaudeEvent;

/** A block of a type Claude has not invented yet opens. */
export const unknownBlock = (index: number, type: string, fields: Fields = {}): BlockStart =>
  blockStart(index, { ...fields, type } as unknown as ClaudeBlock);

/** A delta of a type Claude has not invented yet. */
export const unknownDelta = (index: number, type: string, fields: Fields = {}): BlockDelta =>
  blockDelta(index, { ...fields, type } as unknown as ClaudeDelta);

/** A whole message: the given events between a start and a stop. */
export const message = (
  stop_reason: Open<ClaudeStopReason> | null,
  ...events: readonly ClaudeEvent[]
): readonly ClaudeEvent[] => [messageStart(), ...events, messageDelta(stop_reason), messageStop()];
