import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lastValueFrom, from, toArray } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { AnswerOptions } from '../../src/convert/answerOptions.ts';
import { ProtocolError } from '../../src/errors.ts';
import { claudeToOpenAI } from '../../src/operators/index.ts';
import { guard, type GuardOptions, type Said } from '../../src/stages/index.ts';
import { brokenLaws, claude, emitted, openai, outcome } from '../../src/testing/index.ts';
import { answerOptions, brokenStreams, claudeStreams } from '../support/claudeStreams.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';
import { anyRequest } from './anyRequest.ts';

// prettier-ignore
const says = {
  S: claude.messageStart(), T: claude.textStart(0), t: claude.text(0, 'Take '), b: claude.text(0, 'the bomb'),
  '.': claude.blockStop(0), D: claude.messageDelta('end_turn'), X: claude.messageStop(), p: claude.ping(),
  A: claude.toolStart(1, 'f'), a: claude.json(1, '{"a":'),
};
// prettier-ignore
const refused = {
  R: { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details: null } },
} as const;

const noBombs: GuardOptions = { judge: ({ text }) => !text.includes('the bomb') };
const guarded = (
  events: readonly ClaudeEvent[],
  policy: GuardOptions = noBombs,
  options: AnswerOptions = {},
) => emitted(from(events).pipe(guard(policy)(anyRequest), claudeToOpenAI(options)));

describe('guard', () => {
  it(
    'ends the answer where the verdict falls, and leaves the upstream',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const claude$ = cold('  S-T-t-b---t-.-D-X|', says);
      const subscription = '  ^-----!';
      const expected = '      S-T-t-(RX|)';

      expectObservable(claude$.pipe(guard(noBombs)(anyRequest))).toBe(expected, {
        ...says,
        ...refused,
      });
      expectSubscriptions(claude$.subscriptions).toBe(subscription);
    }),
  );

  it(
    'lets pass what is allowed',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  S-p-T-t-.-A-a-D-X|', says);
      const expected = '      S-p-T-t-.-A-a-D-(yX|)';

      expectObservable(claude$.pipe(guard(noBombs)(anyRequest))).toBe(expected, {
        ...says,
        y: claude.blockStop(1),
      });
    }),
  );

  it('tells the client an ordinary end, with the usage so far if it asked', () => {
    const { S, T, t, b, D, X } = says;

    expect(guarded([S, T, t, b, D, X], noBombs, { includeUsage: true })).toEqual(
      openai.awaitingUsage(
        openai.roleChunk(),
        openai.contentChunk('Take '),
        openai.finishChunk('content_filter'),
        openai.usageChunk(openai.usage(10, 1)),
      ),
    );
  });

  it('tells the client why, if the verdict does', () => {
    const { S, T, b } = says;

    expect(guarded([S, T, b], { judge: () => 'No bombs here.' })).toEqual(
      openai.answer('content_filter', openai.refusalChunk('No bombs here.')),
    );
  });

  it('judges text, thoughts and the input of tools, piece by piece, and knows whose they are', () => {
    const judged: Said[] = [];
    const { S, T, t, A, a, D, X } = says;
    const thought = [claude.thinkingStart(5), claude.thinking(5, 'Hm')];
    guarded([S, T, t, ...thought, A, a, claude.json(1, '1}'), D, X], {
      judge: (said, context) => {
        judged.push(said);
        return context === anyRequest;
      },
    });

    expect(judged).toEqual([
      { text: 'Take ', thinking: '', toolInput: '', piece: 'Take ' },
      { text: 'Take ', thinking: 'Hm', toolInput: '', piece: 'Hm' },
      { text: 'Take ', thinking: 'Hm', toolInput: '{"a":', piece: '{"a":' },
      { text: 'Take ', thinking: 'Hm', toolInput: '{"a":1}', piece: '1}' },
    ]);
  });

  it('waits for a verdict that takes its time, and tells nothing meanwhile', async () => {
    const { S, T, t, b, D, X } = says;
    const told: string[] = [];
    const policy: GuardOptions = {
      judge: async ({ piece }) => {
        await Promise.resolve();
        told.push(piece);
        return piece !== 'the bomb';
      },
    };
    const chunk$ = from([S, T, t, b, t, D, X]).pipe(guard(policy)(anyRequest), claudeToOpenAI());
    const chunks = await lastValueFrom(chunk$.pipe(toArray()), { defaultValue: [] });

    // By a real clock, for once: promises know no other.
    expect(chunks.map((chunk) => ({ ...chunk, created: 0 }))).toEqual(
      openai.answer('content_filter', openai.contentChunk('Take ')),
    );
    expect(told).toEqual(['Take ', 'the bomb']);
  });

  it('tells nothing that could not be judged', () => {
    const error = new Error('no judge');
    const { S, T, t } = says;
    const blind = guard({
      judge: () => {
        throw error;
      },
    })(anyRequest);

    expect(outcome(from([S, T, t]).pipe(blind))).toEqual({
      values: [S, T],
      ending: 'error',
      error,
    });
  });

  describe('as an operator', () => {
    itBehavesLikeAnOperator(() => guard(noBombs)(anyRequest), {
      source: '  S-T-t-',
      says: { S: says.S, T: says.T, t: says.t },
      expected: 'S-T-t-',
      becomes: says,
      empty: { expected: '--#', error: ProtocolError.incomplete() },
    });
  });

  it('keeps every law, wherever it stops a stream', () => {
    fc.assert(
      fc.property(claudeStreams, answerOptions, fc.nat(12), (events, options, pieces) => {
        let judged = 0;
        const chunks = guarded(events, { judge: () => (judged += 1) <= pieces }, options);

        expect(brokenLaws(chunks, options)).toEqual([]);
        if (judged > pieces) {
          expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual([
            'content_filter',
          ]);
        }
      }),
      { numRuns: 200, seed: 20 },
    );
  });

  it('changes no answer that it allows', () => {
    // Where calls are mixed, a thought between them may be placed before one it came after.
    const withoutPositions = (result: unknown): unknown =>
      JSON.parse(JSON.stringify(result).replaceAll(/"position":{[^}]*}/g, '"position":{}'));

    fc.assert(
      fc.property(fc.oneof(claudeStreams, brokenStreams), answerOptions, (events, options) => {
        const plain = outcome(from(events).pipe(claudeToOpenAI(options)));
        const allowed = from(events).pipe(guard({ judge: () => true })(anyRequest));
        const result = outcome(allowed.pipe(claudeToOpenAI(options)));

        expect(withoutPositions(result)).toEqual(withoutPositions(plain));
        expect(result.error).toEqual(plain.error);
      }),
      { numRuns: 150, seed: 20 },
    );
  });
});
