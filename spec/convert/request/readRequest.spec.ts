import { describe, expect, it } from '@jest/globals';
import { toClaudeRequest } from '../../../src/convert/request/toClaudeRequest.ts';
import { convert, refused } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;

/** A call and its result, with arguments as text or, as some clients hold them, as an object. */
const called = (given: unknown): readonly Json[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: given } }],
  },
  { role: 'tool', tool_call_id: 'a', content: 'x' },
];
const declared = (name: string, parameters: unknown, strict = false): Json => ({
  type: 'function',
  function: { name, parameters, strict },
});

const lists = (deep: number): string => '['.repeat(deep) + ']'.repeat(deep);
const objects = (deep: number, inmost = '{"type":"string"}'): unknown =>
  JSON.parse(
    '{"type":"object","required":["a"],"properties":{"a":'.repeat(deep) +
      inmost +
      '}}'.repeat(deep),
  );
const results = (deep: number): unknown =>
  JSON.parse(
    `${'[{"type":"tool_result","tool_use_id":"a","content":'.repeat(deep)}"x"${'}]'.repeat(deep)}`,
  );

describe('readRequest', () => {
  it.each([
    [
      { model: undefined },
      'model',
      'missing_required_parameter',
      'you must provide a model parameter',
    ],
    [{ model: '' }, 'model', 'missing_required_parameter', 'you must provide a model parameter'],
    [
      { messages: undefined },
      'messages',
      'missing_required_parameter',
      "Missing required parameter: 'messages'.",
    ],
    [
      { messages: [] },
      'messages',
      'empty_array',
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    ],
    [
      { messages: [{ role: 'bot', content: 'x' }] },
      'messages.[0].role',
      'invalid_value',
      "Invalid value: 'bot'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    ],
    [
      { messages: [5] },
      'messages.[0]',
      'invalid_type',
      "Invalid type for 'messages.[0]': expected an object, but got an integer instead.",
    ],
    [
      { messages: [{ role: 'user', content: 5 }] },
      'messages.[0].content',
      'invalid_type',
      "Invalid type for 'messages.[0].content': expected one of a string or an array, but got an integer instead.",
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'text', text: true }] }] },
      'messages.[0].content.[0].text',
      'invalid_type',
      "Invalid type for 'messages.[0].content.[0].text': expected a string, but got a boolean instead.",
    ],
    [
      { messages: [{ role: 'user', content: [{ text: 'x' }] }] },
      'messages.[0].content.[0].type',
      'missing_required_parameter',
      "Missing required parameter: 'messages.[0].content.[0].type'.",
    ],
    [
      { max_tokens: 0 },
      'max_tokens',
      'integer_below_min_value',
      "Invalid 'max_tokens': integer below minimum value. Expected a value >= 1, but got 0 instead.",
    ],
    [
      { max_completion_tokens: 1.5 },
      'max_completion_tokens',
      'invalid_type',
      "Invalid type for 'max_completion_tokens': expected an integer, but got a decimal number instead.",
    ],
    [
      { temperature: 2.1 },
      'temperature',
      'decimal_above_max_value',
      "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.1 instead.",
    ],
    [
      { temperature: -1 },
      'temperature',
      'decimal_below_min_value',
      "Invalid 'temperature': decimal below minimum value. Expected a value >= 0, but got -1 instead.",
    ],
    [
      { temperature: '1' },
      'temperature',
      'invalid_type',
      "Invalid type for 'temperature': expected a number, but got a string instead.",
    ],
    [
      { reasoning_effort: 'huge' },
      'reasoning_effort',
      'invalid_value',
      "Invalid value: 'huge'. Supported values are: 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', and 'max'.",
    ],
    [
      { stop: ['a', 5] },
      'stop',
      'invalid_type',
      "Invalid type for 'stop': expected a string, but got an integer instead.",
    ],
    [
      { stream_options: { include_usage: true } },
      'stream_options',
      null,
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    ],
  ])('refuses %j', (request, param, reason, message) => {
    expect(refused(request)).toEqual({ param, reason, message });
  });

  it.each([null, undefined, 5, 'text', [], [{}]])('refuses %j as a body', (body) => {
    expect(() => toClaudeRequest(body)).toThrow(
      'We could not parse the JSON body of your request.',
    );
  });

  it('refuses more messages than Claude takes', () => {
    const messages = Array.from({ length: 100_001 }, () => ({ role: 'user', content: 'x' }));
    expect(convert({ messages: messages.slice(1) }).body.messages).toHaveLength(1);
    expect(refused({ messages })).toMatchObject({
      param: 'messages',
      reason: 'array_above_max_length',
    });
  });

  it('takes null for absent, everywhere', () => {
    const nothing = Object.fromEntries(
      'max_tokens temperature top_p n stop stream stream_options tools tool_choice functions user seed response_format reasoning_effort metadata'
        .split(' ')
        .map((name) => [name, null]),
    );
    expect(convert(nothing)).toEqual(convert({}));
  });

  it('puts U+FFFD for half a surrogate pair, wherever it hides', () => {
    const { body } = convert({
      messages: [
        { role: 'system', content: 'half \ud83d' },
        { role: 'user', content: 'a good pair 😀, half \udc4d' },
        {
          role: 'assistant',
          tool_calls: [
            {
              id: 'a',
              type: 'function',
              function: { name: 'f', arguments: '{"t":"\\ud83d","\\ud83d":1}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: '\ud83d' },
      ],
      tools: [{ type: 'function', function: { name: 'f', description: '\ud83d' } }],
    });
    expect(JSON.stringify(body).isWellFormed()).toBe(true);
    expect(JSON.stringify(body)).not.toMatch(/\\ud[89a-f]/);
    expect(body.messages[0]?.content).toEqual([
      { type: 'text', text: 'a good pair 😀, half \ufffd' },
    ]);
    expect(body.messages[1]?.content[0]).toMatchObject({ input: { t: '\ufffd', '\ufffd': 1 } });
  });

  it.each<[string, () => Json, string]>([
    ['metadata', () => ({ metadata: { a: JSON.parse(lists(20_000)) as unknown } }), 'metadata.a'],
    [
      'arguments',
      () => ({ messages: called(lists(20_000)) }),
      'messages.[0].tool_calls.[0].function.arguments',
    ],
    [
      'arguments held as objects',
      () => ({ messages: called(objects(20_000)) }),
      'messages.[0].tool_calls.[0]',
    ],
    [
      'a schema',
      () => ({ tools: [declared('f', objects(20_000))] }),
      'tools.[0].function.parameters',
    ],
    [
      'content',
      () => ({ messages: [{ role: 'user', content: results(20_000) }] }),
      'messages.[0].content.[0]',
    ],
    [
      'what nobody knows',
      () => ({ unheard_of: JSON.parse(lists(20_000)) as unknown }),
      'unheard_of',
    ],
  ])('refuses %s nested beyond reason instead of overflowing', (_, request, param) => {
    const error = refused(request());
    expect(error.message).toBe('The request is nested too deeply.');
    expect(error.reason).toBe('invalid_value');
    expect(error.param?.startsWith(param)).toBe(true);
    expect(error.param?.length).toBeLessThan(60);
  });

  it('takes what is nested as deep as it may be', () => {
    const { body } = convert({
      messages: called(lists(390)),
      tools: [declared('f', objects(190)), declared('g', objects(190), true)],
    });
    expect(body.tools?.map(({ strict }) => strict)).toEqual([undefined, true]);
    expect(JSON.stringify(body)).toContain(lists(390));
  });

  it('follows long chains of references through deep schemas', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [
        `d${n}`,
        n < 99 ? objects(190, `{"$ref":"#/$defs/d${n + 1}"}`) : {},
      ]),
    );
    const parameters = { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs };
    expect(convert({ tools: [declared('f', parameters, true)] }).warnings).toEqual([]);
  });

  it.each([
    ['{"metadata":{"a":[1e400]}}', 'metadata.a.[0]'],
    ['{"messages":[{"role":"user","content":"x","seed":-1e999}]}', 'messages.[0].seed'],
  ])('refuses a number no JSON could pass on: %s', (json, param) => {
    expect(refused(JSON.parse(json) as Json)).toEqual({
      param,
      reason: 'invalid_value',
      message: `Invalid '${param}': the number is too large.`,
    });
  });

  it('is not fooled by names of Object’s own members', () => {
    const request = JSON.parse(
      '{"__proto__":{"n":5},"constructor":1,"toString":2,"metadata":{"__proto__":{"user_id":"x"}}}',
    ) as Record<string, unknown>;
    const { body, warnings } = convert(request);
    expect(warnings).toEqual(['dropped:__proto__', 'dropped:constructor', 'dropped:tostring']);
    expect(body).toEqual(convert({}).body);
    expect(({} as Record<string, unknown>)['n']).toBeUndefined();
  });
});
