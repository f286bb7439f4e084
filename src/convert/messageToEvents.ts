import type { ClaudeBlock, ClaudeEvent, ClaudeToolUseBlock } from '../claude/events.ts';
import type { ClaudeMessage } from '../claude/message.ts';
import { type InPieces, inPieces } from './inPieces.ts';
import { readBlocks, toClaudeEvent } from './toClaudeEvent.ts';

/**
 * Tells a whole message as the stream it would have been.
 *
 * Some upstreams answer in one piece although a stream was asked for. Told as events, such an answer
 * takes the same road as every other and cannot be converted differently. What is malformed in it
 * is left out, as in a stream.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming#event-types
 */
export function messageToEvents({ content, ...message }: ClaudeMessage): readonly ClaudeEvent[] {
  const { stop_reason, stop_sequence = null, stop_details, usage } = message;
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...(readBlocks(content) as unknown as readonly ClaudeBlock[]).flatMap(blockToEvents),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence, ...(stop_details && { stop_details }) },
      usage: usage ?? null,
    },
    { type: 'message_stop' },
  ].flatMap((event) => toClaudeEvent(event) ?? []);
}

function blockToEvents(block: ClaudeBlock, index: number): readonly object[] {
  const { start, deltas } = block.type === 'tool_use' ? callInPieces(block) : inPieces(block);
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** A call opens with no input; in a whole message it has all of it. */
const callInPieces = (block: ClaudeToolUseBlock): InPieces => ({
  start: { ...block, input: {} },
  deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input ?? {}) }],
});
