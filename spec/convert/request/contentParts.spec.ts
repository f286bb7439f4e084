import { describe, expect, it } from '@jest/globals';
import { call, calls, convert, refused, result } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;

const content = (part: Json, settings?: Parameters<typeof convert>[1]): unknown =>
  convert({ messages: [{ role: 'user', content: [part] }] }, settings).body.messages[0]?.content[0];
const refusal = (
  part: Json,
  settings?: Parameters<typeof convert>[1],
): ReturnType<typeof refused> =>
  refused({ messages: [{ role: 'user', content: [part] }] }, settings);

const image = (url: string): Json => ({ type: 'image_url', image_url: { url } });
const file = (members: Json): Json => ({ type: 'file', file: members });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const jpeg = '/9j/4AAQSkZJRgABAQAAAQABAAD/2w==';
const gif = base64('GIF89a......');
const webp = base64('RIFF....WEBPVP8 ');
const pdf = base64('%PDF-1.4\n%');

describe('an image_url part', () => {
  it.each([
    ['a JPEG under its nickname', `data:image/jpg;base64,${jpeg}`, 'image/jpeg', jpeg],
    ['a PNG that says it is a JPEG', `data:image/jpeg;base64,${png}`, 'image/png', png],
    ['a GIF without a type', `data:;base64,${gif}`, 'image/gif', gif],
    [
      'a WebP with parameters',
      `DATA:image/webp;name=a;charset=x;base64,${webp}`,
      'image/webp',
      webp,
    ],
    ['a JPEG of unknown beginning', 'data:image/jpg;base64,AAAA', 'image/jpeg', 'AAAA'],
    [
      'base64 in lines',
      `data:image/png;base64,${png.slice(0, 20)}\r\n ${png.slice(20)}`,
      'image/png',
      png,
    ],
    ['base64url without padding', 'data:image/jpeg;base64,_9j_4AA', 'image/jpeg', '/9j/4AA='],
  ])('holds %s', (_, url, media_type, data) => {
    expect(content(image(url))).toEqual({
      type: 'image',
      source: { type: 'base64', media_type, data },
    });
  });

  it('that is a PDF becomes a document', () => {
    expect(content(image(`data:application/pdf;base64,${pdf}`))).toEqual({
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: pdf },
    });
  });

  it('with a URL lets Claude fetch it, also when the URL stands bare', () => {
    const source = { type: 'url', url: 'https://example.org/a.png' };
    expect(content({ type: 'image_url', image_url: { url: source.url, detail: 'high' } })).toEqual({
      type: 'image',
      source,
    });
    expect(content({ type: 'image_url', image_url: source.url })).toEqual({
      type: 'image',
      source,
    });
  });

  it.each([
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png,raw',
    'data:image/png;base64,%%%',
    'data:text/plain;base64,eA==',
  ])('is refused as %s', (url) => {
    expect(refusal(image(url))).toEqual({
      param: 'messages.[0].content.[0].image_url.url',
      reason: 'invalid_image_format',
      message:
        "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    });
  });

  it.each(['file:///etc/passwd', 'ftp://x/y', 'nonsense', '', 'http:// bad', 'https://'])(
    'is refused at %j',
    (url) => {
      expect(refusal(image(url))).toMatchObject({ reason: 'invalid_image_url' });
    },
  );

  it('is refused by upstreams that fetch nothing', () => {
    const part = image('https://example.org/a.png');
    expect(refusal(part, { upstream: 'bedrock' })).toMatchObject({ reason: 'invalid_image_url' });
    expect(refusal(part, { upstream: 'vertex' })).toMatchObject({ reason: 'invalid_image_url' });
    expect(content(part, { upstream: 'vertex', urlSources: true })).toMatchObject({
      type: 'image',
    });
  });

  it('keeps its cache mark', () => {
    const cache_control = { type: 'ephemeral' };

    expect(content({ ...image('https://x.example/a.png'), cache_control })).toMatchObject({
      type: 'image',
      cache_control,
    });
  });

  it('needs an image', () => {
    expect(refusal({ type: 'image_url' })).toMatchObject({
      param: 'messages.[0].content.[0].image_url',
      reason: 'missing_required_parameter',
    });
  });
});

describe('a file part', () => {
  it.each([
    ['a PDF', `data:application/pdf;base64,${pdf}`],
    ['a PDF as bare base64', pdf],
    ['a PDF of no type', `data:application/octet-stream;base64,${pdf}`],
  ])('with %s becomes a document with its title', (_, file_data) => {
    expect(content(file({ file_data, filename: ' r.pdf ' }))).toEqual({
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: pdf },
      title: 'r.pdf',
    });
  });

  it.each([
    ['text', `data:text/plain;base64,${base64('Grüße')}`, 'Grüße', 'a.txt'],
    ['a table', `data:text/csv;base64,${base64('a,b')}`, 'a,b', 'a.csv'],
    ['JSON', `data:application/json;base64,${base64('{}')}`, '{}', 'a.json'],
    ['bare base64 of a text’s name', base64('# Hi'), '# Hi', 'a.md'],
    ['percent signs', 'data:text/plain,a%20b', 'a b', 'a'],
  ])('with %s becomes a text document', (_, file_data, data, filename) => {
    expect(content(file({ file_data, filename }))).toEqual({
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data },
      title: filename,
    });
  });

  it('with an image becomes an image', () => {
    expect(content(file({ file_data: `data:image/png;base64,${png}` }))).toMatchObject({
      type: 'image',
    });
  });

  it('has no title without a name, and none too long', () => {
    expect(content(file({ file_data: pdf, filename: '' }))).not.toHaveProperty('title');
    expect(content(file({ file_data: pdf, filename: 'x'.repeat(600) }))).toMatchObject({
      title: 'x'.repeat(500),
    });
  });

  it('may name a file of Claude’s', () => {
    const { body, betas } = convert({
      messages: [
        {
          role: 'user',
          content: [file({ file_id: 'file_1' }), file({ file_id: 'file_2', media: 'image' })],
        },
      ],
    });
    expect(body.messages[0]?.content).toEqual([
      { type: 'document', source: { type: 'file', file_id: 'file_1' } },
      { type: 'image', source: { type: 'file', file_id: 'file_2' } },
    ]);
    expect(betas).toEqual(['files-api-2025-04-14']);
  });

  it.each([
    ['a tool’s result', { type: 'image', source: { type: 'file', file_id: 'file_1' } }, true],
    ['a container', { type: 'container_upload', file_id: 'file_1' }, false],
    [
      'a document',
      {
        type: 'document',
        source: {
          type: 'content',
          content: [{ type: 'image', source: { type: 'file', file_id: 'file_1' } }],
        },
      },
      false,
    ],
  ])('of Claude’s brings its beta along out of %s, too', (_where, block, isResult) => {
    const { betas } = convert({
      messages: isResult
        ? [calls(call('c')), result('c', [block])]
        : [{ role: 'user', content: [block] }],
    });
    expect(betas).toEqual(['files-api-2025-04-14']);
  });

  it('may not name one where the upstream keeps none', () => {
    expect(refusal(file({ file_id: 'file_1' }), { upstream: 'bedrock' })).toMatchObject({
      param: 'messages.[0].content.[0].file.file_id',
      reason: 'file_not_found',
    });
  });

  it('may name a URL', () => {
    expect(content(file({ file_url: 'https://example.org/a.pdf' }))).toEqual({
      type: 'document',
      source: { type: 'url', url: 'https://example.org/a.pdf' },
    });
  });

  it.each([
    [{ file_id: 'file-abc' }, 'file.file_id', 'file_not_found'],
    [
      { file_data: `data:application/zip;base64,${base64('PK....')}` },
      'file.file_data',
      'invalid_value',
    ],
    [{ file_data: base64('no idea') }, 'file.file_data', 'invalid_value'],
    [{ file_data: 'data:text/plain,%' }, 'file.file_data', 'invalid_value'],
    [{ file_url: 'file:///etc/passwd' }, 'file.file_url', 'invalid_value'],
    [{}, 'file.file_data', 'missing_required_parameter'],
  ])('is refused as %j', (members, param, reason) => {
    expect(refusal(file(members))).toMatchObject({
      param: `messages.[0].content.[0].${param}`,
      reason,
    });
  });

  it('without text says nothing', () => {
    const part = file({ file_data: 'data:text/plain;base64,', filename: 'a.txt' });
    expect(refusal(part)).toMatchObject({ reason: 'empty_array' });
  });
});

