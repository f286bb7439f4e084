import { describe, expect, it } from '@jest/globals';
import type { OpenAIChunk, OpenAIToolCallDelta } from '../../../src/openai/chunks.ts';
import { brokenLaws, chunkLaws, openai, type StreamContext } from '../../../src/testing/index.ts';

const {
  annotationsChunk,
  answer,
  argumentsChunk,
  awaitingUsage,
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
  toolCallChunk,
  urlCitation,
  usage,
  usageChunk,
  withHead,
} = openai;

type Case = readonly [chunks: readonly OpenAIChunk[], context?: StreamContext];

/** A call of a tool without parameters, complete. */
const call = (index: number): readonly OpenAIChunk[] => [
  callChunk(index, 'now', `toolu_${index}`),
  argumentsChunk(index, '{}'),
];
const page = urlCitation(0, 5, 'Paris', 'https://paris.example');

const lawful: Readonly<Record<string, Case>> = {
  'an empty answer': [answer('stop')],
  text: [answer('stop', contentChunk('Hello'), contentChunk(' there'))],
  'two calls after text': [answer('tool_calls', contentChunk('Wait.'), ...call(0), ...call(1))],
  'arguments in pieces': [
    answer(
      'tool_calls',
      callChunk(0, 'f', 'a'),
      argumentsChunk(0, '{"a"'),
      argumentsChunk(0, ':1}'),
    ),
  ],
  'a call cut by the limit': [
    answer('length', ...call(0), callChunk(1, 'f', 'b'), argumentsChunk(1, '{"a')),
  ],
  'a call cut before its first argument': [answer('content_filter', callChunk(0, 'f', 'b'))],
  'a free-form call': [
    answer('tool_calls', customCallChunk(0, 'sql', 'a'), customInputChunk(0, 'SELECT 1')),
  ],
  'a free-form call with nothing to say': [answer('tool_calls', customCallChunk(0, 'sql', 'a'))],
  'the deprecated call': [
    answer('function_call', functionCallChunk('f'), functionArgumentsChunk('{}')),
    { legacyFunctions: true },
  ],
  'reasoning, details and annotations': [
    answer(
      'stop',
      reasoningChunk('Need data'),
      contentChunk('Paris'),
      detailsChunk({ text: 'Need data', signature: 'Eu' }, { data: 'xyz', at: [5, 0] }),
      annotationsChunk(page),
    ),
  ],
  'thinking withheld': [answer('stop', detailsChunk({ text: '', signature: 'Eu' }))],
  'a refusal': [answer('content_filter', contentChunk('I'), refusalChunk('No.'))],
  usage: [
    awaitingUsage(...answer('stop', contentChunk('Hi')), usageChunk(usage(3, 4))),
    { includeUsage: true },
  ],
  'another head': [
    withHead({ id: 'chatcmpl-2', service_tier: 'default' }, ...answer('stop', contentChunk('Hi'))),
  ],
  'a stream cut short': [
    [roleChunk(), callChunk(0, 'f', 'a'), argumentsChunk(0, '{"a')],
    { cutShort: true },
  ],
  'a stream cut before it began': [[], { cutShort: true }],
};

/** What the type of a chunk forbids, and a fault may say all the same. */
const wrong = (chunk: OpenAIChunk, fields: object): OpenAIChunk => ({ ...chunk, ...fields });
const wrongDelta = (delta: object): OpenAIChunk => deltaChunk(delta);
const wrongPiece = (piece: object): OpenAIChunk => toolCallChunk(piece as OpenAIToolCallDelta);

