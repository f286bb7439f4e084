import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  asyncScheduler,
  delay,
  identity,
  map,
  type MonoTypeOperatorFunction,
  NEVER,
  type Observable,
  of,
  pipe,
  take,
  takeWhile,
} from 'rxjs';
import { type RunHelpers, TestScheduler } from 'rxjs/testing';
import { fused, fusible, perSubscription } from '../../src/operators/fused.ts';
import { mapMany } from '../../src/operators/mapMany.ts';
import { scanned } from '../../src/operators/scanned.ts';
import { emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 300);

interface Word {
  readonly word: string;
}
type Step = MonoTypeOperatorFunction<Word>;
const say = (word: string): Word => ({ word });

/** Until a word, that word included. */
const until = (last: string): Step =>
  fusible((downstream) => {
    let isOver = false;
    return {
      next(value) {
        if (isOver) return;
        downstream.next(value);
        if (value.word === last) this.complete();
      },
      complete() {
        if (isOver) return;
        isOver = true;
        downstream.complete();
      },
    };
  });

/** Every way an operator may treat a stream, by links and by RxJS's own. */
const steps: Readonly<Record<string, () => Step>> = {
  same: () => mapMany((value) => value),
  twice: () => mapMany((value) => [value, value]),
  none: () => mapMany(({ word }) => (word === 'b' ? [] : say(word))),
  goodbye: () =>
    mapMany(
      (value) => value,
      () => say('z'),
    ),
  throwing: () =>
    mapMany((value) => {
      if (value.word === 'c') throw new Error('no c');
      return value;
    }),
  throwingAtTheEnd: () =>
    mapMany(
      (value) => value,
      () => {
        throw new Error('no end');
      },
    ),
  until: () => until('d'),
  counting: () =>
    perSubscription(() => {
      let count = 0;
      return mapMany(({ word }) => say(`${word}${(count += 1)}`));
    }),
  scanning: () => scanned((last: Word, { word }) => say(last.word.slice(-3) + word), say('')),
  identity: () => identity,
  rxMap: () => map(({ word }) => say(`${word}.`)),
  rxTake: () => take(3),
  rxTakeWhile: () => takeWhile(({ word }) => word !== 'd', true),
  rxDelay: () => delay(2),
};

const chains = fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 7 });
const sources = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'b', 'c', 'd', '-'), { maxLength: 8 }),
    fc.constantFrom('|', '#', ''),
  )
  .map(([values, end]) => values.join('') + end);
const words = Object.fromEntries(['a', 'b', 'c', 'd'].map((word) => [word, say(word)]));

const fail = (error: unknown) => {
  throw error;
};

function inVirtualTime(work: (helpers: RunHelpers) => void): void {
  new TestScheduler(fail).run(work);
}

function deepStack(): readonly string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 200;
  const { stack = '' } = new Error('here');
  Error.stackTraceLimit = stackTraceLimit;
  return stack.split('\n');
}

const inTurn =
  (all: readonly Step[]): Step =>
  (value$) =>
    all.reduce<Observable<Word>>((result$, one) => result$.pipe(one), value$);

/** What is heard, and when; until it is left. */
function heard(value$: Observable<Word>, leavesAfter?: number): readonly unknown[] {
  const log: unknown[] = [];
  const note = (what: unknown) => log.push([asyncScheduler.now(), what]);
  const subscription = value$.subscribe({
    next: ({ word }) => note(word),
    error: note,
    complete: () => note('end'),
  });
  if (leavesAfter !== undefined) {
    asyncScheduler.schedule(() => {
      subscription.unsubscribe();
    }, leavesAfter);
  }
  return log;
}

const made = (names: readonly string[]): Step[] => names.map((name) => steps[name]?.() ?? identity);

