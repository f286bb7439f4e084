import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from } from 'rxjs';
import type { OpenAIChunk } from '../../src/openai/chunks.ts';
import { encodeSse } from '../../src/operators/index.ts';
import { emitted, openai } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const chunks = {
  S: openai.roleChunk(),
  t: openai.contentChunk('a "b"\n\u2028'),
  F: openai.finishChunk('stop'),
};
// prettier-ignore
const lines = {
  S: 'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"claude-test","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}]}\n\n',
  t: 'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"claude-test","choices":[{"index":0,"delta":{"content":"a \\"b\\"\\n\u2028"},"logprobs":null,"finish_reason":null}]}\n\n',
  F: 'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":0,"model":"claude-test","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}\n\n',
  d: 'data: [DONE]\n\n',
};

const encoded = (...said: readonly OpenAIChunk[]) => emitted(from(said).pipe(encodeSse()));
const plainly = (...said: readonly unknown[]) => [
  ...said.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
  lines.d,
];

describe('encodeSse', () => {
  it(
    'writes each chunk as a line of data, and [DONE] when they are complete',
    marbles(({ cold, expectObservable }) => {
      const chunks$ = cold('  S-t-F-|   ', chunks);
      const expected = '      S-t-F-(d|)';

      expectObservable(chunks$.pipe(encodeSse())).toBe(expected, lines);
    }),
  );

  it(
    'leaves it at that when they fail',
    marbles(({ cold, expectObservable }) => {
      const chunks$ = cold('  S-t-#', chunks);
      const expected = '      S-t-#';

      expectObservable(chunks$.pipe(encodeSse())).toBe(expected, lines);
    }),
  );

  it.each(['id', 'object', 'created', 'model'])(
    'takes a field of a stage’s own for none of a chunk: without %s',
    (field) => {
      const fields = Object.entries(chunks.t).filter(([name]) => name !== field);
      const odd = { ...Object.fromEntries(fields), extra: 1 };

      expect(encoded(odd as never)).toEqual(plainly(odd));
    },
  );

  it('writes a lawful stream that a client reads back as it was', () => {
    const said = openai.awaitingUsage(
      ...openai.answer(
        'tool_calls',
        openai.contentChunk('Wait. 🙂'),
        openai.callChunk(0, 'now', 'toolu_1'),
        openai.argumentsChunk(0, '{}'),
      ),
      openai.usageChunk(openai.usage(10, 5)),
    );
    const text = encoded(...said).join('');

    expect(text).toBeOpenAIStream({ includeUsage: true });
    expect(text).toBe(plainly(...said).join(''));
  });

  it.each([
    { id: 'chatcmpl-2' },
    { object: 'chunk' as never },
    { created: 1 },
    { model: 'other' },
    { service_tier: 'priority' },
  ])('notices that the head has changed: %j', (change) => {
    const other = { ...chunks.t, ...change };

    const read = encoded(chunks.t, other, chunks.t)
      .slice(0, -1)
      .map((line) => JSON.parse(line.slice('data: '.length)) as unknown);

    expect(read).toEqual([chunks.t, other, chunks.t]);
  });

  it.each([
    { content: 7 },
    { content: 'a', extra: 1 },
    { content: 'a', toJSON: 1 },
    { reasoning_content: 'a\n"' },
    { reasoning_content: null },
    { tool_calls: [] },
    { tool_calls: {} },
    { tool_calls: [null] },
    { tool_calls: [{ index: 2, function: { arguments: '{"a":"\\"' } }] },
    { tool_calls: [{ index: -1, function: { arguments: '' } }] },
    { tool_calls: [{ index: 0.5, function: { arguments: '' } }] },
    { tool_calls: [{ function: { arguments: '' } }] },
    { tool_calls: [{ index: 0, function: null }] },
    { tool_calls: [{ index: 0, function: { arguments: null } }] },
    { tool_calls: [{ index: 0, function: { arguments: '', name: 'f' } }] },
    { tool_calls: [{ index: 0, function: { arguments: '' }, extra: 1 }] },
    { tool_calls: [{ index: 0, custom: { input: 'a' } }] },
    {
      tool_calls: [
        { index: 0, function: { arguments: 'a' } },
        { index: 1, function: { arguments: 'b' } },
      ],
    },
  ])('writes a delta of any form as it is: %j', (delta) => {
    const chunk = openai.deltaChunk(delta as never);

    expect(encoded(chunk)).toEqual(plainly(chunk));
  });

  it('writes exactly what JSON.stringify would of any chunk of ours (seed 42)', () => {
    fc.assert(
      fc.property(fc.array(ourChunk, { maxLength: 6 }), (said) => {
        expect(encoded(...said)).toEqual(plainly(...said));
      }),
      { seed: 42, numRuns: 1000 },
    );
  });

  it('spells what is not ASCII as it is told to (seed 44)', () => {
    const bytes = (text: string) => Buffer.from(text).toString('latin1');

    const odd = openai.callChunk(0, 'größe', 'toolu_1');

    expect(emitted(from([odd]).pipe(encodeSse(bytes)))).toEqual(plainly(odd).map(bytes));
    fc.assert(
      fc.property(fc.array(ourChunk, { maxLength: 6 }), (said) => {
        expect(emitted(from(said).pipe(encodeSse(bytes)))).toEqual(plainly(...said).map(bytes));
      }),
      { seed: 44, numRuns: 1000 },
    );
  });

  it('loses and invents nothing in a chunk of anybody (seed 43)', () => {
    fc.assert(
      fc.property(fc.array(anyChunk, { maxLength: 6 }), (said) => {
        const read = encoded(...(said as unknown as readonly OpenAIChunk[]))
          .slice(0, -1)
          .map((line) => JSON.parse(line.slice('data: '.length)) as unknown);

        expect(read).toEqual(JSON.parse(JSON.stringify(said)));
      }),
      { seed: 43, numRuns: 1000 },
    );
  });

  itBehavesLikeAnOperator(encodeSse, {
    source: '  S-t-F-',
    says: chunks,
    expected: 'S-t-F-',
    becomes: lines,
    empty: { expected: '--(d|)', becomes: lines },
  });
});

