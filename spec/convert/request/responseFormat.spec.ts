import { describe, expect, it } from '@jest/globals';
import { call, calls, convert, refused, result, tool } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;

const wanted = (schema: Json | undefined, more: Json = {}): Json => ({
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, ...more } },
});
const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const closed = { ...schema, additionalProperties: false };

describe('response_format', () => {
  it('of text is nothing', () => {
    expect(convert({ response_format: { type: 'text' } })).toEqual(convert({}));
  });

  it('of json_object is asked for in words', () => {
    const { body, answer, warnings } = convert({ response_format: { type: 'json_object' } });
    expect(body.system).toBe(
      'Respond with a single valid JSON object and nothing else: no prose, no code fence.',
    );
    expect(answer.jsonFence).toBe(true);
    expect(warnings).toEqual(['rewritten:response_format']);
  });

  it('of a schema holds Claude to it', () => {
    const { body, answer, warnings } = convert({
      ...wanted(schema, { description: 'A number.', strict: false }),
      reasoning_effort: 'low',
    });
    expect(body.output_config).toEqual({
      effort: 'low',
      format: { type: 'json_schema', schema: { ...closed, description: 'A number.' } },
    });
    expect(answer).not.toHaveProperty('jsonFence');
    expect(warnings).toEqual([]);
  });

  it.each([
    ['no schema support', { model: 'claude-opus-4-1', ...wanted(schema) }, {}],
    ['another vendor’s model', { model: 'gpt-4o', ...wanted(schema) }, {}],
    ['Vertex', wanted(schema), { upstream: 'vertex' as const }],
    [
      'a schema beyond Claude',
      wanted({ type: 'object', additionalProperties: schema, properties: { n: {} } }),
      {},
    ],
    ['a configuration against it', wanted(schema), { structured: false }],
  ])('of a schema is asked for in words with %s', (_, request, settings) => {
    const { body, answer, warnings } = convert(request, settings);
    expect(body.output_config).toBeUndefined();
    expect(body.system).toMatch(
      /^Respond only with JSON matching this schema.*\n\{"type":"object"/,
    );
    expect(answer.jsonFence).toBe(true);
    expect(warnings).toEqual(['rewritten:response_format']);
  });

  it('of a schema is kept where a cloud has nothing else that works', () => {
    expect(
      convert({ model: 'claude-opus-5-5', ...wanted(schema) }, { upstream: 'vertex' }).body
        .output_config,
    ).toMatchObject({ format: {} });
    expect(
      convert({ model: 'claude-sonnet-4-6', ...wanted(schema) }, { upstream: 'bedrock' }).body
        .output_config,
    ).toMatchObject({ format: {} });
  });

  it('of a schema that is missing is any JSON', () => {
    expect(convert(wanted(undefined)).body.system).toMatch('single valid JSON object');
  });

  it.each([
    [{ response_format: { type: 'xml' } }, 'response_format.type', 'invalid_value'],
    [
      { response_format: { type: 'json_schema' } },
      'response_format.json_schema',
      'missing_required_parameter',
    ],
    [wanted(schema, { name: 'a b' }), 'response_format.json_schema.name', 'invalid_value'],
  ])('is refused: %j', (request, param, reason) => {
    expect(refused(request)).toMatchObject({ param, reason });
  });

  const document = { type: 'document', source: { type: 'url', url: 'https://example.org' } };
  const found = {
    type: 'search_result',
    source: 's',
    title: 't',
    content: [{ type: 'text', text: 'x' }],
  };
  const inResult = (block: Json): readonly Json[] => [calls(call('c')), result('c', [block])];
  const said = (block: Json): readonly Json[] => [{ role: 'user', content: [block] }];

  it.each([
    ['a document', document, said],
    ['a search result', found, said],
    ['a document in a tool’s result', document, inResult],
    ['a search result in a tool’s result', found, inResult],
  ])('of a schema does not go with citations of %s', (_what, block, around) => {
    const asked = (enabled: boolean): Json => ({
      messages: around({ ...block, citations: { enabled } }),
      tools: [tool('f')],
      ...wanted(schema),
    });
    expect(refused(asked(true))).toMatchObject({
      param: 'response_format',
      reason: 'unsupported_value',
    });
    expect(convert(asked(false)).body.output_config).toHaveProperty('format');
  });

  it('in words is refused by a strict relay', () => {
    expect(
      refused({ response_format: { type: 'json_object' } }, { unsupported: 'reject' }),
    ).toMatchObject({
      param: 'response_format',
      reason: 'unsupported_value',
    });
  });
});
