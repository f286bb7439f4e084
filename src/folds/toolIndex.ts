import type { Fold } from './Fold.ts';
import { withEntry } from './withEntry.ts';

/** Claude's content-block number → position among OpenAI's `tool_calls`, from 0 without gaps. */
export type ToolIndex = ReadonlyMap<number, number>;

/**
 * Which tool call each `tool_use` block is.
 *
 * Claude numbers content blocks: text, thinking, tools and its own server tools share one counter.
 * OpenAI numbers the client's tool calls only. So the next number is given when a `tool_use` block
 * opens, and to nothing else; no constant offset could say this.
 *
 * ```text
 * source       T-----A-----B---|    T text block 0, A tool block 1, B tool block 3
 * toolIndex    {}    {1→0} {1→0, 3→1}
 * ```
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming#event-types
 * @see https://platform.openai.com/docs/api-reference/chat-streaming/streaming
 */
export const toolIndex: Fold<ToolIndex> = {
  seed: new Map(),
  next: (index, event) =>
    event.type === 'content_block_start' && event.content_block.type === 'tool_use'
      ? withEntry(index, event.index, index.size)
      : index,
};
