import { describe, expect, it } from '@jest/globals';
import type { AnswerOptions } from '../../src/convert/answerOptions.ts';
import { addChunk, emptyDraft, finishDraft } from '../../src/convert/completion.ts';
import type { OpenAIChunk } from '../../src/openai/chunks.ts';
import { openai } from '../../src/testing/index.ts';

const { annotationsChunk, answer, argumentsChunk, awaitingUsage, callChunk, contentChunk } = openai;
const { customCallChunk, customInputChunk, deltaChunk, detailsChunk, finishChunk } = openai;
const { functionArgumentsChunk, functionCallChunk, reasoningChunk, refusalChunk } = openai;
const { roleChunk, urlCitation, usage, usageChunk, withHead } = openai;

const completion = (chunks: readonly OpenAIChunk[], options: AnswerOptions = {}) => {
  expect(chunks).toBeOpenAIStream(options);
  return finishDraft(chunks.reduce(addChunk, emptyDraft), options);
};
const messageOf = (chunks: readonly OpenAIChunk[], options?: AnswerOptions) =>
  completion(chunks, options).choices[0].message;

const nothing = { role: 'assistant', content: '', refusal: null };
const page = urlCitation(0, 2, 'A', 'https://a.example');

const messages: Readonly<
  Record<string, readonly [readonly OpenAIChunk[], object, AnswerOptions?]>
> = {
  'an empty answer': [answer('stop'), nothing],
  text: [answer('stop', contentChunk('Hel'), contentChunk('lo')), { ...nothing, content: 'Hello' }],
  thinking: [
    answer('stop', reasoningChunk('h'), reasoningChunk('m'), detailsChunk({ text: 'hm' })),
    {
      ...nothing,
      reasoning_content: 'hm',
      reasoning_details: [openai.reasoningDetail({ text: 'hm' }, 0)],
    },
  ],
  'thinking in both fields': [
    answer(
      'stop',
      deltaChunk({ reasoning_content: 'h', reasoning: 'h' }),
      deltaChunk({ reasoning_content: 'm', reasoning: 'm' }),
    ),
    { ...nothing, reasoning_content: 'hm', reasoning: 'hm' },
  ],
  'calls, without content and without numbers': [
    answer(
      'tool_calls',
      callChunk(0, 'f', 'a'),
      argumentsChunk(0, '{"x"'),
      argumentsChunk(0, ':1}'),
      callChunk(1, 'g', 'b'),
      argumentsChunk(1, '{}'),
    ),
    {
      ...nothing,
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
        { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
      ],
    },
  ],
  'calls after text': [
    answer('tool_calls', contentChunk('Wait.'), callChunk(0, 'f', 'a'), argumentsChunk(0, '{}')),
    {
      ...nothing,
      content: 'Wait.',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
  ],
  'a free-form call': [
    answer(
      'tool_calls',
      customCallChunk(0, 'sql', 'a'),
      customInputChunk(0, 'SELECT '),
      customInputChunk(0, '1'),
    ),
    {
      ...nothing,
      content: null,
      tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'sql', input: 'SELECT 1' } }],
    },
  ],
  'the deprecated call': [
    answer(
      'function_call',
      functionCallChunk('f'),
      functionArgumentsChunk('{"a"'),
      functionArgumentsChunk(':1}'),
    ),
    { ...nothing, content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
    { legacyFunctions: true },
  ],
  'a refusal': [
    answer('content_filter', refusalChunk('No.')),
    { ...nothing, content: null, refusal: 'No.' },
  ],
  'a refusal after text': [
    answer('content_filter', contentChunk('Well'), refusalChunk('No.')),
    { ...nothing, content: 'Well', refusal: 'No.' },
  ],
  'a refusal without words': [answer('content_filter'), nothing],
  'a source': [
    answer('stop', contentChunk('Hi'), annotationsChunk(page)),
    { ...nothing, content: 'Hi', annotations: [page] },
  ],
  'a search that found nothing': [
    answer('stop', contentChunk('Hi')),
    { ...nothing, content: 'Hi', annotations: [] },
    { webSearch: true },
  ],
  'a search that found something': [
    answer('stop', contentChunk('Hi'), annotationsChunk(page)),
    { ...nothing, content: 'Hi', annotations: [page] },
    { webSearch: true },
  ],
};

describe('a completion', () => {
  it.each(Object.entries(messages))('tells %s', (_, [chunks, message, options]) => {
    expect(messageOf(chunks, options)).toEqual(message);
  });

  it.each(['stop', 'length', 'content_filter'] as const)('finishes for %s', (reason) => {
    expect(completion(answer(reason)).choices).toEqual([
      { index: 0, message: nothing, logprobs: null, finish_reason: reason },
    ]);
  });

  it('has the head of its chunks', () => {
    const head = { id: 'chatcmpl-7', created: 7, model: 'seven', service_tier: 'priority' };

    expect(completion(withHead(head, ...answer('stop')))).toMatchObject({
      ...head,
      object: 'chat.completion',
    });
    expect(completion(answer('stop'))).not.toHaveProperty('service_tier');
  });

  it('has the usage of its last chunk', () => {
    const total = usage(10, 5, { reasoning_tokens: 2 });
    const chunks = awaitingUsage(roleChunk(), finishChunk('stop'), usageChunk(total));

    expect(completion(chunks, { includeUsage: true }).usage).toEqual(total);
  });

  it('counts 0 where nobody counted', () => {
    expect(completion(answer('stop')).usage).toEqual(usage(0, 0));
  });

  it('has the keys of a message and no others, whatever the chunks had', () => {
    expect(Object.keys(messageOf(answer('stop', contentChunk('Hi'))))).toEqual([
      'role',
      'content',
      'refusal',
    ]);
  });

  it('leaves its chunks, and every draft on the way, as they are', () => {
    const [chunks] = messages['calls, without content and without numbers'] ?? [[]];
    const before = structuredClone(chunks);
    const half = chunks.slice(0, 3).reduce(addChunk, emptyDraft);
    const asItWas = structuredClone(half);

    chunks.slice(3).reduce(addChunk, half);
    expect(chunks).toEqual(before);
    expect(half).toEqual(asItWas);
  });
});
