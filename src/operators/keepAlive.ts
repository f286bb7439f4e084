import { asyncScheduler, identity, type MonoTypeOperatorFunction } from 'rxjs';
import { fusible, type Link } from './fused.ts';

/** A comment: ignored by every parser of server-sent events, and life to every idle timer between. */
export const keepAliveComment = ': keep-alive\n\n';

/**
 * Breaks silence: a comment whenever nothing was said for `afterMs`, also before the first value.
 *
 * Claude may think for minutes; load balancers cut a connection on which nothing moves. OpenAI's
 * stream has no ping, but its clients ignore comments.
 *
 * ```text
 * source    a-----------b-|      keepAlive(5)
 * result    a----:----:-b-|
 * ```
 *
 * Values are only noted, never rescheduled for: one timer runs, and finds out when it fires how long
 * the silence has really been.
 *
 * @param afterMs - milliseconds of silence; 0 never speaks up
 */
export function keepAlive(afterMs: number): MonoTypeOperatorFunction<string> {
  return afterMs <= 0 ? identity : fusible(speakingUp(afterMs));
}

const speakingUp =
  (afterMs: number): Link<string, string> =>
  (downstream, life) => {
    let lastAt = asyncScheduler.now();
    life.add(
      asyncScheduler.schedule(function () {
        const silentMs = asyncScheduler.now() - lastAt;
        if (silentMs < afterMs) {
          this.schedule(undefined, afterMs - silentMs);
          return;
        }
        lastAt = asyncScheduler.now();
        this.schedule(undefined, afterMs);
        life.run(() => {
          downstream.next(keepAliveComment);
        });
      }, afterMs),
    );
    return {
      next(text) {
        lastAt = asyncScheduler.now();
        downstream.next(text);
      },
      complete() {
        downstream.complete();
      },
    };
  };
