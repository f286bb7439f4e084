import { describe, expect, it } from '@jest/globals';
import { from, map } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import {
  type AnswerReasoning,
  nextReasoning,
  noReasoning,
} from '../../src/folds/answerReasoning.ts';
import type { Fold } from '../../src/folds/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';
import { marbles } from '../support/marbles.ts';
import { remembering } from '../support/remembering.ts';

const textBefore = 7;
const reasoning: Fold<AnswerReasoning> = {
  seed: noReasoning,
  next: (known, event) => nextReasoning(known, event, textBefore),
};
const blocksOf = (...events: readonly ClaudeEvent[]) =>
  toldIn(emitted(from(events).pipe(remembering(reasoning))).at(-1) ?? noReasoning);
const toldIn = ({ blocks }: AnswerReasoning) => [...blocks.told.values()];

// L and M open thoughts, l and m say a letter of them, s one with a space; R is encrypted.
// prettier-ignore
const events = {
  L: claude.thinkingStart(0), l: claude.thinking(0, 'a'), s: claude.thinking(0, 'a\n'), e: claude.thinking(0, ''),
  M: claude.thinkingStart(2), m: claude.thinking(2, 'b'),
  g: claude.signature(0, 'Eu'), h: claude.signature(0, 'Ex'),
  R: claude.redactedThinking(1, 'x'),
  T: claude.textStart(1), t: claude.text(1, 'Hi'),
};

const cases: readonly (readonly [name: string, source: string, leads: string])[] = [
  ['joins what one block thinks', '  L-l-l|', '       o-o-o|'],
  ['parts two thoughts', '           L-l-M-m|', '     o-o-o-n|'],
  ['parts them once', '              L-l-M-m-m|', '   o-o-o-n-o|'],
  ['parts nothing from nothing', '   L-e-M-m|', '     o-o-o-o|'],
  ['parts nothing that space parts', 'L-s-M-m|', '    o-o-o-o|'],
];

describe('nextReasoning', () => {
  for (const [name, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        const lead$ = cold(source, events).pipe(
          remembering(reasoning),
          map(({ lead }) => lead),
        );

        expectObservable(lead$).toBe(expected, { o: '', n: '\n\n' });
      }),
    );
  }

  it('keeps the exact words of each thought, without what parts them', () => {
    const { L, l, M, m } = events;

    expect(blocksOf(L, l, l, M, m)).toEqual([
      { index: 0, textBefore, type: 'thinking', text: 'aa', signature: '' },
      { index: 2, textBefore, type: 'thinking', text: 'b', signature: '' },
    ]);
  });

  it('replaces a signature and never joins it', () => {
    expect(blocksOf(events.L, events.l, events.g, events.h)).toEqual([
      { index: 0, textBefore, type: 'thinking', text: 'a', signature: 'Ex' },
    ]);
  });

  it('keeps encrypted thinking as it came', () => {
    expect(blocksOf(events.L, events.R)).toEqual([
      { index: 0, textBefore, type: 'thinking', text: '', signature: '' },
      { index: 1, textBefore, type: 'redacted_thinking', data: 'x' },
    ]);
  });

  it('keeps thoughts apart that are open together', () => {
    const { L, M, l, m, g } = events;

    expect(blocksOf(L, M, l, m, g)).toEqual([
      { index: 0, textBefore, type: 'thinking', text: 'a', signature: 'Eu' },
      { index: 2, textBefore, type: 'thinking', text: 'b', signature: '' },
    ]);
  });

  it('adds to the latest block of a number that was used twice', () => {
    expect(
      blocksOf(events.L, events.l, events.L, events.s).map(
        (block) => block.type === 'thinking' && block.text,
      ),
    ).toEqual(['a', 'a\n']);
  });

  it('hears no thought of a block that never opened, or that is no thought', () => {
    expect(blocksOf(events.l, events.g, events.R, claude.thinking(1, 'no'))).toEqual([
      { index: 1, textBefore, type: 'redacted_thinking', data: 'x' },
    ]);
  });

  it('stays the same where nothing is thought', () => {
    for (const event of [events.T, events.t, events.e, claude.blockStop(0)]) {
      expect(nextReasoning(noReasoning, event, textBefore)).toBe(noReasoning);
    }
  });

  itIsAFold(reasoning, [events.L, events.l, events.g, events.R, events.M, events.m]);
});
