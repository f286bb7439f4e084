import { describe, expect, it } from '@jest/globals';
import { customInput } from '../../src/folds/index.ts';
import { claude } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';
import { marbles } from '../support/marbles.ts';
import { remembering } from '../support/remembering.ts';

// Q calls the free-form tool `sql`, A an ordinary one, V one of Claude's own that is called the same.
// prettier-ignore
const events = {
  T: claude.textStart(0),
  Q: claude.toolStart(1, 'sql'),          q: claude.json(1, '{"input":'), r: claude.json(1, '"x"}'),
  A: claude.toolStart(2, 'f'),            a: claude.json(2, '{}'),
  V: claude.serverToolStart(3, 'sql'),    v: claude.json(3, '{}'),
  P: claude.toolStart(4, 'toString'),
  '.': claude.blockStop(1),
};
// prettier-ignore
const knows = {
  o: new Map<number, string>(),
  Q: new Map([[1, '']]), q: new Map([[1, '{"input":']]), r: new Map([[1, '{"input":"x"}']]),
};

describe('customInput', () => {
  it(
    'collects the input of free-form tools',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  T-Q-q-r-.|', events);
      const expected = '      o-Q-q-r-r|';

      expectObservable(events$.pipe(remembering(customInput(new Set(['sql']))))).toBe(
        expected,
        knows,
      );
    }),
  );

  it(
    'collects no input of other tools',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  A-a-V-v-P-Q-a-q|', events);
      const expected = '      o-o-o-o-o-Q-Q-q|';

      expectObservable(events$.pipe(remembering(customInput(new Set(['sql']))))).toBe(
        expected,
        knows,
      );
    }),
  );

  it('keeps the inputs of several calls apart', () => {
    const fold = customInput(new Set(['sql', 'f']));
    const inputs = [events.Q, events.A, events.q, events.a, events.r].reduce(
      (known, event) => fold.next(known, event),
      fold.seed,
    );

    expect([...inputs]).toEqual([
      [1, '{"input":"x"}'],
      [2, '{}'],
    ]);
  });

  itIsAFold(customInput(new Set(['sql'])), [events.Q, events.q, events.A, events.r]);
});
