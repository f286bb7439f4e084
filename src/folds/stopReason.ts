import type { ClaudeStopDetails, ClaudeStopReason, Open } from '../claude/events.ts';
import type { Fold } from './Fold.ts';

/** Why the message ended, as far as Claude has said. */
export interface Stop {
  readonly reason: Open<ClaudeStopReason> | undefined;
  readonly details: ClaudeStopDetails | undefined;
}

/**
 * The latest stop reason that was not null.
 *
 * Only `message_stop` ends a message; a reason may be said before that, more than once, and even in
 * `message_start` when a turn is resumed.
 *
 * ```text
 * source        S--t--D{tool_use}--D{null}---X-|
 * stopReason    ------tool_use-----tool_use----|
 * ```
 */
export const stopReason: Fold<Stop> = {
  seed: { reason: undefined, details: undefined },
  next(stop, event) {
    if (event.type !== 'message_delta' && event.type !== 'message_start') return stop;
    const { stop_reason, stop_details } =
      event.type === 'message_delta' ? event.delta : event.message;
    return stop_reason || stop_details
      ? { reason: stop_reason ?? stop.reason, details: stop_details ?? stop.details }
      : stop;
  },
};
