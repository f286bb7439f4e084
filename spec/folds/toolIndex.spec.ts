import { describe, it } from '@jest/globals';
import { concatWith } from 'rxjs';
import { toolIndex } from '../../src/folds/index.ts';
import { claude } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';
import { marbles } from '../support/marbles.ts';
import { remembering } from '../support/remembering.ts';

// Capitals open a block, small letters continue it: T text, M thinking, V Claude's own tool, A B tools.
// prettier-ignore
const events = {
  S: claude.messageStart(),
  T: claude.textStart(0),            t: claude.text(0, 'Let me look.'),
  M: claude.thinkingStart(0),        m: claude.thinking(0, 'hm'),
  V: claude.serverToolStart(2),      v: claude.json(2, '{}'),  P: claude.inertBlock(2, 'mcp_tool_use'),
  N: claude.unknownBlock(2, 'x'),
  A: claude.toolStart(1, 'weather'), a: claude.json(1, '{}'),  '.': claude.blockStop(1),
  B: claude.toolStart(3, 'clock'),   b: claude.json(3, '{}'),
  Z: claude.toolStart(0, 'zero'),    z: claude.json(0, '{}'),
  C: claude.toolStart(1, 'other', 'toolu_c'),
};

// What is known after an event: nothing, or the position of each tool's block.
const known = (...slots: readonly (readonly [block: number, call: number])[]) => new Map(slots);
// prettier-ignore
const knows = {
  o: known(),
  A: known([1, 0]), B: known([1, 0], [3, 1]),
  Z: known([0, 0]), Y: known([0, 0], [1, 1]),
  R: known([3, 0]), Q: known([3, 0], [1, 1]),
};

const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['numbers the first tool 0, though text comes before it', ' S-T-t-A-a-.|', 'o-o-o-A-A-A|'],
  ['numbers the first tool 0, though thinking comes first', ' S-M-m-A-a-.|', 'o-o-o-A-A-A|'],
  ['numbers tools that come first 0 and 1', '                 S-Z-z-A-a-.|', 'o-Z-Z-Y-Y-Y|'],
  ['numbers tools 0 and 1, though there is a search between', 'A-a-V-v-B-b|', 'A-A-A-A-B-B|'],
  ["counts none of Claude's own tools", '                     V-v-P-N-A-a|', 'o-o-o-o-A-A|'],
  ['numbers by order of appearance, not by block', '          B-b-A-a|', '    R-R-Q-Q|'],
];

describe('toolIndex', () => {
  for (const [name, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        const events$ = cold(source, events);

        expectObservable(events$.pipe(remembering(toolIndex))).toBe(expected, knows);
      }),
    );
  }

  it(
    'starts afresh for every subscription, also while another goes on',
    marbles(({ cold, expectObservable }) => {
      const index$ = cold(' A-B|', events).pipe(remembering(toolIndex));
      const expected = '    A-BA-B|';
      const later = '       -^';
      const delayed = '     -A-BA-B|';

      expectObservable(index$.pipe(concatWith(index$))).toBe(expected, knows);
      expectObservable(index$.pipe(concatWith(index$)), later).toBe(delayed, knows);
    }),
  );

  itIsAFold(toolIndex, [events.S, events.T, events.A, events.a, events.V, events.B]);
});
