import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { completeToolInput } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

// A and B open tools, small letters are their input, . and , close them; j and k is what was missing.
// prettier-ignore
const events = {
  A: claude.toolStart(0, 'now'),                           a: claude.json(0, '{"zone":1}'),
  e: claude.json(0, ''),           s: claude.json(0, ' '), '.': claude.blockStop(0),
  j: claude.json(0, '{}'),
  W: claude.toolStart(0, 'now', 'toolu_0', { zone: 2 }),   w: claude.json(0, '{"zone":2}'),
  B: claude.toolStart(1, 'day'),   k: claude.json(1, '{}'), ',': claude.blockStop(1),
  T: claude.textStart(1),          V: claude.serverToolStart(1),
  D: claude.messageDelta('max_tokens'), R: claude.messageDelta('refusal'), U: claude.messageDelta('tool_use'),
};

const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['gives a tool without input its {}', '                   A--.----|', 'A--(j.)-|'],
  ['does not count an empty delta as input', '              A-e--.----|', 'A-e--(j.)-|'],
  ['does not count white space as input', '                 A-s--.----|', 'A-s--(j.)-|'],
  ['leaves a tool with input alone', '                      A-a--.-|', 'A-a--.-|'],
  ['writes out input that came with the opening', '         W--.----|', 'W--(w.)-|'],
  ['prefers the input that was streamed', '                 W-a--.-|', 'W-a--.-|'],
  ['keeps tools apart that are open together', '            AB-a-.,---|', 'AB-a-.(k,)|'],
  ['leaves text alone', '                                   T---,-|', 'T---,-|'],
  ["leaves Claude's own tools alone", '                     V---,-|', 'V---,-|'],
  ['gives a call its {} after a reason that is no cut', '   A-U.---|', 'A-U(j.)|'],
  ['makes no call of one that was cut off', '               A-D.---|', 'A-D.---|'],
  ['takes only the last call for cut off', 'AB-D.---,-|', 'AB-D(j.),-|'],
  ['takes none for cut off when a text came after', 'A-T-D.---|', 'A-T-D(j.)|'],
  ['makes no call of one that was refused', '               A-R.---|', 'A-R.---|'],
  ['writes out what came at once even when cut off after', 'W-D.---|', 'W-D(w.)|'],
];

describe('completeToolInput', () => {
  for (const [name, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        expectObservable(cold(source, events).pipe(completeToolInput())).toBe(expected, events);
      }),
    );
  }

  it.each([
    ['an object', { city: 'Oslo' }, '{"city":"Oslo"}'],
    ['JSON', '{"city":"Oslo"}', '{"city":"Oslo"}'],
    ['text that is no JSON', 'Oslo', '{}'],
    ['empty text', '', '{}'],
    ['a list', ['Oslo'], '{}'],
    ['null', null, '{}'],
    ['nothing', undefined, '{}'],
    ['a number', 7, '{}'],
  ])('takes an opening that carries %s for an object all the same', (_, input, json) => {
    const call$ = of(claude.toolStart(0, 'f', 'toolu_0', input), events['.']);

    expect(emitted(call$.pipe(completeToolInput()))[1]).toEqual(claude.json(0, json));
  });

  itBehavesLikeAnOperator(completeToolInput, {
    source: '  A--.----B-,----',
    says: events,
    expected: 'A--(j.)-B-(k,)-',
    becomes: events,
  });
});
