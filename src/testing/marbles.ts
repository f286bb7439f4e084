import type { Observable } from 'rxjs';
import { type RunHelpers, TestScheduler } from 'rxjs/testing';
import { describeLog, type Letters, plain } from './describeLog.ts';

/** Compares two lists of lines; throws, as the test framework likes it, when they differ. */
export type AssertLines = (actual: readonly string[], expected: readonly string[]) => void;

/** Letters and what they stand for. */
export type Alphabet<T> = Readonly<Record<string, T>>;

/** An observable made of marbles; it remembers when it was subscribed and unsubscribed. */
export type MarbleObservable<T> = Observable<T> & {
  readonly subscriptions: Parameters<RunHelpers['expectSubscriptions']>[0];
};

/** RxJS's own `RunHelpers`, with alphabets typed by the observable they describe. */
export interface MarbleHelpers extends Omit<RunHelpers, 'cold' | 'hot' | 'expectObservable'> {
  cold<T = never>(diagram: string, alphabet?: Alphabet<T>, error?: unknown): MarbleObservable<T>;
  hot<T = never>(diagram: string, alphabet?: Alphabet<T>, error?: unknown): MarbleObservable<T>;
  expectObservable<T>(
    actual$: Observable<T>,
    subscription?: string,
  ): {
    toBe(diagram: string, alphabet?: Alphabet<T>, error?: unknown): void;
    toEqual(expected$: Observable<T>): void;
  };
}

/**
 * Makes `marbles`, which wraps a test body in virtual time.
 *
 * It does three things a bare `TestScheduler` does not: a letter missing from its alphabet is an
 * error rather than a silent `undefined`; a body that expects nothing is an error rather than a
 * pass; and a failure prints both diagrams first, then one line per notification.
 *
 * ```ts
 * const marbles = createMarbles((actual, expected) => expect(actual).toEqual(expected));
 *
 * it('doubles', marbles(({ cold, expectObservable }) => {
 *   const source$ = cold('  a-b|', { a: 1, b: 2 });
 *   const expected = '      x-y|';
 *   expectObservable(source$.pipe(map((n) => n * 2))).toBe(expected, { x: 2, y: 4 });
 * }));
 * ```
 */
export function createMarbles(
  assertLines: AssertLines,
): (body: (helpers: MarbleHelpers) => void) => () => void {
  return (body) => () => {
    const letters = new Map<string, string>();
    let expectations = 0;

    const learn = <T>(diagram: string, alphabet: Alphabet<T>): Record<string, T> => {
      assertSpelled(diagram, alphabet);
      for (const [letter, value] of Object.entries(alphabet)) letters.set(plain(value), letter);
      return { ...alphabet };
    };

    const scheduler = new TestScheduler((actual, expected) => {
      compare(assertLines, letters, actual, expected);
    });

    scheduler.run(({ cold, hot, expectObservable, expectSubscriptions, flush, ...helpers }) => {
      body({
        ...helpers,
        cold: (diagram, alphabet = {}, error) => cold(diagram, learn(diagram, alphabet), error),
        hot: (diagram, alphabet = {}, error) => hot(diagram, learn(diagram, alphabet), error),
        expectObservable: (actual$, subscription) => {
          expectations += 1;
          const expectation = expectObservable(actual$, subscription);
          return {
            toBe: (diagram, alphabet = {}, error) => {
              expectation.toBe(diagram, learn(diagram, alphabet), error);
            },
            toEqual: expectation.toEqual,
          };
        },
        expectSubscriptions: (subscriptions) => {
          expectations += 1;
          return expectSubscriptions(subscriptions);
        },
        // Whoever flushes looks at the results with expectations of his own.
        flush: () => {
          expectations += 1;
          flush();
        },
      });
    });

    if (expectations === 0) throw new Error('these marbles expect nothing');
  };
}

function compare(
  assertLines: AssertLines,
  letters: Letters,
  actual: unknown,
  expected: unknown,
): void {
  assertLines(describeLog(actual, letters), describeLog(expected, letters));
}

/** Times (`15s `) and the diagram's own marks; what is left are letters. */
const timeOrSyntax = /(?<=^|\s)\d+(\.\d+)?(ms|s|m)(?=\s)|[-|#^()\s]/g;

function assertSpelled(diagram: string, alphabet: Alphabet<unknown>): void {
  const letters = Array.from(diagram.replaceAll(timeOrSyntax, ''));
  const unknown = letters.filter((letter) => !Object.hasOwn(alphabet, letter));
  if (unknown.length > 0)
    throw new Error(`"${diagram}" uses ${unknown.join(', ')} without giving a meaning`);
}
