import { describe, expect, it } from '@jest/globals';
import { of, range, map, take, tap } from 'rxjs';
import type { Fold } from '../../src/folds/index.ts';
import { rewrite, type Rewriting } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const count: Fold<number> = { seed: 0, next: (n) => n + 1 };
const refuse = (): never => {
  throw new Error('no');
};

// prettier-ignore
const events = {
  p: claude.ping(),
  x: claude.text(0, 'extra'), w: claude.text(9, 'bye'),
  1: claude.text(1, 'after'), 2: claude.text(2, 'after'),
};

/** Drops the first event, keeps the second, doubles the third. */
const oneTwoThree: Rewriting<number> = {
  event: (event, after) => (after === 1 ? [] : after === 2 ? event : [events.x, event]),
};

describe('rewrite', () => {
  it(
    'says nothing, one event or several in place of each',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  p-p-p---|', events);
      const expected = '      --p-(xp)|';

      expectObservable(events$.pipe(rewrite(count, oneTwoThree))).toBe(expected, events);
    }),
  );

  it('knows the state before an event and after it', () => {
    const states: (readonly number[])[] = [];
    const watched$ = of(events.p, events.p).pipe(
      rewrite(count, {
        event(event, after, before) {
          states.push([before, after]);
          return event;
        },
      }),
    );

    expect(emitted(watched$)).toEqual([events.p, events.p]);
    expect(states).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it(
    'has the last word, knowing all that was said',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  p-p-|   ', events);
      const expected = '      p-p-(2|)';

      const said$ = events$.pipe(
        rewrite(count, { event: (event) => event, end: (n) => claude.text(n, 'after') }),
      );

      expectObservable(said$).toBe(expected, events);
    }),
  );

  it(
    'fails when the fold throws',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const events$ = cold('  --p-p', events);
      const subscribed = '    ^-!  ';
      const expected = '      --#  ';

      expectObservable(events$.pipe(rewrite({ seed: 0, next: refuse }, oneTwoThree))).toBe(
        expected,
        {},
        new Error('no'),
      );
      expectSubscriptions(events$.subscriptions).toBe(subscribed);
    }),
  );

  it(
    'fails when the rule throws',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  --p-p', events);
      const expected = '      --#  ';

      expectObservable(events$.pipe(rewrite(count, { event: refuse }))).toBe(
        expected,
        {},
        new Error('no'),
      );
    }),
  );

  it(
    'fails when the last word throws',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  --p-|', events);
      const expected = '      --p-#';

      const said$ = events$.pipe(rewrite(count, { event: (event) => event, end: refuse }));

      expectObservable(said$).toBe(expected, events, new Error('no'));
    }),
  );

  it('stops a synchronous source as soon as nobody listens', () => {
    let produced = 0;
    const firehose$ = range(0, 1_000_000).pipe(
      tap(() => (produced += 1)),
      map(() => events.p),
    );

    expect(emitted(firehose$.pipe(rewrite(count, oneTwoThree), take(2)))).toEqual([
      events.p,
      events.x,
    ]);
    expect(produced).toBe(3);
  });

  itBehavesLikeAnOperator(() => rewrite(count, oneTwoThree), {
    source: '  p-p-p---p---',
    says: { p: events.p },
    expected: '--p-(xp)(xp)',
    becomes: events,
  });
});
