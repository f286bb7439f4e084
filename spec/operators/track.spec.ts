import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { type Fold, toolIndex } from '../../src/folds/index.ts';
import { track } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const count: Fold<number> = { seed: 0, next: (n) => n + 1 };
const pings: Fold<number> = { seed: 0, next: (n, event) => (event.type === 'ping' ? n + 1 : n) };

const p = claude.ping();
const t = claude.text(0, 'Hi');

describe('track', () => {
  it(
    'sets the states an event led to beside the event',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  p-t-p|', { p, t });
      const expected = '      1-2-3|';

      expectObservable(events$.pipe(track({ count, pings }))).toBe(expected, {
        1: { event: p, count: 1, pings: 1 },
        2: { event: t, count: 2, pings: 1 },
        3: { event: p, count: 3, pings: 2 },
      });
    }),
  );

  it('passes the very event, and the very state where nothing changed', () => {
    const [first, second] = emitted(of(p, t).pipe(track({ toolIndex })));

    expect(first?.event).toBe(p);
    expect(second?.event).toBe(t);
    expect(second?.toolIndex).toBe(toolIndex.seed);
  });

  it('tracks nothing when there is nothing to know', () => {
    expect(emitted(of(p).pipe(track({})))).toEqual([{ event: p }]);
  });

  it(
    'fails when a fold throws, and lets go of its source',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const broken: Fold<number> = {
        seed: 0,
        next: () => {
          throw new Error('no');
        },
      };
      const events$ = cold('  --p-p', { p });
      const subscribed = '    ^-!  ';
      const expected = '      --#  ';

      expectObservable(events$.pipe(track({ count, broken }))).toBe(expected, {}, new Error('no'));
      expectSubscriptions(events$.subscriptions).toBe(subscribed);
    }),
  );

  itBehavesLikeAnOperator(() => track({ count, pings }), {
    source: '  p-t-p-',
    says: { p, t },
    expected: '1-2-3-',
    becomes: {
      1: { event: p, count: 1, pings: 1 },
      2: { event: t, count: 2, pings: 1 },
      3: { event: p, count: 3, pings: 2 },
    },
  });
});