describe('other parts', () => {
  it('of audio are always refused, by name', () => {
    expect(
      refusal({ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }),
    ).toEqual({
      param: 'messages.[0].content.[0].type',
      reason: 'unsupported_value',
      message: "Audio input is not supported: this model takes no 'input_audio' content.",
    });
  });

  it.each(['video_url', 'tool_use', 'thinking', '__proto__'])('of type %s are refused', (type) => {
    expect(refusal({ type, id: 'a', name: 'f', input: {} })).toMatchObject({
      param: 'messages.[0].content.[0].type',
      reason: 'invalid_value',
    });
  });

  it('of Claude’s own pass as they are, unless that is switched off', () => {
    const part = {
      type: 'document',
      source: { type: 'url', url: 'https://example.org/a.pdf' },
      citations: { enabled: true },
    };
    expect(content(part)).toEqual(part);
    expect(content({ type: 'search_result', source: 'x', title: 't', content: [] })).toMatchObject({
      type: 'search_result',
    });
    expect(refusal(part, { nativeShapes: false })).toMatchObject({ reason: 'invalid_value' });
  });

  it('are text under the names of the Responses API, too', () => {
    expect(content({ type: 'input_text', text: 'x', annotations: [] })).toEqual({
      type: 'text',
      text: 'x',
    });
  });
});
