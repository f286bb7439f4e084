import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import type { OpenAIChunk } from '../../src/openai/chunks.ts';
import { toCompletion } from '../../src/operators/index.ts';
import { emitted, openai } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { lawful } from '../support/lawful.ts';
import { marbles } from '../support/marbles.ts';

const said = {
  S: openai.roleChunk(),
  t: openai.contentChunk('Hi'),
  F: openai.finishChunk('stop'),
};
const completion = (content: string, usage = openai.usage(0, 0)) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion' as const,
  created: 0,
  model: 'claude-test',
  choices: [
    {
      index: 0 as const,
      message: { role: 'assistant' as const, content, refusal: null },
      logprobs: null,
      finish_reason: 'stop' as const,
    },
  ] as const,
  usage,
});
const folded = (chunks: readonly OpenAIChunk[], options = {}) =>
  emitted(from(chunks).pipe(lawful(options), toCompletion(options)));

describe('toCompletion', () => {
  it(
    'answers once, when the chunks are complete',
    marbles(({ cold, expectObservable }) => {
      const chunks$ = cold('  S-t-t-F-|   ', said);
      const expected = '      --------(m|)';

      expectObservable(chunks$.pipe(lawful(), toCompletion())).toBe(expected, {
        m: completion('HiHi'),
      });
    }),
  );

  it(
    'does not answer when they fail',
    marbles(({ cold, expectObservable }) => {
      const chunks$ = cold('  S-t-#', said);
      const expected = '      ----#';

      expectObservable(chunks$.pipe(lawful(), toCompletion())).toBe(expected);
    }),
  );

  it('tells the usage the stream ended with', () => {
    const usage = openai.usage(10, 5, { cached_tokens: 3 });
    const chunks = openai.awaitingUsage(said.S, said.t, said.F, openai.usageChunk(usage));

    expect(folded(chunks, { includeUsage: true })).toEqual([completion('Hi', usage)]);
  });

  it('lists annotations, though there are none, where web search was asked for', () => {
    const [answer] = folded([said.S, said.F], { webSearch: true });

    expect(answer?.choices[0].message).toEqual({
      role: 'assistant',
      content: '',
      refusal: null,
      annotations: [],
    });
  });

  itBehavesLikeAnOperator(toCompletion, {
    source: '  S-t-F-',
    says: said,
    expected: '------',
    becomes: {},
    empty: {
      expected: '--(m|)',
      becomes: { m: { ...completion(''), id: '', model: '' } },
    },
  });
});
