import { describe, it } from '@jest/globals';
import { stopReason } from '../../src/folds/index.ts';
import { claude } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';
import { marbles } from '../support/marbles.ts';
import { remembering } from '../support/remembering.ts';

const details = { type: 'refusal', category: 'bio', explanation: 'I will not.' };
// prettier-ignore
const events = {
  S: claude.messageStart(),
  P: claude.messageStart({}, { stop_reason: 'tool_use' }),
  t: claude.text(0, 'Hi'),
  D: claude.messageDelta('end_turn'),
  U: claude.messageDelta('tool_use'),
  0: claude.messageDelta(null),
  e: claude.messageDelta(''),
  R: claude.messageDelta('refusal', null, { stop_details: details }),
  d: claude.messageDelta(null, null, { stop_details: details }),
  X: claude.messageStop(),
};
// prettier-ignore
const knows = {
  n: { reason: undefined, details: undefined },
  D: { reason: 'end_turn', details: undefined },
  U: { reason: 'tool_use', details: undefined },
  V: { reason: 'tool_use', details },
  R: { reason: 'refusal', details },
  d: { reason: undefined, details },
};

const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['knows the reason from when it is said', 'S-t-D-X|', 'n-n-D-D|'],
  ['knows a reason said at the start', '     P-t-X|', '  U-U-U|'],
  ['believes the latest', '                  S-U-D|', '  n-U-D|'],
  ['is not moved by null or nothing', '      S-U-0-e|', 'n-U-U-U|'],
  ['keeps the reason when only details follow', 'U-d|', 'U-V|'],
  ['knows the details of a refusal', '       S-R-0|', '  n-R-R|'],
  ['knows details that come first', '        d-R|', '    d-R|'],
];

describe('stopReason', () => {
  for (const [name, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        const events$ = cold(source, events);

        expectObservable(events$.pipe(remembering(stopReason))).toBe(expected, knows);
      }),
    );
  }

  itIsAFold(stopReason, [events.S, events.d, events.U, events.D, events.R]);
});
