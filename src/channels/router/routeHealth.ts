import {
  ConsecutiveBreaker,
  ExponentialBackoff,
  type IBackoff,
  noJitterGenerator,
} from 'cockatiel';
import { asyncScheduler } from 'rxjs';
import { askedToWaitMs, isChannelsFault } from './failures.ts';
import type { RoutePolicy } from './Route.ts';

/** How a channel has fared lately, and whether it is left alone for a while. */
export interface RouteHealth {
  /** Milliseconds until it should be asked again; 0 for now. */
  restMs(): number;
  /** A request goes there. After a rest this is a trial, and the only one until it is decided. */
  asked(): void;
  /** It began to answer. */
  answered(): void;
  /** It failed, with whatever error: one that is the request's fault says that it is well. */
  failed(error: unknown): void;
}

/**
 * Remembers the failures of one channel.
 *
 * It rests when the upstream asks for it, and – for longer and longer – when it has failed often
 * enough in a row. The clock is the scheduler's, so that a rest can be specified in marbles.
 */
export function routeHealth({
  breakAfter = 3,
  coolDownMs = 5000,
  maxCoolDownMs = 300_000,
}: Pick<RoutePolicy, 'breakAfter' | 'coolDownMs' | 'maxCoolDownMs'> = {}): RouteHealth {
  const breaker = new ConsecutiveBreaker(breakAfter);
  const coolDown = new ExponentialBackoff({
    initialDelay: coolDownMs,
    maxDelay: maxCoolDownMs,
    generator: noJitterGenerator,
  });
  let backoff: IBackoff<unknown> | undefined;
  let restUntil = 0;
  let lastRestMs = 0;

  const rest = (ms: number) => {
    lastRestMs = ms;
    restUntil = asyncScheduler.now() + ms;
  };
  const recover = () => {
    breaker.success();
    backoff = undefined;
    restUntil = 0;
  };
  return {
    restMs: () => Math.max(0, restUntil - asyncScheduler.now()),
    asked() {
      if (restUntil > 0) rest(lastRestMs);
    },
    answered: recover,
    failed(error) {
      if (!isChannelsFault(error)) {
        recover();
        return;
      }
      const asked = Math.min(askedToWaitMs(error) ?? 0, maxCoolDownMs);
      if (breaker.failure())
        backoff = backoff === undefined ? coolDown.next() : backoff.next(error);
      rest(Math.max(asked, backoff?.duration ?? 0));
    },
  };
}
