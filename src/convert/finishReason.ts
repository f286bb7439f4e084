import type { ClaudeStopReason, Open } from '../claude/events.ts';
import type { OpenAIFinishReason } from '../openai/chunks.ts';
import type { AnswerOptions } from './answerOptions.ts';

/**
 * Claude's stop reasons in OpenAI's words, where no tool was called.
 *
 * `pause_turn` reaches a client only when the relay did not continue the turn: the answer is
 * unfinished, and `stop` would hide that.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
 */
const finishReasons: Readonly<Record<string, OpenAIFinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'stop',
  pause_turn: 'length',
  compaction: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
} satisfies Record<ClaudeStopReason, OpenAIFinishReason>;

/** Whether the message was cut off, so that its last tool call may be half told. */
export const isCut = (reason: Open<ClaudeStopReason> | undefined): boolean =>
  reason === 'max_tokens' || reason === 'model_context_window_exceeded' || reason === 'refusal';

/**
 * OpenAI's finish reason for a message.
 *
 * @param toolCalls - how many tool calls the client was told of: `tool_calls` is said if and only if
 *   there are some, whatever Claude calls it (its own server tools are not the client's)
 */
export function toFinishReason(
  reason: Open<ClaudeStopReason> | undefined,
  toolCalls: number,
  { legacyFunctions = false }: AnswerOptions = {},
): OpenAIFinishReason {
  if (toolCalls > 0 && !isCut(reason)) return legacyFunctions ? 'function_call' : 'tool_calls';
  return Object.hasOwn(finishReasons, reason ?? '')
    ? (finishReasons[reason ?? ''] ?? 'stop')
    : 'stop';
}