/** For each law, streams that break it and no other. */
const unlawful: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  'a chunk has the fields of a chunk and no others': {
    'another object': [answer('stop').map((it) => wrong(it, { object: 'chat.completion' }))],
    'an id of Claude': [answer('stop').map((it) => wrong(it, { id: 'msg_1' }))],
    'a time with fractions': [answer('stop').map((it) => wrong(it, { created: 1.5 }))],
    'no model': [answer('stop').map((it) => wrong(it, { model: undefined }))],
    'a field of its own': [answer('stop', wrong(contentChunk('Hi'), { toolIndex: 1 }))],
  },
  'a choice has the fields of a choice and no others, and no logprobs': {
    'no logprobs field': [
      answer(
        'stop',
        wrong(contentChunk('a'), {
          choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }],
        }),
      ),
    ],
    'a field of its own': [
      answer(
        'stop',
        wrong(contentChunk('a'), {
          choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: null, text: 'a' }],
        }),
      ),
    ],
  },
  'I1 all chunks agree on id, object, created, model and service tier': {
    'two ids': [[roleChunk(), ...withHead({ id: 'chatcmpl-2' }, finishChunk('stop'))]],
    'two times': [[roleChunk(), ...withHead({ created: 1 }, finishChunk('stop'))]],
    'two models': [[roleChunk(), ...withHead({ model: 'other' }, finishChunk('stop'))]],
    'a tier now and then': [
      [roleChunk(), ...withHead({ service_tier: 'flex' }, finishChunk('stop'))],
    ],
  },
  'I2 the first chunk gives the role, and no other does': {
    'nothing at all': [[], { cutShort: false }],
    'no role': [[contentChunk('Hi'), finishChunk('stop')]],
    'no refusal beside it': [[wrongDelta({ role: 'assistant', content: '' }), finishChunk('stop')]],
    'the role twice': [answer('stop', roleChunk())],
    'the role with each piece': [answer('stop', deltaChunk({ role: 'assistant', content: 'Hi' }))],
  },
  'I3 every chunk but the usage chunk has exactly one choice, number 0': {
    'no choice': [answer('stop', wrong(contentChunk('Hi'), { choices: [] }))],
    'another number': [
      answer(
        'stop',
        wrong(contentChunk('Hi'), {
          choices: [{ index: 1, delta: {}, logprobs: null, finish_reason: null }],
        }),
      ),
    ],
  },
  'I4 tool calls come one at a time, with an integer index': {
    'none in the list': [answer('stop', wrongDelta({ tool_calls: [] }))],
    'two in a list': [
      answer(
        'tool_calls',
        callChunk(0, 'f', 'a'),
        wrongDelta({
          tool_calls: [
            { index: 0, function: { arguments: '{' } },
            { index: 0, function: { arguments: '}' } },
          ],
        }),
      ),
    ],
  },
  'I5 tool calls are numbered 0, 1, 2 … in order of appearance': {
    "Claude's block number": [answer('tool_calls', contentChunk('Wait.'), ...call(1))],
    'a gap': [answer('tool_calls', ...call(0), ...call(2))],
  },
  'I6 a call is opened once with id, type and name; later pieces bring only more of its input': {
    'no id': [
      answer(
        'tool_calls',
        wrongPiece({ index: 0, type: 'function', function: { name: 'f', arguments: '' } }),
        argumentsChunk(0, '{}'),
      ),
    ],
    'no name': [answer('tool_calls', callChunk(0, '', 'a'), argumentsChunk(0, '{}'))],
    'arguments in the opener': [
      answer(
        'tool_calls',
        toolCallChunk({
          index: 0,
          id: 'a',
          type: 'function',
          function: { name: 'f', arguments: '{}' },
        }),
      ),
    ],
    'never opened': [answer('tool_calls', argumentsChunk(0, '{}'))],
    'the name again': [
      answer(
        'tool_calls',
        callChunk(0, 'f', 'a'),
        toolCallChunk({ index: 0, function: { name: 'f', arguments: '{}' } }),
      ),
    ],
    'an empty name again': [
      answer(
        'tool_calls',
        callChunk(0, 'f', 'a'),
        toolCallChunk({ index: 0, function: { name: '', arguments: '{}' } }),
      ),
    ],
    'the id again': [
      answer(
        'tool_calls',
        callChunk(0, 'f', 'a'),
        toolCallChunk({ index: 0, id: 'a', function: { arguments: '{}' } }),
      ),
    ],
    'empty arguments': [answer('tool_calls', ...call(0), argumentsChunk(0, ''))],
    'two tools under one number': [answer('tool_calls', callChunk(0, 'f', 'a'), ...call(0))],
    'a free-form call continued as a function': [
      answer('tool_calls', customCallChunk(0, 'sql', 'a'), argumentsChunk(0, '{}')),
    ],
  },
  'I6 the deprecated call is opened once with its name; later pieces bring only arguments': {
    'two calls': [
      answer(
        'function_call',
        functionCallChunk('f'),
        functionCallChunk('g'),
        functionArgumentsChunk('{}'),
      ),
      { legacyFunctions: true },
    ],
    'no name': [answer('function_call', functionArgumentsChunk('{}')), { legacyFunctions: true }],
    'empty arguments': [
      answer(
        'function_call',
        functionCallChunk('f'),
        functionArgumentsChunk('{}'),
        functionArgumentsChunk(''),
      ),
      { legacyFunctions: true },
    ],
  },
  'I6 calls are said in the form the client knows': {
    'a tool call to a client of functions': [
      answer('function_call', ...call(0)),
      { legacyFunctions: true },
    ],
    'a function call to a client of tools': [
      answer('tool_calls', functionCallChunk('f'), functionArgumentsChunk('{}')),
    ],
  },
  'I7 a call is complete before the next one opens': {
    'calls in turns': [
      answer(
        'tool_calls',
        callChunk(0, 'f', 'a'),
        callChunk(1, 'g', 'b'),
        argumentsChunk(0, '{}'),
        argumentsChunk(1, '{}'),
      ),
    ],
  },
  'I8 when the answer finishes, the arguments of each call are a JSON object': {
    none: [answer('tool_calls', callChunk(0, 'f', 'a'))],
    'half of them': [answer('tool_calls', callChunk(0, 'f', 'a'), argumentsChunk(0, '{"a'))],
    'no object': [answer('tool_calls', callChunk(0, 'f', 'a'), argumentsChunk(0, '[]'))],
    null: [answer('tool_calls', callChunk(0, 'f', 'a'), argumentsChunk(0, 'null'))],
    'cut, but not the last': [answer('length', callChunk(0, 'f', 'a'), ...call(1))],
    'half of the deprecated ones': [
      answer('function_call', functionCallChunk('f'), functionArgumentsChunk('{')),
      { legacyFunctions: true },
    ],
  },
  'I11 content is never empty but beside the role': {
    empty: [answer('stop', contentChunk(''))],
    null: [answer('stop', wrongDelta({ content: null }))],
  },
  'I12 reasoning is never empty': {
    empty: [answer('stop', reasoningChunk(''))],
    'empty under its other name': [answer('stop', deltaChunk({ reasoning: '' }))],
  },
  'I13 reasoning details come once, complete and numbered from 0': {
    twice: [answer('stop', detailsChunk({ data: 'a' }), detailsChunk({ data: 'b' }))],
    empty: [answer('stop', detailsChunk())],
    unnumbered: [
      answer(
        'stop',
        wrongDelta({
          reasoning_details: [
            {
              type: 'reasoning.encrypted',
              data: 'a',
              format: 'anthropic-claude-v1',
              position: { text: 0, tools: 0 },
            },
          ],
        }),
      ),
    ],
    'neither text nor seal': [answer('stop', detailsChunk({ text: '' }))],
    'in no place': [answer('stop', detailsChunk({ data: 'a', at: [-1, 0] }))],
  },
  'I13 annotations come once, each with a span and a page': {
    twice: [answer('stop', annotationsChunk(page), annotationsChunk(page))],
    empty: [answer('stop', annotationsChunk())],
    backwards: [answer('stop', annotationsChunk(urlCitation(5, 0, 'Paris', 'https://a.example')))],
    'without a page': [answer('stop', annotationsChunk(urlCitation(0, 5, 'Paris', '')))],
  },
  'I14 a refusal is said once': {
    'in pieces': [answer('content_filter', refusalChunk('No'), refusalChunk('.'))],
    empty: [answer('content_filter', refusalChunk(''))],
  },
  'I9 the finish reason comes once, with an empty delta, and no delta follows': {
    never: [[roleChunk()]],
    twice: [answer('stop', finishChunk('stop'))],
    'with the last words': [[roleChunk(), deltaChunk({ content: 'Bye' }, 'stop')]],
    'before the last words': [[...answer('stop'), contentChunk('Bye')]],
    'in a stream cut short': [answer('stop'), { cutShort: true }],
  },
  'I10 an answer finishes for tool calls exactly when it has some and was not cut': {
    'calls, but stop': [answer('stop', ...call(0))],
    'tool_calls, but none': [answer('tool_calls', contentChunk('Wait.'))],
    'the new reason for the deprecated call': [
      answer('tool_calls', functionCallChunk('f'), functionArgumentsChunk('{}')),
      { legacyFunctions: true },
    ],
    'a reason nobody knows': [answer('end_turn' as 'stop')],
  },
  'I16 nobody is told the usage who did not ask for it': {
    'told at the end': [[...answer('stop'), usageChunk(usage(1, 2))]],
    'told with the text': [answer('stop', wrong(contentChunk('Hi'), { usage: usage(1, 2) }))],
  },
  'I17 who asked for the usage is told it once, in the last chunk, after the finish': {
    never: [awaitingUsage(...answer('stop')), { includeUsage: true }],
    twice: [
      awaitingUsage(...answer('stop'), usageChunk(usage(1, 2)), usageChunk(usage(1, 2))),
      { includeUsage: true },
    ],
    'with the finish': [
      awaitingUsage(roleChunk(), wrong(finishChunk('stop'), { usage: usage(1, 2) })),
      { includeUsage: true },
    ],
    'before the finish': [
      awaitingUsage(roleChunk(), usageChunk(usage(1, 2)), finishChunk('stop')),
      { includeUsage: true },
    ],
    'in a stream cut short': [
      awaitingUsage(roleChunk(), usageChunk(usage(1, 2))),
      { includeUsage: true, cutShort: true },
    ],
  },
  'I17 usage is null on every other chunk for who asked, and absent for who did not': {
    'absent for who asked': [[...answer('stop'), usageChunk(usage(1, 2))], { includeUsage: true }],
    'null for who did not': [awaitingUsage(...answer('stop'))],
  },
  'I17 the usage has all its numbers and they add up': {
    'a wrong sum': [
      awaitingUsage(...answer('stop'), usageChunk({ ...usage(1, 2), total_tokens: 4 })),
      { includeUsage: true },
    ],
    'no number': [
      awaitingUsage(...answer('stop'), usageChunk(usage(NaN, 2))),
      { includeUsage: true },
    ],
  },
};

const namesOf = (broken: readonly string[]): readonly string[] =>
  chunkLaws
    .map(({ name }) => name)
    .filter((name) => broken.some((it) => it.startsWith(`${name}: `)));

describe('chunkLaws', () => {
  it.each(Object.entries(lawful))('hold for %s', (_name, [chunks, context = {}]) => {
    expect(brokenLaws(chunks, context)).toEqual([]);
  });

  it.each(
    Object.entries(unlawful).flatMap(([law, cases]) =>
      Object.entries(cases).map(
        ([name, [chunks, context = {}]]) => [law, name, chunks, context] as const,
      ),
    ),
  )('%s – broken by: %s', (law, name, chunks, context) => {
    // Nothing at all has no finish either.
    const also =
      name === 'nothing at all' ? [chunkLaws.find((it) => it.name.startsWith('I9 '))?.name] : [];
    const broken = brokenLaws(chunks, context);

    expect(namesOf(broken)).toEqual([law, ...also]);
    expect(broken).toHaveLength(1 + also.length);
  });

  it('are each broken by a stream of this spec', () => {
    expect(Object.keys(unlawful)).toEqual(chunkLaws.map(({ name }) => name));
  });
});
