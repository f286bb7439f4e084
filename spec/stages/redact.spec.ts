import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from } from 'rxjs';
import type { OpenAIChunk } from '../../src/openai/chunks.ts';
import type { OpenAIMessage } from '../../src/openai/completion.ts';
import { claudeToOpenAI, toCompletion } from '../../src/operators/index.ts';
import { redact } from '../../src/stages/index.ts';
import { brokenLaws, emitted, openai, outcome } from '../../src/testing/index.ts';
import { brokenStreams, answerOptions, claudeStreams } from '../support/claudeStreams.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';
import { anyRequest } from './anyRequest.ts';

const {
  annotationsChunk,
  answer,
  argumentsChunk,
  callChunk,
  contentChunk,
  customCallChunk,
  customInputChunk,
  deltaChunk,
  detailsChunk,
  finishChunk,
  functionArgumentsChunk,
  functionCallChunk,
  reasoningChunk,
  refusalChunk,
  roleChunk,
  urlCitation,
  usageChunk,
} = openai;

const key = /sk-\w+/;
const stage = (maxChars = 8) => redact({ patterns: [key], maxChars })(anyRequest);
const redacted = (...chunks: readonly OpenAIChunk[]): readonly OpenAIChunk[] =>
  emitted(from(chunks).pipe(stage()));
/** What a client has in the end. */
const told = (chunks: readonly OpenAIChunk[]): OpenAIMessage | undefined =>
  emitted(from(chunks).pipe(toCompletion()))[0]?.choices[0].message;

/** All ways to cut a text into three. */
const threes = (text: string): readonly (readonly [string, string, string])[] =>
  Array.from(text).flatMap((_, first) =>
    Array.from(text.slice(first), (_, length) => {
      const second = first + length;
      return [text.slice(0, first), text.slice(first, second), text.slice(second)] as const;
    }),
  );

