import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { inRuns, told } from '../../src/folds/inRuns.ts';
import type { Fold } from '../../src/folds/Fold.ts';
import { messageContent, toBlocks } from '../../src/folds/messageContent.ts';
import { claude } from '../../src/testing/index.ts';
import { snapshot } from '../support/snapshot.ts';

const {
  json,
  ping,
  redactedThinking,
  signature,
  text,
  textStart,
  thinking,
  thinkingStart,
  toolStart,
} = claude;

/** Knows how often it was told something. */
const count: Fold<number> = { seed: 0, next: (times) => times + 1 };

const after = <S>(fold: Fold<S>, events: readonly ClaudeEvent[]): S =>
  events.reduce((state, event) => fold.next(state, event), fold.seed);

const inRunsAfter = <S>(fold: Fold<S>, events: readonly ClaudeEvent[]): S =>
  told(fold, after(inRuns(fold), events));

describe('inRuns', () => {
  it('tells a run of deltas as one', () => {
    const words = Array.from({ length: 100 }, () => text(0, 'word '));
    expect(inRunsAfter(count, [textStart(0), ...words])).toBe(2);
    expect(inRunsAfter(count, [textStart(0), ...words, ping(), ...words])).toBe(2);
  });

  it('begins a new one with another block, and with another kind', () => {
    expect(inRunsAfter(count, [text(0, 'a'), text(1, 'b'), text(0, 'c')])).toBe(3);
    expect(inRunsAfter(count, [text(0, 'a'), thinking(0, 'b'), signature(0, 's')])).toBe(3);
  });

  it('comes to what the fold itself comes to', () => {
    const index = fc.integer({ min: 0, max: 2 });
    const piece = fc.constantFrom('', 'a', '{"b":', '1}');
    const event = fc.oneof(
      fc.tuple(index, piece).map(([at, some]) => text(at, some)),
      fc.tuple(index, piece).map(([at, some]) => thinking(at, some)),
      fc.tuple(index, piece).map(([at, some]) => json(at, some)),
      fc.tuple(index, piece).map(([at, some]) => signature(at, some)),
      index.map((at) => textStart(at)),
      index.map((at) => thinkingStart(at)),
      index.map((at) => toolStart(at, 'f')),
      index.map((at) => redactedThinking(at, 'x')),
      fc.constantFrom(ping(), claude.messageStart(), claude.messageStop()),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        expect(toBlocks(inRunsAfter(messageContent, events))).toEqual(
          toBlocks(after(messageContent, events)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('changes no state it was given', () => {
    const fold = inRuns(messageContent);
    const one = fold.next(fold.next(fold.seed, textStart(0)), text(0, 'a'));
    const before = snapshot(one);
    fold.next(one, text(0, 'b'));
    fold.next(one, textStart(1));
    expect(snapshot(one)).toEqual(before);
    expect(fold.seed.state).toBe(messageContent.seed);
    expect(toBlocks(fold.seed.state)).toEqual([]);
  });
});
