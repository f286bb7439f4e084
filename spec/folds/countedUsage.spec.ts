import { describe, expect, it } from '@jest/globals';
import { countedUsage } from '../../src/folds/countedUsage.ts';
import { claude } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';
import { marbles } from '../support/marbles.ts';
import { remembering } from '../support/remembering.ts';

const { messageDelta, messageStart } = claude;

const events = [
  messageStart(),
  { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  messageDelta(null, { output_tokens: 25 }),
] as const;

describe('countedUsage', () => {
  it(
    'knows the totals, whether output was counted to the end, and how the message ended',
    marbles(({ cold, expectObservable }) => {
      const [S, U, D] = events;
      const events$ = cold('  S-U-D|', { S, U, D });
      const expected = '      S-U-D|';

      const usage = { input_tokens: 10, output_tokens: 1 };
      expectObservable(events$.pipe(remembering(countedUsage))).toBe(expected, {
        S: { usage, isOutputFinal: false, delta: {} },
        U: { usage, isOutputFinal: false, delta: U.delta },
        D: {
          usage: { ...usage, output_tokens: 25 },
          isOutputFinal: true,
          delta: { stop_reason: 'tool_use', stop_sequence: null },
        },
      });
    }),
  );

  it('starts from nothing', () => {
    expect(countedUsage.seed).toEqual({ usage: {}, isOutputFinal: false, delta: {} });
  });

  itIsAFold(countedUsage, events);
});
