import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import type {
  BedrockInvocationMetrics,
  ClaudeEvent,
  ClaudeUsage,
} from '../../src/claude/events.ts';
import { claudeToOpenAI, fillUsage } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const { blockStop, messageDelta, messageStart, messageStop, text, textStart } = claude;

const stopWith = (metrics: BedrockInvocationMetrics): ClaudeEvent => ({
  type: 'message_stop',
  'amazon-bedrock-invocationMetrics': metrics,
});
const counted = stopWith({
  inputTokenCount: 7,
  outputTokenCount: 9,
  cacheReadInputTokenCount: 100,
  cacheWriteInputTokenCount: 20,
  invocationLatency: 1743,
});
const start = (usage?: ClaudeUsage): ClaudeEvent => ({
  type: 'message_start',
  message: { id: 'msg_1', model: 'claude-opus-5', ...(usage && { usage }) },
});
const ended = (usage?: ClaudeUsage): ClaudeEvent => ({
  type: 'message_delta',
  delta: { stop_reason: 'stop_sequence', stop_sequence: 'END' },
  ...(usage && { usage }),
});

describe('fillUsage', () => {
  it(
    'tells what Bedrock counted where Claude told nothing, and how the message ended once more',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('S-t-D-X---|', { S: start(), t: text(0, 'Hi'), D: ended(), X: counted });
      const expected = '    S-t-D-(dX)|';

      expectObservable(claude$.pipe(fillUsage())).toBe(expected, {
        S: start(),
        t: text(0, 'Hi'),
        D: ended(),
        d: ended({
          input_tokens: 7,
          output_tokens: 9,
          cache_read_input_tokens: 100,
          cache_creation_input_tokens: 20,
        }),
        X: messageStop(),
      });
    }),
  );

  const filled = (...events: readonly ClaudeEvent[]) => emitted(from(events).pipe(fillUsage()));

  it.each<readonly [string, ClaudeUsage | undefined, ClaudeUsage | undefined, ClaudeUsage]>([
    [
      'what is missing only',
      { input_tokens: 3, cache_read_input_tokens: 0, output_tokens: 1 },
      { output_tokens: 4 },
      { cache_creation_input_tokens: 20 },
    ],
    [
      'the output, of which the start of a message says no more than a beginning',
      { input_tokens: 3, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 1 },
      undefined,
      { output_tokens: 9 },
    ],
    [
      'what was null',
      { input_tokens: null, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      { output_tokens: 2 },
      { input_tokens: 7 },
    ],
  ])('tells %s', (_, atStart, atEnd, missing) => {
    expect(filled(start(atStart), ended(atEnd), counted)).toEqual([
      start(atStart),
      ended(atEnd),
      ended(missing),
      messageStop(),
    ]);
  }); // prettier-ignore

  it.each([
    ['all is told', counted, { input_tokens: 1, cache_read_input_tokens: 1, cache_creation_input_tokens: 1, output_tokens: 1 }],
    ['nothing was counted', messageStop(), undefined],
    ['the count is none', stopWith({ inputTokenCount: null, outputTokenCount: 'x' as never }), undefined],
  ])('adds nothing where %s', (_, stop, usage) => {
    expect(filled(start(), ended(usage), stop)).toEqual([start(), ended(usage), messageStop()]);
  }); // prettier-ignore

  it('is heard by OpenAI clients', () => {
    const chunks = emitted(
      from([start(), textStart(0), text(0, 'Hi'), blockStop(0), ended(), counted]).pipe(
        fillUsage(),
        claudeToOpenAI({ includeUsage: true }),
      ),
    );

    expect(chunks.at(-1)?.usage).toMatchObject({
      prompt_tokens: 127,
      completion_tokens: 9,
      total_tokens: 136,
      prompt_tokens_details: { cached_tokens: 100 },
    });
    expect(chunks.filter(({ choices }) => choices[0]?.finish_reason)).toHaveLength(1);
  });

  itBehavesLikeAnOperator(() => fillUsage(), {
    source: '  -S-t-D-X--',
    says: {
      S: messageStart(),
      t: text(0, 'Hi'),
      D: messageDelta('end_turn', { output_tokens: 5 }),
      X: stopWith({ inputTokenCount: 3 }),
    },
    expected: '-S-t-D-X--',
    becomes: {
      S: messageStart(),
      t: text(0, 'Hi'),
      D: messageDelta('end_turn', { output_tokens: 5 }),
      X: messageStop(),
    },
  });
});
