import type { ClaudeDelta, ClaudeEvent } from '../claude/events.ts';
import { fusible, type FusibleOperator, steadyOf } from './fused.ts';

/**
 * Passes every event on as it is, and runs of like deltas past those operators who have nothing to do
 * with them.
 *
 * Nearly all of a stream is runs of deltas of one kind for one block, and most operators that settle
 * a stream only look at which block and which kind. Fused behind this one they are shown the first
 * delta of a run; those after it, only if they have something to do with what it says (`Sink.steady`).
 *
 * ```text
 * source      T-t1-t2-t3-.-
 * settling    T-t1-------.-
 * result      T-t1-t2-t3-.-
 * ```
 */
export function skipSteady(): FusibleOperator<ClaudeEvent, ClaudeEvent> {
  return fusible((downstream) => {
    let index: number | undefined;
    let kind: ClaudeDelta['type'] | undefined;
    let audience = downstream;
    return {
      next(event) {
        if (event.type !== 'content_block_delta') {
          kind = undefined;
          downstream.next(event);
        } else if (event.delta.type === kind && event.index === index) {
          audience.next(event);
        } else {
          downstream.next(event);
          kind = event.delta.type;
          index = event.index;
          audience = steadyOf(downstream);
        }
      },
      complete() {
        downstream.complete();
      },
    };
  });
}
