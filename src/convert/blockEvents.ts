import type { ClaudeBlock, ClaudeEvent } from '../claude/events.ts';
import { toClaudeEvent } from './toClaudeEvent.ts';

/**
 * Blocks that came whole, as the events of blocks that open and close. What is no block is left out.
 *
 * @param content - as the wire has it, so possibly anything
 * @param first - number of the first block
 */
export const blockEvents = (
  content: readonly ClaudeBlock[] | undefined,
  first = 0,
): readonly ClaudeEvent[] =>
  Array.isArray(content)
    ? (content as readonly unknown[]).flatMap((content_block, at): readonly ClaudeEvent[] => {
        const index = first + at;
        const start = toClaudeEvent({ type: 'content_block_start', index, content_block });
        return start ? [start, { type: 'content_block_stop', index }] : [];
      })
    : [];