describe('fused', () => {
  it('means what pipe means: every value, end, error and subscription at its time', () => {
    fc.assert(
      fc.property(chains, sources, fc.option(fc.nat(10)), (names, source, leavesAt) => {
        const leavesAfter = leavesAt ?? undefined;
        const logs: unknown[][] = [];
        inVirtualTime(({ cold }) => {
          const steps = [(all: Step[]) => inTurn(all), (all: Step[]) => fused(...all)];
          for (const join of steps) {
            const source$ = cold(source, words);
            const log = heard(source$.pipe(join(made(names))), leavesAfter);
            logs.push([log, source$.subscriptions]);
          }
        });

        expect(logs[1]).toEqual(logs[0]);
      }),
      { numRuns, seed: 7 },
    );
  });

  it('means the same for a source that emits synchronously, and stops it', () => {
    fc.assert(
      fc.property(chains, fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (names, values) => {
        const all = made(names.filter((name) => name !== 'rxDelay'));
        const value$ = of(...values.map(say));

        inVirtualTime(() => {
          expect(heard(value$.pipe(fused(...all)))).toEqual(heard(value$.pipe(inTurn(all))));
        });
      }),
      { numRuns, seed: 8 },
    );
  });

  it('joins links in one subscriber', () => {
    const subscribers = (step: Step): number => {
      const stack = emitted(
        of(say('a')).pipe(
          step,
          mapMany(() => ({ stack: deepStack() })),
        ),
      );
      return stack[0]?.stack.filter((line) => line.includes('LinkSubscriber')).length ?? 0;
    };
    const same: Step = mapMany((value) => value);
    const another: Step = mapMany((value) => [value]);

    expect(subscribers(fused(same, another))).toBe(subscribers(same));
    expect(subscribers(pipe(same, another))).toBeGreaterThan(subscribers(same));
  });

  it('keeps the state of each subscription apart', () => {
    const counting = fused(steps['counting']?.() ?? identity, steps['same']?.() ?? identity);

    expect(emitted(of(say('a'), say('b')).pipe(counting))).toEqual([say('a1'), say('b2')]);
    expect(emitted(of(say('a'), say('b')).pipe(counting))).toEqual([say('a1'), say('b2')]);
  });

  it('is nothing at all where there is nothing to join', () => {
    expect(fused(identity, identity)).toBe(identity);
  });

  itBehavesLikeAnOperator(
    () =>
      fused(
        mapMany((value: Word) => value),
        until('d'),
      ),
    { source: 'a-b-c-', says: words, expected: 'a-b-c-', becomes: words },
  );
});

describe('a link', () => {
  const later = (work: () => void): Step =>
    fusible((downstream, life) => ({
      next(value) {
        life.add(
          asyncScheduler.schedule(() => {
            life.run(work);
          }, 2),
        );
        downstream.next(value);
      },
      complete() {
        life.leave();
      },
    }));

  it(
    'is told what it throws at a later time as its error',
    marbles(({ cold, expectObservable }) => {
      const value$ = cold('  a----|', words);
      const expected = '     a-#';

      expectObservable(
        value$.pipe(
          later(() => {
            throw new Error('late');
          }),
        ),
      ).toBe(expected, words, new Error('late'));
    }),
  );

  it(
    'lets go of a source that has ended, though its own end is still to come',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const value$ = cold('  a--|', words);
      const left = '         ^--!';
      const expected = '     a---';
      const waiting: Step = fusible((downstream) => ({
        next(value) {
          downstream.next(value);
        },
        complete: () => undefined,
      }));

      expectObservable(value$.pipe(waiting)).toBe(expected, words);
      expectSubscriptions(value$.subscriptions).toBe(left);
    }),
  );

  it('does nothing more when nobody listens any longer', () => {
    let worked = 0;
    const idle: Step = fusible((downstream, life) => {
      life.add(() => {
        life.run(() => (worked += 1));
      });
      return downstream;
    });
    NEVER.pipe(idle).subscribe({ error: fail }).unsubscribe();

    expect(worked).toBe(0);
  });
});
