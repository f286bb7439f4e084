import type { Observable } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';

/** All that came of an observable: its values, and how it ended. */
export interface Outcome<T> {
  readonly values: readonly T[];
  /** `silent`: neither completed nor failed, although all timers have run. */
  readonly ending: 'complete' | 'error' | 'silent';
  /** Set when `ending` is `error`. */
  readonly error?: unknown;
}

/**
 * What becomes of an observable, at once and in virtual time: clocks start at 0, timers fire when
 * nothing else is left to do.
 *
 * Unlike {@link emitted} it tells of failures, so a spec can say what came before one.
 */
export function outcome<T>(source$: Observable<T>): Outcome<T> {
  const values: T[] = [];
  let ending: Omit<Outcome<T>, 'values'> = { ending: 'silent' };

  new TestScheduler(() => undefined).run(() => {
    source$.subscribe({
      next: (value) => values.push(value),
      error: (error: unknown) => (ending = { ending: 'error', error }),
      complete: () => (ending = { ending: 'complete' }),
    });
  });

  return { values, ...ending };
}
