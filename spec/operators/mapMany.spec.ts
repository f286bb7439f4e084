import { describe, expect, it } from '@jest/globals';
import { concat, NEVER, of, range, take, tap } from 'rxjs';
import { mapMany } from '../../src/operators/index.ts';
import { emitted, outcome } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const letters = { a: 'a', b: 'b', w: 'w' };
const firstLetters = (count: number): readonly string[] => ['a', 'b'].slice(0, count);
const refuse = (): never => {
  throw new Error('no');
};

describe('mapMany', () => {
  it(
    'maps a value to none, one or several',
    marbles(({ cold, expectObservable }) => {
      const counts$ = cold('  0-1---2---|', { 0: 0, 1: 1, 2: 2 });
      const expected = '      --a---(ab)|';

      expectObservable(counts$.pipe(mapMany(firstLetters))).toBe(expected, letters);
    }),
  );

  it(
    'maps a value to another one, without an array around it',
    marbles(({ cold, expectObservable }) => {
      const letters$ = cold(' a-b-|', letters);
      const expected = '      A-B-|';

      expectObservable(letters$.pipe(mapMany((letter) => letter.toUpperCase()))).toBe(expected, {
        A: 'A',
        B: 'B',
      });
    }),
  );

  it('passes a value that is an array when it comes wrapped in one', () => {
    expect(emitted(of(1).pipe(mapMany((n) => [[n, n]])))).toEqual([[1, 1]]);
  });

  it(
    'says goodbye with none, one or several',
    marbles(({ cold, expectObservable }) => {
      const source = '  a-|    ';
      const none = '    a-|    ';
      const one = '     a-(w|) ';
      const several = ' a-(ab|)';
      const farewell = (bye: string | readonly string[]) =>
        cold(source, letters).pipe(
          mapMany(
            (letter) => letter,
            () => bye,
          ),
        );

      expectObservable(farewell([])).toBe(none, letters);
      expectObservable(farewell('w')).toBe(one, letters);
      expectObservable(farewell(['a', 'b'])).toBe(several, letters);
    }),
  );

  it(
    'does not mind a listener that leaves during the goodbye',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const letters$ = cold(' a-|   ', letters);
      const subscribed = '    ^-!   ';
      const expected = '      a-(a|)';

      const taken$ = letters$.pipe(
        mapMany(
          (letter) => letter,
          () => ['a', 'b'],
        ),
        take(2),
      );

      expectObservable(taken$).toBe(expected, letters);
      expectSubscriptions(letters$.subscriptions).toBe(subscribed);
    }),
  );

  it(
    'says no goodbye when the source fails',
    marbles(({ cold, expectObservable }) => {
      const source$ = cold('  a-#', letters);
      const expected = '      a-#';

      const result$ = source$.pipe(
        mapMany(
          (letter) => letter,
          () => 'w',
        ),
      );

      expectObservable(result$).toBe(expected, letters);
    }),
  );

  it(
    'fails when the projection throws, and lets go of its source',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const values$ = cold('  --a--a|', letters);
      const subscribed = '    ^-!    ';
      const expected = '      --#    ';

      expectObservable(values$.pipe(mapMany(refuse))).toBe(expected, {}, new Error('no'));
      expectSubscriptions(values$.subscriptions).toBe(subscribed);
    }),
  );

  it(
    'fails when the farewell throws, after all that was said',
    marbles(({ cold, expectObservable }) => {
      const values$ = cold('  a-|', letters);
      const expected = '      a-#';

      expectObservable(values$.pipe(mapMany((letter) => letter, refuse))).toBe(
        expected,
        letters,
        new Error('no'),
      );
    }),
  );

  it('stops a synchronous source as soon as nobody listens', () => {
    let produced = 0;
    const firehose$ = range(0, 1_000_000).pipe(tap(() => (produced += 1)));

    const taken$ = firehose$.pipe(
      mapMany((n) => [`${n}`, `${n}`]),
      take(3),
    );

    expect(emitted(taken$)).toEqual(['0', '0', '1']);
    expect(produced).toBe(2);
  });

  it('projects nothing more for a listener that left in the middle of a value', () => {
    const projected: string[] = [];
    const source$ = concat(of('a', 'b'), NEVER);

    const taken$ = source$.pipe(
      mapMany((letter) => {
        projected.push(letter);
        return [letter, letter, letter];
      }),
      take(2),
    );

    expect(outcome(taken$)).toEqual({ values: ['a', 'a'], ending: 'complete' });
    expect(projected).toEqual(['a']);
  });

  itBehavesLikeAnOperator(() => mapMany(firstLetters), {
    source: '  1-2---1-',
    says: { 1: 1, 2: 2 },
    expected: 'a-(ab)a-',
    becomes: letters,
  });
});
