import { describe, expect, it } from '@jest/globals';
import { call, calls, convert, refused, result } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;
type Settings = Parameters<typeof convert>[1];

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const jpeg = '/9j/4AAQSkZJRgABAQAAAQABAAD/2w==';
const image = (source: unknown): Json => ({ type: 'image', source });
const document = (source: unknown): Json => ({ type: 'document', source });
const base64 = (data: string, media_type = 'image/png'): Json => ({
  type: 'base64',
  media_type,
  data,
});
const text = { type: 'text', text: 'x' };

/** Where a part may stand: what a user says, a tool's message, a result in Claude's own form. */
const places: readonly (readonly [string, (part: Json) => Json])[] = [
  ['messages.[0].content.[1]', (part) => ({ messages: [{ role: 'user', content: [text, part] }] })],
  ['messages.[1].content.[0]', (part) => ({ messages: [calls(call('a')), result('a', [part])] })],
  [
    'messages.[1].content.[0].content.[0]',
    (part) => ({
      messages: [
        calls(call('a')),
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'a', content: [part] }],
        },
      ],
    }),
  ],
];
const [[, said]] = places as [(typeof places)[number]];

describe('a block in Claude’s own form', () => {
  it.each<[Json, string, string]>([
    [{ type: 'image' }, 'source', 'missing_required_parameter'],
    [image(null), 'source', 'invalid_type'],
    [image('x'), 'source', 'invalid_type'],
    [image({}), 'source.type', 'missing_required_parameter'],
    [image({ type: 'pigeon', coop: 1 }), 'source.type', 'invalid_value'],
    [
      image({ type: 'base64', media_type: 'image/png' }),
      'source.data',
      'missing_required_parameter',
    ],
    [image({ type: 'base64', data: png }), 'source.media_type', 'missing_required_parameter'],
    [image(base64(png, 'image/tiff')), 'source.media_type', 'invalid_value'],
    [image(base64('%%%')), 'source.data', 'invalid_value'],
    [image(base64(' ')), 'source.data', 'invalid_value'],
    [image({ type: 'url' }), 'source.url', 'missing_required_parameter'],
    [image({ type: 'url', url: 'http:// bad' }), 'source.url', 'invalid_value'],
    [image({ type: 'url', url: 'ftp://x/y' }), 'source.url', 'invalid_value'],
    [image({ type: 'file' }), 'source.file_id', 'missing_required_parameter'],
    [image({ type: 'text', media_type: 'text/plain', data: 'x' }), 'source.type', 'invalid_value'],
    [{ ...image(base64(png)), transformations: 'x' }, 'transformations', 'invalid_type'],
    [{ type: 'document' }, 'source', 'missing_required_parameter'],
    [document({ type: 'text', data: 'x' }), 'source.media_type', 'missing_required_parameter'],
    [
      document({ type: 'text', media_type: 'text/plain', data: ' ' }),
      'source.data',
      'invalid_value',
    ],
    [document(base64(png)), 'source.media_type', 'invalid_value'],
    [document({ type: 'content', content: 5 }), 'source.content', 'invalid_type'],
    [
      document({ type: 'content', content: [image(base64('%'))] }),
      'source.content.[0].source.data',
      'invalid_value',
    ],
    [{ ...document({ type: 'file', file_id: 'x' }), title: 5 }, 'title', 'invalid_type'],
    [{ ...document({ type: 'file', file_id: 'x' }), citations: true }, 'citations', 'invalid_type'],
    [{ type: 'search_result' }, 'source', 'missing_required_parameter'],
    [{ type: 'search_result', source: 'x', title: 'x' }, 'content', 'missing_required_parameter'],
    [
      { type: 'search_result', source: 'x', title: 'x', content: [image(base64(png))] },
      'content.[0].type',
      'invalid_value',
    ],
    [{ type: 'container_upload' }, 'file_id', 'missing_required_parameter'],
  ])('is refused as %j, wherever it stands', (part, step, reason) => {
    for (const [at, request] of places) {
      expect(refused(request(part))).toMatchObject({ param: `${at}.${step}`, reason });
    }
  });

  it.each<[Json, string, string]>([
    [{ type: 'tool_use', name: 'f', input: {} }, 'id', 'missing_required_parameter'],
    [{ type: 'tool_use', id: 'a', input: {} }, 'name', 'missing_required_parameter'],
    [{ type: 'tool_use', id: 'a', name: 'f' }, 'input', 'missing_required_parameter'],
    [{ type: 'tool_use', id: 'a', name: 'f', input: 'x' }, 'input', 'invalid_type'],
    [{ type: 'thinking', thinking: 5 }, 'thinking', 'invalid_type'],
    [{ type: 'redacted_thinking', data: {} }, 'data', 'invalid_type'],
  ])('is refused as %j of an assistant', (part, step, reason) => {
    const messages = [{ role: 'assistant', content: [text, part] }];
    expect(refused({ messages })).toMatchObject({
      param: `messages.[0].content.[1].${step}`,
      reason,
    });
  });

  it.each<[Json, string, string]>([
    [{}, 'tool_use_id', 'missing_required_parameter'],
    [{ tool_use_id: 5 }, 'tool_use_id', 'invalid_type'],
    [{ tool_use_id: 'a', content: 5 }, 'content', 'invalid_type'],
    [{ tool_use_id: 'a', content: {} }, 'content', 'invalid_type'],
    [{ tool_use_id: 'a', is_error: 'x' }, 'is_error', 'invalid_type'],
  ])('is refused as a result of %j', (members, step, reason) => {
    const content = [{ type: 'tool_result', ...members }];
    const messages = [calls(call('a')), { role: 'user', content }];
    expect(refused({ messages })).toMatchObject({
      param: `messages.[1].content.[0].${step}`,
      reason,
    });
  });

  it('goes without what is null, and with what nobody knows yet', () => {
    const part = { ...document({ type: 'file', file_id: 'x' }), title: null, tomorrow: 1 };
    expect(convert(said(part)).body.messages[0]?.content[1]).toEqual({
      type: 'document',
      source: { type: 'file', file_id: 'x' },
      tomorrow: 1,
    });
  });

  it('has base64 as Claude reads it, of the type its bytes tell', () => {
    const source = base64(`${jpeg.slice(0, 8)}\n${jpeg.slice(8, -2)}`);
    const content = [image(source)];
    const part = document({ type: 'content', content });
    const whole = base64(jpeg, 'image/jpeg');
    expect(convert(said(image(source))).body.messages[0]?.content[1]).toEqual(image(whole));
    expect(convert(said(part)).body.messages[0]?.content[1]).toEqual(
      document({ type: 'content', content: [image(whole)] }),
    );
  });

  it.each<[Json, Settings, string | undefined]>([
    [image({ type: 'url', url: 'https://example.org/a.png' }), { upstream: 'vertex' }, 'type'],
    [
      image({ type: 'url', url: 'https://example.org/a.png' }),
      { upstream: 'vertex', urlSources: true },
      undefined,
    ],
    [document({ type: 'file', file_id: 'file_1' }), { upstream: 'bedrock' }, 'type'],
    [
      document({
        type: 'content',
        content: [image({ type: 'url', url: 'https://example.org/a.png' })],
      }),
      { upstream: 'bedrock' },
      'content.[0].source.type',
    ],
  ])('%j is for upstreams that fetch: %j', (part, settings, step) => {
    if (step === undefined) {
      expect(convert(said(part), settings).body.messages[0]?.content[1]).toEqual(part);
      return;
    }
    expect(refused(said(part), settings)).toMatchObject({
      param: `messages.[0].content.[1].source.${step}`,
      reason: 'invalid_value',
    });
  });

  it('of a call or a result keeps all its members', () => {
    const use = {
      type: 'tool_use',
      id: 'a',
      name: 'f',
      input: { x: 1 },
      caller: { type: 'direct' },
      toolset_name: 'browser',
      cache_control: { type: 'ephemeral' },
    };
    const answer = {
      type: 'tool_result',
      tool_use_id: 'a',
      toolset_name: 'browser',
      content: 'x',
      is_error: true,
    };
    const { body } = convert({
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: [use] },
        { role: 'user', content: [answer] },
      ],
    });
    expect(body.messages[1]?.content).toEqual([use]);
    expect(body.messages[2]?.content).toEqual([answer]);
  });

  it('loses the citations of its text with a warning', () => {
    const citations = [{ type: 'char_location', cited_text: 'x', document_index: 0 }];
    const { body, warnings } = convert(said({ ...text, text: 'y', citations }));
    expect(body.messages[0]?.content[1]).toEqual({ ...text, text: 'y' });
    expect(warnings).toEqual(['dropped:citations']);
    expect(convert(said({ ...text, citations: [] })).warnings).toEqual([]);
  });
});
