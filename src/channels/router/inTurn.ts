import { ExponentialBackoff, type GeneratorFn } from 'cockatiel';
import { catchError, defer, Observable, switchMap, timer } from 'rxjs';
import type { Channel, ClaudeCall, UpstreamHead } from '../Channel.ts';
import { askedToWaitMs, isRepeatable, movesOn } from './failures.ts';
import type { OpenRoute } from './openRoute.ts';
import type { RoutePolicy } from './Route.ts';

/** The longest an upstream may ask us to wait before we leave the waiting to the client, in milliseconds. */
const MAX_WAIT_MS = 5000;
/** The first wait before a request is repeated at the same place, in milliseconds; then doubled. */
const FIRST_WAIT_MS = 500;

/** How an answer begins. It emits only once it has. */
export interface Beginning {
  /** It fails when it has not begun in so many milliseconds; 0 waits for ever. */
  readonly firstEventMs: number;
  /** To be called when it has, before its first value is passed on. */
  onBegun(): void;
}

export interface Turns<C extends ClaudeCall, T> {
  readonly call: C;
  /** Whom to ask, first to last; one that comes again is given time. */
  readonly routes: readonly OpenRoute[];
  readonly ask$: (channel: Channel, call: C, begin: Beginning) => Observable<T>;
  readonly policy: RoutePolicy;
}

/**
 * Asks one channel after another until one begins to answer.
 *
 * ```text
 * first     --#                     529, a refused connection, nothing in time …
 * second      ----S-t-|
 * result    ------S-t-|
 *
 * first     --S-t-#                 what was begun is never begun again
 * result    --S-t-#
 * ```
 *
 * Of an attempt that failed nothing is passed on, its head included. Leaving ends whatever attempt
 * or wait is going on.
 *
 * **Errors** – that of the last attempt.
 */
export function inTurn<C extends ClaudeCall, T>(turns: Turns<C, T>): Observable<T> {
  const { call, routes, policy } = turns;
  return take(0);

  function take(turn: number, wait?: Wait): Observable<T> {
    const route = routes[turn];
    if (route === undefined) throw new RangeError('there is nobody to ask');
    return defer(() => {
      let hasBegun = false;
      return attempt(route, turns, () => {
        hasBegun = true;
      }).pipe(
        catchError((error: unknown) => {
          route.health.failed(error);
          if (hasBegun) throw error;
          call.onAttempt?.({ channel: route.name, error });
          const now = wait?.next(undefined) ?? firstWait(policy);
          const waitMs = waitBefore(routes[turn + 1], route, error, now.duration, policy);
          if (waitMs === undefined) throw error;
          const next$ = take(turn + 1, now);
          return waitMs === 0 ? next$ : timer(waitMs).pipe(switchMap(() => next$));
        }),
      );
    });
  }
}

function attempt<C extends ClaudeCall, T>(
  route: OpenRoute,
  { call, ask$ }: Turns<C, T>,
  onBegun: () => void,
): Observable<T> {
  const { name, channel, firstEventMs = 0, health } = route;
  return new Observable((subscriber) => {
    subscriber.add(route.occupy());
    let head: UpstreamHead | undefined;
    call.onAttempt?.({ channel: name });
    health.asked();
    const quiet = {
      ...route.fit(call),
      onHead: (given: UpstreamHead) => {
        head = given;
      },
    };
    const begin: Beginning = {
      firstEventMs,
      onBegun() {
        onBegun();
        health.answered();
        if (head !== undefined) call.onHead(head);
      },
    };
    ask$(channel, quiet, begin).subscribe(subscriber);
  });
}

/** Milliseconds until the next attempt; undefined where there is none. */
function waitBefore(
  next: OpenRoute | undefined,
  failed: OpenRoute,
  error: unknown,
  backoffMs: number,
  { rateLimited = 'answer' }: RoutePolicy,
): number | undefined {
  if (next === undefined) return undefined;
  if (next !== failed) return movesOn(error, rateLimited) ? 0 : undefined;
  if (!isRepeatable(error)) return undefined;
  const asked = askedToWaitMs(error);
  if (asked === undefined) return backoffMs;
  return asked <= MAX_WAIT_MS ? asked : undefined;
}

type Wait = ReturnType<ExponentialBackoff<number>['next']>;

const firstWait = ({ random = Math.random }: RoutePolicy): Wait =>
  new ExponentialBackoff({ initialDelay: FIRST_WAIT_MS, generator: jitter(random) }).next();

/** Half a second, one, two … less up to a quarter, so that clients that failed together part. */
const jitter =
  (random: () => number): GeneratorFn<number> =>
  (planned, { initialDelay, maxDelay, exponent }) => {
    const delay = planned ?? initialDelay;
    return [Math.round(delay * (1 - random() / 4)), Math.min(maxDelay, delay * exponent)];
  };
