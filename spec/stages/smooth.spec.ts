import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { concatMap, from, map, scheduled, asyncScheduler, tap, timer } from 'rxjs';
import { claudeToOpenAI } from '../../src/operators/index.ts';
import { smooth } from '../../src/stages/index.ts';
import { brokenLaws, emitted, openai, outcome } from '../../src/testing/index.ts';
import { answerOptions, brokenStreams, claudeStreams } from '../support/claudeStreams.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';
import { anyRequest } from './anyRequest.ts';

// prettier-ignore
const chunks = {
  R: openai.roleChunk(), F: openai.finishChunk('stop'), U: openai.usageChunk(openai.usage(1, 2)),
  a: openai.contentChunk('a'), b: openai.contentChunk('b'), c: openai.reasoningChunk('c'), d: openai.contentChunk('d'),
  A: openai.callChunk(0, 'f', 'toolu_1'), j: openai.argumentsChunk(0, '{}'),
};

const cases: readonly (readonly [
  name: string,
  source: string,
  expected: string,
  options?: { readonly gapMs?: number; readonly maxDelayMs?: number },
])[] = [
  ['tells a burst evenly', '                 R-(abcd)-----|', 'R-a-b-c-d----|'],
  ['lets pass what is slow enough', '        R--a--b--c-F|', '  R--a--b--c-F|'],
  ['lets the end wait for the text only', '  R(abFU)---|', '    Ra-(bFU)--|'],
  ['paces no calls', '                       R(Ajjj)---|', '    R(Ajjj)---|'],
  ['tells nothing later than its bound', '   (abcd)------|', '   a-b-(cd)----|', { maxDelayMs: 4 }],
  ['tells no finish later than its bound', ' (abcdF)-----|', '   a-b-(cdF)---|', { maxDelayMs: 4 }],
];

describe('smooth', () => {
  for (const [name, source, expected, options] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        const stage = smooth({ gapMs: 2, ...options })(anyRequest);

        expectObservable(cold(source, chunks).pipe(stage)).toBe(expected, chunks);
      }),
    );
  }

  it(
    'tells an error after the text before it, as late as anything else',
    marbles(({ cold, expectObservable }) => {
      const error = new Error('the cable was cut');
      const stage = smooth({ gapMs: 2 })(anyRequest);
      const chunk$ = cold('  (abc#)', chunks, error);
      const expected = '     a-b-(c#)';

      expectObservable(chunk$.pipe(stage)).toBe(expected, chunks, error);
    }),
  );

  it(
    'lets go of its source while chunks wait',
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const chunk$ = hot('  (abcd)-------', chunks);
      const listening = '   ^--!';
      const expected = '    a-b-';

      expectObservable(chunk$.pipe(smooth({ gapMs: 2 })(anyRequest)), listening).toBe(
        expected,
        chunks,
      );
      expectSubscriptions(chunk$.subscriptions).toBe(listening);
    }),
  );

  describe('as an operator', () => {
    itBehavesLikeAnOperator(() => smooth({ gapMs: 2 })(anyRequest), {
      source: '  R-a-b-F-',
      says: { R: chunks.R, a: chunks.a, b: chunks.b, F: chunks.F },
      expected: 'R-a-b-F-',
      becomes: chunks,
    });
  });

  it('tells everything, in order, never early and never later than its bound', () => {
    fc.assert(
      fc.property(
        claudeStreams,
        answerOptions,
        fc.array(fc.nat(40), { minLength: 1 }),
        fc.record({ gapMs: fc.nat(30), maxDelayMs: fc.nat(100) }),
        (events, options, pauses, pace) => {
          const plain = emitted(from(events).pipe(claudeToOpenAI(options)));
          const cameAt: number[] = [];
          const toldAt: number[] = [];
          const smoothed = emitted(
            from(plain).pipe(
              concatMap((chunk, nth) =>
                timer(pauses[nth % pauses.length] ?? 0).pipe(map(() => chunk)),
              ),
              tap(() => cameAt.push(asyncScheduler.now())),
              smooth(pace)(anyRequest),
              tap(() => toldAt.push(asyncScheduler.now())),
            ),
          );

          expect(smoothed).toEqual(plain);
          expect(brokenLaws(smoothed, options)).toEqual([]);
          for (const [nth, at] of toldAt.entries()) {
            expect(at).toBeGreaterThanOrEqual(cameAt[nth] ?? Infinity);
            expect(at - (cameAt[nth] ?? 0)).toBeLessThanOrEqual(pace.maxDelayMs);
          }
        },
      ),
      { numRuns: 100, seed: 20 },
    );
  });

  it('tells all there was before a failure', () => {
    fc.assert(
      fc.property(brokenStreams, (events) => {
        const chunk$ = scheduled(events, asyncScheduler).pipe(claudeToOpenAI());

        expect(outcome(chunk$.pipe(smooth()(anyRequest)))).toEqual(outcome(chunk$));
      }),
      { numRuns: 100, seed: 20 },
    );
  });
});
