import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import { oneToolAtATime } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

// Tool A says a and closes with 1, B says b and closes with 2, C says c and closes with 3.
// prettier-ignore
const events = {
  A: claude.toolStart(1, 'f'), a: claude.json(1, '{}'), 1: claude.blockStop(1),
  B: claude.toolStart(2, 'g'), b: claude.json(2, '{}'), 2: claude.blockStop(2),
  C: claude.toolStart(3, 'h'), c: claude.json(3, '{}'), 3: claude.blockStop(3),
  T: claude.textStart(4),      t: claude.text(4, 'Hi'), 4: claude.blockStop(4),
  V: claude.serverToolStart(5), v: claude.json(5, '{'), 5: claude.blockStop(5),
  p: claude.ping(), D: claude.messageDelta('tool_use'), X: claude.messageStop(),
};

const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['lets calls in order pass as they come', '   A-a-1-B-b-2-X|', 'A-a-1-B-b-2-X|'],
  ['keeps the second back until the first is done', 'A-B-a-b-1----2-|', 'A---a---(1Bb)2-|'],
  ['tells the second at once when it waited whole', 'A-B-b-2-a-1-----|', 'A-------a-(1Bb2)|'],
  ['lets the third wait for the second', '      ABCabc1----2----3|', 'A--a--(1Bb)(2Cc)3|'],
  ['tells all that waited whole, in order', '   A-C-3-B-2-1------X|', 'A---------(1C3B2)X|'],
  ['goes on at the first that is not whole', '  ABCc3-1---b2-----|', 'A-----(1B)b(2Cc3)|'],
  ['keeps nothing else back', '                 A-B-T-t-4-p-D|', 'A---T-t-4-p-D|'],
  ["keeps none of Claude's own tools back", '    A-V-v-5-a-1|', 'A-V-v-5-a-1|'],
];

describe('oneToolAtATime', () => {
  for (const [name, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        expectObservable(cold(source, events).pipe(oneToolAtATime())).toBe(expected, events);
      }),
    );
  }

  it('loses nothing and repeats nothing, however the tools are mixed', () => {
    const { A, a, B, b, C, c } = events;
    const mixed = [A, B, C, c, b, a, a, events[3], events[1], b, events[2]];

    expect(emitted(from(mixed).pipe(oneToolAtATime()))).toEqual([
      ...[A, a, a, events[1]],
      ...[B, b, b, events[2]],
      ...[C, c, events[3]],
    ]);
  });

  it('is not slowed down by how much one tool says while it waits', () => {
    const many = 20_000;
    const waiting = Array.from({ length: many }, () => events.b);

    const told = emitted(
      from([events.A, events.B, ...waiting, events[1], events[2]]).pipe(oneToolAtATime()),
    );

    expect(told).toHaveLength(many + 4);
  });

  itBehavesLikeAnOperator(oneToolAtATime, {
    source: '  A-B-b-2-a-1-----',
    says: events,
    expected: 'A-------a-(1Bb2)',
    becomes: events,
  });
});