describe('redact', () => {
  // prettier-ignore
  const says = {
    R: roleChunk(), F: finishChunk('stop'),
    a: contentChunk('Key: sk'), b: contentChunk('-'), c: contentChunk('12. '), d: contentChunk('Anything else?'),
  };
  // prettier-ignore
  const becomes = {
    R: roleChunk(), F: finishChunk('stop'),
    a: contentChunk('Key'), b: contentChunk(':'), c: contentChunk(' [redacted]'), d: contentChunk('. Anything e'),
    e: contentChunk('lse?'),
  };

  it(
    'hides a secret split over three chunks, and tells the rest before the finish',
    marbles(({ cold, expectObservable }) => {
      const chunk$ = cold('  R-a-b-c-d-F---|', says);
      const expected = '     R-a-b-c-d-(eF)|';

      expectObservable(chunk$.pipe(stage(4))).toBe(expected, becomes);
    }),
  );

  describe('as an operator', () => {
    itBehavesLikeAnOperator(() => stage(), {
      source: '  R-d-F---',
      says: { R: says.R, d: says.d, F: says.F },
      expected: 'R-x-(yF)',
      becomes: {
        R: says.R,
        x: contentChunk('Anythi'),
        y: contentChunk('ng else?'),
        F: says.F,
      },
    });
  });

  it('hides a secret wherever it is cut', () => {
    for (const pieces of threes('a sk-4f5 b')) {
      const content = pieces.filter((piece) => piece !== '').map(contentChunk);

      expect(told(redacted(...answer('stop', ...content)))).toMatchObject({
        content: 'a [redacted] b',
      });
    }
  });

  it('leaves the strings of arguments JSON, wherever they are cut', () => {
    const json = '{"\\u0073k-1":"say \\"sk-\\u0031\\u0032\\" 👋","n":[1,"x"]}';
    for (const pieces of threes(json)) {
      const input = pieces.filter((piece) => piece !== '').map((piece) => argumentsChunk(0, piece));
      const chunks = redacted(...answer('tool_calls', callChunk(0, 'f', 'toolu_1'), ...input));

      expect(brokenLaws(chunks)).toEqual([]);
      expect(told(chunks)?.tool_calls?.[0]).toMatchObject({
        function: { arguments: '{"[redacted]":"say \\"[redacted]\\" 👋","n":[1,"x"]}' },
      });
    }
  });

  it('tells exactly what came where there is nothing to hide, escapes included', () => {
    const json = '{"a":"\\u00e9\\n\\/ \\uD83D\\uDC4B","b":{}}';
    const pieces = Array.from(json, (piece) => argumentsChunk(0, piece));
    const chunks = redacted(...answer('tool_calls', callChunk(0, 'f', 'toolu_1'), ...pieces));

    expect(told(chunks)?.tool_calls?.[0]).toMatchObject({ function: { arguments: json } });
  });

  it('ends a call before the next one opens, though its arguments were cut off', () => {
    const chunks = redacted(
      ...answer(
        'length',
        callChunk(0, 'f', 'toolu_1'),
        argumentsChunk(0, '{"a":"b"}'),
        customCallChunk(1, 'sql', 'toolu_2'),
        customInputChunk(1, 'select sk-9'),
        callChunk(2, 'f', 'toolu_3'),
        argumentsChunk(2, '{"a":"sk-1\\u00'),
      ),
    );

    expect(brokenLaws(chunks)).toEqual([]);
    expect(told(chunks)?.tool_calls).toMatchObject([
      { function: { arguments: '{"a":"b"}' } },
      { custom: { input: 'select [redacted]' } },
      { function: { arguments: '{"a":"[redacted]\\u00' } },
    ]);
  });

  it('knows the deprecated single call', () => {
    const chunks = redacted(
      ...answer(
        'function_call',
        functionCallChunk('f'),
        functionArgumentsChunk('{"a":"sk-'),
        functionArgumentsChunk('1"}'),
      ),
    );

    expect(brokenLaws(chunks, { legacyFunctions: true })).toEqual([]);
    expect(told(chunks)?.function_call).toMatchObject({ arguments: '{"a":"[redacted]"}' });
  });

  it('tells the end of a thought before what follows it', () => {
    const chunks = redacted(
      ...answer('stop', reasoningChunk('I know sk-'), reasoningChunk('77'), contentChunk('Hello')),
    );

    expect(chunks.flatMap(({ choices }) => choices[0]?.delta.reasoning_content ?? [])).toEqual([
      'I ',
      'kn',
      'ow [redacted]',
    ]);
    expect(chunks.slice(-4)).toEqual([
      reasoningChunk('kn'),
      reasoningChunk('ow [redacted]'),
      contentChunk('Hello'),
      finishChunk('stop'),
    ]);
  });

  it('takes the seal off a thought it has changed, and off no other', () => {
    const chunks = redacted(
      ...answer(
        'stop',
        detailsChunk(
          { text: 'I know sk-77', signature: 'seal' },
          { text: 'Fine', signature: 'seal' },
          { data: 'sk-secret' },
        ),
      ),
    );

    expect(brokenLaws(chunks)).toEqual([]);
    expect(told(chunks)?.reasoning_details).toMatchObject([
      { text: 'I know [redacted]' },
      { text: 'Fine', signature: 'seal' },
      { data: 'sk-secret' },
    ]);
    expect(told(chunks)?.reasoning_details?.[0]).not.toHaveProperty('signature');
  });

  it('moves annotations and positions with the text they are about', () => {
    const chunks = redacted(
      ...answer(
        'stop',
        contentChunk('👋 sk-1 cited'),
        deltaChunk({
          ...detailsChunk({ text: 'x', at: [7, 0] }).choices[0]?.delta,
          ...annotationsChunk(urlCitation(7, 12, 'sk-2', 'https://a.example/?k=sk-3')).choices[0]
            ?.delta,
        }),
      ),
    );
    const { content, annotations, reasoning_details } = told(chunks) ?? {};

    expect(content).toBe('👋 [redacted] cited');
    expect(annotations).toMatchObject([
      {
        url_citation: {
          start_index: 13,
          end_index: 18,
          title: '[redacted]',
          url: 'https://a.example/?k=[redacted]',
        },
      },
    ]);
    expect(reasoning_details).toMatchObject([{ position: { text: 13, tools: 0 } }]);
  });

  it('hides secrets in a refusal, which is said at once', () => {
    const chunks = redacted(...answer('content_filter', refusalChunk('I may not say sk-1.')));

    expect(told(chunks)?.refusal).toBe('I may not say [redacted].');
  });

  it('waits for a secret that goes on, within a bound', () => {
    const long = 'x'.repeat(8 * 16);
    const [first, ...others] = [
      redacted(
        ...answer(
          'stop',
          contentChunk('sk-'),
          ...Array.from('x'.repeat(60), (x) => contentChunk(x)),
        ),
      ),
      redacted(...answer('stop', contentChunk(`sk-${long}`), contentChunk('leaks'))),
    ].map((chunks) => told(chunks)?.content);

    expect(first).toBe('[redacted]');
    expect(others).toEqual(['[redacted]leaks']);
  });

  it('lets patterns look behind, and takes the longest of several', () => {
    const two = redact({
      patterns: [/(?<=key=)\d+/, /12/g, /(?:)/],
      maxChars: 6,
      replacement: '*',
    });
    const chunks = emitted(
      from(
        answer('stop', ...Array.from('12 key=1234 or 5 👋👋👋👋', (piece) => contentChunk(piece))),
      ).pipe(two(anyRequest)),
    );

    expect(told(chunks)?.content).toBe('* key=* or 5 👋👋👋👋');
  });

  it('passes usage on, and what was held back where there is no finish', () => {
    const usage = usageChunk(openai.usage(1, 2));

    expect(redacted(roleChunk(), contentChunk('Hello'), usage)).toEqual([
      roleChunk(),
      usage,
      contentChunk('Hello'),
    ]);
  });

  it('keeps every law, hides every secret and changes nothing else in any stream', () => {
    fc.assert(
      fc.property(claudeStreams, answerOptions, (events, options) => {
        const plain = emitted(from(events).pipe(claudeToOpenAI(options)));
        // Letters that the random words are full of, so that there is much to hide.
        const hidden = emitted(
          from(plain).pipe(redact({ patterns: [/llo\W{0,6}the/, /A/], maxChars: 12 })(anyRequest)),
        );

        expect(brokenLaws(hidden, options)).toEqual([]);
        expect(told(hidden)?.content ?? '').toBe(
          (told(plain)?.content ?? '').replaceAll(/llo\W{0,6}the|A/g, '[redacted]'),
        );
        const nothing = redact({ patterns: [/never said/] })(anyRequest);
        expect(told(emitted(from(plain).pipe(nothing)))).toEqual(told(plain));
      }),
      { numRuns: 150, seed: 20 },
    );
  });

  it('keeps the laws of a stream that fails', () => {
    fc.assert(
      fc.property(brokenStreams, (events) => {
        const { values, ending } = outcome(from(events).pipe(claudeToOpenAI(), stage()));

        expect(brokenLaws(values, { cutShort: ending === 'error' })).toEqual([]);
      }),
      { numRuns: 100, seed: 20 },
    );
  });
});
