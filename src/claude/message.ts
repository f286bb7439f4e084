import type {
  ClaudeBlock,
  ClaudeStopDetails,
  ClaudeStopReason,
  ClaudeUsage,
  Open,
} from './events.ts';

/**
 * Claude's answer in one piece.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */
export interface ClaudeMessage {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: string;
  readonly content: readonly ClaudeBlock[];
  readonly stop_reason: Open<ClaudeStopReason> | null;
  readonly stop_sequence?: string | null;
  readonly stop_details?: ClaudeStopDetails | null;
  readonly usage?: ClaudeUsage | null;
}
