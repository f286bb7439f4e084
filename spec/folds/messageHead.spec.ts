import { describe, it } from '@jest/globals';
import { messageHead } from '../../src/folds/index.ts';
import { claude } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';
import { marbles } from '../support/marbles.ts';
import { remembering } from '../support/remembering.ts';

const head = (created: number, tier?: string) => ({
  id: 'msg_1',
  model: 'claude-test',
  created,
  tier,
});
const other = claude.messageStart({ service_tier: 'batch' }, { id: 'msg_2', model: 'other' });
const events = {
  S: claude.messageStart(),
  O: other,
  t: claude.text(0, 'Hi'),
  D: claude.messageDelta('end_turn', { service_tier: 'batch' }),
};
const nobody = { id: '', model: '', created: -1, tier: undefined };

describe('messageHead', () => {
  it(
    'knows the message from its start on',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  t-S-t-D|', events);
      const expected = '      n-S-S-S|';

      expectObservable(events$.pipe(remembering(messageHead))).toBe(expected, {
        n: nobody,
        S: head(0),
      });
    }),
  );

  it(
    'dates the message by the time of its start, in whole seconds',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  2999ms S 5s t|', events);
      const expected = '      2999ms S 5s S|';

      expectObservable(events$.pipe(remembering(messageHead))).toBe(expected, { S: head(2) });
    }),
  );

  it(
    'believes the first start, even at time 0, and no other',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  S-O 2s O|', events);
      const expected = '      S-S 2s S|';

      expectObservable(events$.pipe(remembering(messageHead))).toBe(expected, { S: head(0) });
    }),
  );

  for (const [name, usage, tier] of [
    ['the tier', { service_tier: 'priority' }, 'priority'],
    ['a fast answer, whatever its tier', { service_tier: 'standard', speed: 'fast' }, 'fast'],
    ['no tier where Claude says null', { service_tier: null, speed: 'standard' }, undefined],
  ] as const) {
    it(
      `knows ${name}`,
      marbles(({ cold, expectObservable }) => {
        const events$ = cold('S', { S: claude.messageStart(usage) });

        expectObservable(events$.pipe(remembering(messageHead))).toBe('S', { S: head(0, tier) });
      }),
    );
  }

  it(
    'does without usage',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('S', { S: claude.messageStart({}, { usage: null }) });

      expectObservable(events$.pipe(remembering(messageHead))).toBe('S', { S: head(0) });
    }),
  );

  itIsAFold(messageHead, [events.S, events.t, events.D]);
});
