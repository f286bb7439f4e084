import type { ClaudeBlock, ClaudeDelta, ClaudeEvent } from '../claude/events.ts';
import type { ClaudeMessage } from '../claude/message.ts';
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
  return [
    { type: 'content_block_start', index, content_block: opened(block) },
    ...deltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

/** The block as its start would have shown it: still empty. */
function opened(block: ClaudeBlock): ClaudeBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool_use':
      return { ...block, input: {} };
    default:
      return block;
  }
}

function deltas(block: ClaudeBlock): readonly ClaudeDelta[] {
  switch (block.type) {
    case 'text':
      return [
        ...(block.text === '' ? [] : [{ type: 'text_delta' as const, text: block.text }]),
        ...(block.citations ?? []).map((citation): ClaudeDelta => ({
          type: 'citations_delta',
          citation,
        })),
      ];
    case 'thinking':
      return [
        { type: 'thinking_delta', thinking: block.thinking },
        ...(block.signature === undefined
          ? []
          : [{ type: 'signature_delta', signature: block.signature } satisfies ClaudeDelta]),
      ];
    case 'tool_use':
      return [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input ?? {}) }];
    default:
      return [];
  }
}
