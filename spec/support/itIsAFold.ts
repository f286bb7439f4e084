import { expect, it } from '@jest/globals';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { Fold } from '../../src/folds/index.ts';
import { claude } from '../../src/testing/index.ts';
import { snapshot } from './snapshot.ts';

/** The specs every fold owes: `events` should move it as often as possible. */
export function itIsAFold<S>(fold: Fold<S>, events: readonly ClaudeEvent[]): void {
  it('never changes a state once it is given', () => {
    let state = fold.seed;
    const given: S[] = [state];
    const asGiven = [snapshot(state)];
    for (const event of events) {
      state = fold.next(state, event);
      given.push(state);
      asGiven.push(snapshot(state));
    }

    expect(new Set(given).size).toBeGreaterThan(1);
    expect(given.map(snapshot)).toEqual(asGiven);
  });

  it('starts afresh every time', () => {
    const last = () => events.reduce((state, event) => fold.next(state, event), fold.seed);

    expect(last()).toEqual(last());
  });

  it('keeps the same state for what is none of its business', () => {
    const known = events.reduce((state, event) => fold.next(state, event), fold.seed);
    const others = [
      claude.ping(),
      claude.messageStop(),
      claude.streamError('api_error', 'no'),
      claude.unknownEvent('brand_new', { index: 0 }),
      claude.unknownDelta(0, 'brand_new_delta'),
      claude.compaction(0, 'so far'),
    ];

    for (const event of others) expect(fold.next(known, event)).toBe(known);
  });
}
