import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keepDigits } from '../../../src/convert/request/keepDigits.ts';
import { call, calls, convert, refused, result, tool, turns } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;

/** The whole number that JSON tells, however it writes it. */
function wholeOf(written: string): bigint {
  const [mantissa = '', exponent = '0'] = written.split('e');
  const [digits = '', fraction = ''] = mantissa.split('.');
  return BigInt(digits + fraction + '0'.repeat(Number(exponent) - fraction.length));
}

describe('keepDigits', () => {
  it.each([
    ['9007199254740993', '"9007199254740993"'],
    ['-9007199254740993', '"-9007199254740993"'],
    ['[1,12345678901234567890,2]', '[1,"12345678901234567890",2]'],
    ['{"id":12345678901234567890}', '{"id":"12345678901234567890"}'],
    ['{"a":1e400,"b":-1E+400}', '{"a":"1e400","b":"-1E+400"}'],
    ['[9007199254740993.5]', '["9007199254740993.5"]'],
  ])('puts quotes around what no double holds: %s', (json, text) => {
    expect(keepDigits(json)).toMatchObject({ text, quoted: expect.any(String) as unknown });
  });

  it.each([
    '9007199254740991',
    '9007199254740992',
    '10000000000000000000000',
    '1e22',
    '1.0e5',
    '0.1',
    '0.30000000000000004',
    '0.000000000000000000001',
    '5e-324',
    '100.000000000000000000000',
    '0.00000000000000000000000',
    '-0',
    '{"a":"12345678901234567890","b\\"1e400":"\\\\"}',
    '"12345678901234567890 \\" 1e999"',
  ])('leaves %s alone', (json) => {
    expect(keepDigits(json)).toEqual({ text: json });
  });

  it.each(['3.14159265358979323846', '[0.1000000000000000055511151231257827]', '1e-400'])(
    'tells of a fraction that is rounded: %s',
    (json) => {
      expect(keepDigits(json)).toEqual({ text: json, rounded: json.replace(/[[\]]/g, '') });
    },
  );

  it('changes nothing about JSON of numbers that doubles wrote', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (value, number) => {
          const json = JSON.stringify([value, number]);
          // Above 2^53 JSON.stringify may round itself, but what it wrote reads the same.
          expect(JSON.parse(keepDigits(json).text)).toEqual(JSON.parse(json));
        },
      ),
    );
  });

  it('keeps every whole number, digit for digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (whole) => {
        const [read] = JSON.parse(keepDigits(`[${whole}]`).text) as [string | number];
        expect(wholeOf(String(read))).toBe(whole);
      }),
    );
  });

  it('takes no time over long numbers and texts', () => {
    const zeros = `[1${'0'.repeat(300_000)}1,0.${'0'.repeat(300_000)}1,"${'\\n'.repeat(300_000)}"]`;
    expect(keepDigits(zeros).text.length).toBe(zeros.length + 2);
  });
});

const hi = { role: 'user', content: 'hi' };
const long = '12345678901234567890';

describe('digits no double holds', () => {
  it('of arguments stay, as text', () => {
    const messages = [hi, calls(call('a', 'f', `{"id":${long},"n":1}`)), result('a')];
    const { body, warnings } = convert({ messages });
    expect(body.messages[1]?.content).toMatchObject([{ input: { id: long, n: 1 } }]);
    expect(warnings).toEqual(['rewritten:arguments']);
    expect(refused({ messages }, { unsupported: 'reject' })).toMatchObject({
      param: 'messages.[1].tool_calls.[0].function.arguments',
      message: expect.stringContaining(long) as unknown,
    });
  });

  it('of a fraction in arguments are rounded with a warning', () => {
    const messages = [hi, calls(call('a', 'f', '{"pi":3.14159265358979323846}')), result('a')];
    const { body, warnings } = convert({ messages });
    expect(body.messages[1]?.content).toMatchObject([{ input: { pi: Math.PI } }]);
    expect(warnings).toEqual(['clamped:arguments']);
  });

  const rounded = JSON.parse(`{"id":${long}}`) as Json;
  const schema = { type: 'object', properties: { id: { type: 'integer', maximum: 2 ** 64 } } };
  it.each<[string, Json, string, string]>([
    [
      'arguments held as an object',
      {
        messages: [
          hi,
          calls({ id: 'a', type: 'function', function: { name: 'f', arguments: rounded } }),
          result('a'),
        ],
      },
      'clamped:arguments',
      'messages.[1].tool_calls.[0].function.arguments',
    ],
    [
      'the input of a block',
      {
        messages: [
          hi,
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'x' },
              { type: 'tool_use', id: 'a', name: 'f', input: { list: [rounded] } },
            ],
          },
          result('a'),
        ],
      },
      'clamped:input',
      'messages.[1].content.[1].input',
    ],
    [
      'the schema of a tool',
      { tools: [tool('f'), tool('g', schema)] },
      'clamped:tools',
      'tools.[1]',
    ],
    [
      'the schema of a tool of Claude’s form',
      { tools: [{ name: 'f', input_schema: schema }] },
      'clamped:tools',
      'tools.[0]',
    ],
    [
      'the schema of the answer',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } },
      'clamped:response_format',
      'response_format.json_schema.schema',
    ],
    [
      'the schema of the answer in Claude’s words',
      { output_config: { format: { type: 'json_schema', schema } } },
      'clamped:output_config',
      'output_config.format',
    ],
  ])('are gone from %s, which is warned of', (_, request, warning, param) => {
    expect(convert(request).warnings).toEqual([warning]);
    expect(refused(request, { unsupported: 'reject' })).toMatchObject({
      param,
      reason: 'unsupported_value',
    });
  });

  it('are not missed where a double holds the number', () => {
    const numbers = { minimum: 0.1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1e-7 };
    const held = { type: 'object', properties: { n: { type: 'number', ...numbers } } };
    expect(convert({ tools: [tool('f', held)] }).warnings).toEqual([]);
  });

  it('come back to a turn that is restored', () => {
    const turn = [
      { type: 'thinking', thinking: '', signature: 'c2ln' },
      { type: 'tool_use', id: 'a', name: 'f', input: { n: 1, id: Number(long) } },
    ];
    const ask = (given: string): unknown =>
      turns(
        [hi, calls(call('a', 'f', given)), result('a')],
        { model: 'claude-opus-5' },
        {
          restoreTurn: () => turn,
        },
      )[1]?.content;

    const [thinking, use] = turn;
    expect(ask(`{"id":${long},"n":1}`)).toEqual([thinking, { ...use, input: { id: long, n: 1 } }]);
    // Another number, or text that only looks like it: not what Claude said.
    expect(ask('{"id":1,"n":1}')).toHaveLength(1);
    expect(ask(`{"id":${long},"n":"1"}`)).toHaveLength(1);
  });
});