/** Few heads, so that they repeat as well as change. */
const head = {
  id: fc.constantFrom('chatcmpl-1', 'chatcmpl-2', 'chatcmpl-"\n\u2028🙂'),
  object: fc.constant('chat.completion.chunk'),
  created: fc.constantFrom(0, 1_764_500_000),
  model: fc.constantFrom('claude-test', 'claude-"other"'),
};
const tier = { service_tier: fc.constantFrom('default', 'priority') };
const delta = fc.oneof(
  fc.record({ content: fc.string({ unit: 'binary' }) }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.constant(''),
    refusal: fc.constant(null),
  }),
  fc.record({
    tool_calls: fc.tuple(
      fc.record({ index: fc.nat(3), function: fc.record({ arguments: fc.string() }) }),
    ),
  }),
  fc.constant({}),
);
const reason = fc.constantFrom(null, 'stop', 'length', 'tool_calls', 'content_filter');
const choice = fc.record({
  index: fc.constant(0),
  delta,
  logprobs: fc.constant(null),
  finish_reason: reason,
});
const totals = openai.usage(10, 5);

/** Chunks as `claudeToOpenAI` makes them, fields in their order. */
const ourChunk = fc
  .tuple(
    fc.record({ ...head }),
    fc.option(fc.record(tier)),
    fc.oneof(fc.tuple(choice), fc.constant([])),
    fc.constantFrom(undefined, null, totals),
  )
  .map(([about, served, choices, usage]) => ({
    ...about,
    ...served,
    choices,
    ...(usage !== undefined && { usage }),
  })) as fc.Arbitrary<OpenAIChunk>;

/** One field that is missing, odd, or a stage's own. */
const patch = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.oneof(
    fc.constant({}),
    ...Object.entries(fields).map(([field, value]) => value.map((odd) => ({ [field]: odd }))),
  );

/** Chunks as stages in the wild may make them. */
const anyChunk = fc
  .tuple(
    ourChunk,
    patch({
      object: fc.constant('chunk'),
      service_tier: fc.constantFrom('flex', undefined, null),
      choices: fc.array(choice, { maxLength: 2 }),
      usage: fc.constantFrom(undefined, null, totals),
      id: fc.constant(undefined),
      system_fingerprint: fc.string(),
      extra: fc.jsonValue(),
    }),
    patch({
      index: fc.constantFrom(1, undefined),
      delta: fc.constantFrom(null, { extra: 1 }),
      logprobs: fc.constantFrom(undefined, { content: [] }),
      finish_reason: fc.constantFrom('"', undefined, 7),
      extra: fc.jsonValue(),
    }),
  )
  .map(([chunk, oddChunk, oddChoice]) => ({
    ...chunk,
    choices: chunk.choices.map((one) => ({ ...one, ...oddChoice })),
    ...oddChunk,
  }));
