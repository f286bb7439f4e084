import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { stripFence } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

// prettier-ignore
const events = {
  T: claude.textStart(0),         '.': claude.blockStop(0),
  '`': claude.text(0, '``'),      j: claude.text(0, '`json\n{"a":'),  J: claude.text(0, '{"a":'),
  n: claude.text(0, '1}\n'),      N: claude.text(0, '1}'),
  f: claude.text(0, '```'),       w: claude.text(0, ' \n'),
  x: claude.text(0, 'Hi'),
  U: claude.textStart(1),         u: claude.text(1, '```\nb\n```'), v: claude.text(1, 'b'), ',': claude.blockStop(1),
  A: claude.toolStart(2, 'now'),  a: claude.json(2, '{}'), ';': claude.blockStop(2),
};

const fenced = (...pieces: readonly string[]): readonly ClaudeEvent[] => [
  events.T,
  ...pieces.map((piece) => claude.text(0, piece)),
  events['.'],
];
const textOf = (told: readonly ClaudeEvent[]): string =>
  told
    .map((event) =>
      event.type === 'content_block_delta' && event.delta.type === 'text_delta'
        ? event.delta.text
        : '',
    )
    .join('');
const stripped = (...pieces: readonly string[]) =>
  textOf(emitted(from(fenced(...pieces)).pipe(stripFence())));

describe('stripFence', () => {
  it(
    'lets wait what may be a fence, and nothing else',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  T-`-j-n-w-f-.-', events);
      const expected = '      T---J-N-----.-';

      expectObservable(claude$.pipe(stripFence())).toBe(expected, events);
    }),
  );

  it(
    'passes ordinary text as it comes',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  T-x-x-.-|', events);
      const expected = '      T-x-x-.-|';

      expectObservable(claude$.pipe(stripFence())).toBe(expected, events);
    }),
  );

  it(
    'says at the end of the block what waited in vain',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  T-`-.---|', events);
      const expected = '      T---(`.)|';

      expectObservable(claude$.pipe(stripFence())).toBe(expected, events);
    }),
  );

  it(
    'takes one off each text, and leaves what is no text alone',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  T`jnf.-A-a-;-Uu,---|', events);
      const expected = '      T-JN-.-A-a-;-Uv,---|';

      expectObservable(claude$.pipe(stripFence())).toBe(expected, events);
    }),
  );

  it.each([
    ['a fence with a language', '```json\n{"a":1}\n```', '{"a":1}'],
    ['a fence without', '```\n{"a":1}\n```', '{"a":1}'],
    ['white space around it', '\n ```JSON \r\n{"a":1}\r\n``` \n', '{"a":1}'],
    ['a fence that never closes', '```json\n{"a":1}', '{"a":1}'],
    ['no fence', '{"a":1}', '{"a":1}'],
    ['a fence further in', 'Look:\n```json\n1\n```', 'Look:\n```json\n1\n```'],
    ['backticks that are no fence', '`a` is `b`', '`a` is `b`'],
    ['a word after the backticks that is no language', '```not a fence', '```not a fence'],
    ['words after the fence', '```\n1\n```\nThere.', '1\n```\nThere.'],
    ['two fences', '```\n1\n```\n```\n2\n```', '1\n```\n```\n2'],
    ['nothing but a fence', '```json\n```', ''],
    ['nothing', '', ''],
  ])('reads %s the same however it is cut', (_, whole, result) => {
    expect(stripped(whole)).toBe(result);
    expect(stripped(...Array.from(whole))).toBe(result);
    for (let at = 1; at < whole.length; at += 1) {
      expect(stripped(whole.slice(0, at), whole.slice(at))).toBe(result);
    }
  });

  it('does not depend on where the text is cut (seed 13)', () => {
    const piece = fc.constantFrom('`', '``', '```', 'json', '\n', ' ', '\r\n', '{}', 'a', '');

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(stripped(...pieces)).toBe(stripped(pieces.join('')));
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  itBehavesLikeAnOperator(stripFence, {
    source: '  T-`-j-n-w-f-.-',
    says: events,
    expected: 'T---J-N-----.-',
    becomes: events,
  });
});
