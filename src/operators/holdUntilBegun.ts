import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import { toEventError } from '../convert/eventError.ts';
import { ProtocolError } from '../errors.ts';
import { perSubscription } from './fused.ts';
import { mapMany, type OneOrMany } from './mapMany.ts';

/**
 * Says nothing until an answer has begun: a ping is no beginning, and an error is none either.
 *
 * As long as nothing was said, the same question may be put to another upstream.
 *
 * ```text
 * source    p-p-S--t-
 * result    ----(ppS)t-
 *
 * source    p-E-            E is an error event
 * result    --#
 * ```
 *
 * **Errors** – `UpstreamError` when the first event is an error; {@link ProtocolError}
 * (`incomplete`) when the source completes without an event.
 */
export function holdUntilBegun(): MonoTypeOperatorFunction<ClaudeEvent> {
  return perSubscription(() => {
    let hasBegun = false;
    const pings: ClaudeEvent[] = [];
    return mapMany(
      (event: ClaudeEvent): OneOrMany<ClaudeEvent> => {
        if (hasBegun) return event;
        if (event.type === 'error') throw toEventError(event);
        pings.push(event);
        if (event.type === 'ping') return [];
        hasBegun = true;
        return pings;
      },
      () => {
        if (!hasBegun) throw ProtocolError.incomplete();
        return [];
      },
    );
  });
}
