import type { ClaudeStopReason } from '../claude/events.ts';
import type { Asked } from './Asked.ts';
import type { Answer } from './Said.ts';

/** How a stream is over: with Claude's stop reason, or without one. */
export type ScenarioEnding =
  ClaudeStopReason | 'http_error' | 'error_event' | 'cut' | 'reset' | 'silence';

/** A shape of stream that clients have stumbled over, asked for as model `replay/<name>`. */
export interface Scenario {
  /** One line: what the stream does. */
  readonly description: string;
  /** How it ends when nothing in the request (`max_tokens`, tool results …) ends it otherwise. */
  readonly ending: ScenarioEnding;
  /** Makes the answer to one request. */
  answer(asked: Asked): Answer;
}
