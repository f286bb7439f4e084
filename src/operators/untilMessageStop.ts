import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import { ProtocolError } from '../errors.ts';
import { stopReason } from '../folds/stopReason.ts';
import { fused, fusible, type FusibleOperator, type Sink, steadyOf } from './fused.ts';
import { rewrite } from './rewrite.ts';

/**
 * Ends where the message ends, and fails if the source ends first.
 *
 * A source that closes after a stop reason has said all there is to say: its missing `message_stop`
 * is supplied. Without a stop reason it was cut, and no ending is made up for it.
 *
 * ```text
 * source    S-t-D-X---     X message_stop
 * result    S-t-D-(X|)
 *
 * source    S-t-D-|        D said why, X never came
 * result    S-t-D-(X|)
 *
 * source    S-t-|          the connection was cut
 * result    S-t-#
 * ```
 *
 * **Errors** – {@link ProtocolError} (`incomplete`) when the source completes without a stop reason.
 */
export function untilMessageStop(): MonoTypeOperatorFunction<ClaudeEvent> {
  return fused(
    rewrite(stopReason, {
      event: (event) => event,
      end: ({ reason }) => {
        if (reason === undefined) throw ProtocolError.incomplete();
        return { type: 'message_stop' };
      },
      isSteady: () => true,
    }),
    takeUntilStop(),
  );
}

/** The stop included. */
const takeUntilStop = (): FusibleOperator<ClaudeEvent, ClaudeEvent> =>
  fusible((downstream) => {
    let isOver = false;
    return {
      next(event) {
        if (isOver) return;
        downstream.next(event);
        if (event.type === 'message_stop') this.complete();
      },
      complete() {
        if (isOver) return;
        isOver = true;
        downstream.complete();
      },
      steady(): Sink<ClaudeEvent> {
        return isOver ? this : steadyOf(downstream);
      },
    };
  });
