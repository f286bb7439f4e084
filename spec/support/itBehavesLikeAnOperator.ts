import { expect, it } from '@jest/globals';
import { from, type OperatorFunction, take } from 'rxjs';
import { type Alphabet, emitted, outcome } from '../../src/testing/index.ts';
import { marbles } from './marbles.ts';

/**
 * What an operator does to a source that goes on for a while. No spec listens forever: an operator
 * with a timer would never come to rest.
 */
export interface Behaviour<T, R> {
  /** Diagram of a source that does not end. */
  readonly source: string;
  readonly says: Alphabet<T>;
  /** Diagram of the result. */
  readonly expected: string;
  readonly becomes: Alphabet<R>;
  /** What an empty source becomes. @defaultValue an empty result */
  readonly empty?: {
    readonly expected: string;
    readonly becomes?: Alphabet<R>;
    readonly error?: unknown;
  };
}

const plenty = 1000;

/** The specs every operator owes, whatever it does. */
export function itBehavesLikeAnOperator<T, R>(
  operator: () => OperatorFunction<T, R>,
  { source, says, expected, becomes, empty = { expected: '--|' } }: Behaviour<T, R>,
): void {
  it(
    'is silent while its source is',
    marbles(({ cold, expectObservable }) => {
      const listening = '^---------!';

      expectObservable(cold<T>('-').pipe(operator()), listening).toBe('-');
    }),
  );

  it(
    'knows what to say of an empty source',
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold<T>('--|').pipe(operator())).toBe(
        empty.expected,
        empty.becomes,
        empty.error,
      );
    }),
  );

  it(
    'passes an error through',
    marbles(({ cold, expectObservable }) => {
      const error = new Error('the cable was cut');

      expectObservable(cold<T>('--#', {}, error).pipe(operator())).toBe('--#', {}, error);
    }),
  );

  it('passes the very error through, not a likeness', () => {
    const error = new Error('the cable was cut');
    const failing$ = from(failingWith<T>(error));

    expect(outcome(failing$.pipe(operator())).error).toBe(error);
  });

  it(
    'lets go of its source when its listener leaves',
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const source$ = hot(source, says);
      const listening = `^${'-'.repeat(source.trim().length - 2)}!`;

      void expectObservable(source$.pipe(operator()), listening);
      expectSubscriptions(source$.subscriptions).toBe(listening);
    }),
  );

  it(
    'shares nothing between two listeners',
    marbles(({ cold, expectObservable }) => {
      const result$ = cold(source, says).pipe(operator());
      const listening = `^${'-'.repeat(source.trim().length)}!`;
      const later = (diagram: string) => `---${diagram.trim()}`;

      expectObservable(result$, listening).toBe(expected, becomes);
      expectObservable(result$, later(listening)).toBe(later(expected), becomes);
    }),
  );

  if (expected.trim().replaceAll('-', '') !== '') {
    it('stops a source that never pauses once its listener has left', () => {
      let produced = 0;
      function* firehose(): Generator<T> {
        for (;;) {
          for (const value of Object.values(says)) {
            if ((produced += 1) === plenty) return;
            yield value;
          }
        }
      }

      expect(emitted(from(firehose()).pipe(operator(), take(1)))).toHaveLength(1);
      expect(produced).toBeLessThan(plenty);
    });
  }
}

/** A source that fails before its first value. */
function* failingWith<T>(error: Error): Generator<T> {
  throw error;
}
