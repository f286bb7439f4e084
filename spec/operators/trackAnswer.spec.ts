import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from } from 'rxjs';
import {
  answer,
  customInput,
  messageHead,
  stopReason,
  tokenUsage,
  toolIndex,
} from '../../src/folds/index.ts';
import { track } from '../../src/operators/index.ts';
import { trackAnswer } from '../../src/operators/trackAnswer.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { claudeStreams } from '../support/claudeStreams.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';

const customTools = new Set(['grep']);
const textSeparator = ' / ';

const p = claude.ping();
const seeds = {
  toolIndex: toolIndex.seed,
  answer: answer().seed,
  customInput: new Map(),
  stopReason: stopReason.seed,
  tokenUsage: tokenUsage.seed,
};

describe('trackAnswer', () => {
  it('means track with the folds of an answer', () => {
    const byName = track({
      messageHead,
      toolIndex,
      answer: answer(textSeparator),
      customInput: customInput(customTools),
      stopReason,
      tokenUsage,
    });

    fc.assert(
      fc.property(claudeStreams, (events) => {
        const started = (tracked: { readonly messageHead: object }) => ({
          ...tracked,
          messageHead: { ...tracked.messageHead, created: 0 },
        });
        const spelled = emitted(from(events).pipe(trackAnswer({ textSeparator, customTools })));

        expect(spelled.map(started)).toEqual(emitted(from(events).pipe(byName)).map(started));
      }),
      { numRuns: 100, seed: 3 },
    );
  });

  it('passes the very event', () => {
    const [tracked] = emitted(from([p]).pipe(trackAnswer()));

    expect(tracked?.event).toBe(p);
  });

  itBehavesLikeAnOperator(() => trackAnswer(), {
    source: 'p-p-',
    says: { p },
    expected: 'p-p-',
    becomes: { p: { event: p, messageHead: messageHead.seed, ...seeds } },
  });
});
