import { describe, expect, it } from '@jest/globals';
import { defer, type Observable, of, throwError } from 'rxjs';
import type { ClaudeBlockParam, ClaudeRequest } from '../../../src/claude/request.ts';
import { inlineMedia } from '../../../src/channels/media/inlineMedia.ts';
import type { Media, MediaFetcher } from '../../../src/channels/media/mediaFetcher.ts';
import { emitted, outcome } from '../../../src/testing/index.ts';
import { anyBody } from '../../support/listenTo.ts';

const png = 'iVBORw0KGgo=';
const pdf = 'JVBERi0xLjQK';
const found: Readonly<Record<string, Media>> = {
  'https://a.example/png': { mediaType: 'image/jpeg', data: png },
  'https://a.example/pdf': { mediaType: 'application/octet-stream', data: pdf },
  'https://a.example/text': { mediaType: 'text/plain', data: 'SGk=', text: 'Hi' },
  'https://a.example/page': { mediaType: 'text/html', data: 'PGI+', text: '<b>' },
};

/** Finds what is listed, and remembers what it was asked for. */
function shelf(): MediaFetcher & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: (url): Observable<Media> =>
      defer(() => {
        asked.push(url);
        const media = found[url];
        return media === undefined ? throwError(() => new Error('not there')) : of(media);
      }),
  };
}

const url = (name: string) => ({ type: 'url' as const, url: `https://a.example/${name}` });
const asking = (...content: readonly ClaudeBlockParam[]): ClaudeRequest => ({
  ...anyBody,
  messages: [{ role: 'user', content }],
});
const inlined = (request: ClaudeRequest, fetcher: MediaFetcher = shelf(), maxBytes = 1000) =>
  emitted(inlineMedia(request, fetcher, maxBytes))[0]?.messages[0]?.content;

describe('inlineMedia', () => {
  it('puts bytes in place of URLs, of the type they are, and keeps the rest of a block', () => {
    const cache_control = { type: 'ephemeral' as const };

    expect(
      inlined(
        asking(
          { type: 'text', text: 'Look:' },
          { type: 'image', source: url('png'), cache_control },
          { type: 'document', source: url('pdf'), title: 'Paper' },
          { type: 'document', source: url('text'), title: 'Note' },
        ),
      ),
    ).toEqual([
      { type: 'text', text: 'Look:' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png }, cache_control },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf }, title: 'Paper' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Hi' }, title: 'Note' },
    ]); // prettier-ignore
  });

  it('sees a PDF behind the URL of an image', () => {
    expect(inlined(asking({ type: 'image', source: url('pdf') }))).toEqual([
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } },
    ]);
  });

  it('looks into the results of tools', () => {
    const result = (source: object) => ({
      type: 'tool_result' as const,
      tool_use_id: 'toolu_1',
      content: [{ type: 'image' as const, source }] as never,
    });

    expect(inlined(asking(result(url('png'))))).toEqual([
      result({ type: 'base64', media_type: 'image/png', data: png }),
    ]);
  });

  it('fetches each URL once', () => {
    const fetcher = shelf();
    const image = { type: 'image' as const, source: url('png') };

    inlined(asking(image, image, { type: 'image', source: url('pdf') }), fetcher);

    expect(fetcher.asked).toEqual(['https://a.example/png', 'https://a.example/pdf']);
  });

  it('leaves a request without URLs the same object, and the given one as it was', () => {
    const plain = asking({ type: 'text', text: 'https://a.example/png' });
    const given = asking({ type: 'image', source: url('png') });
    const before = structuredClone(given);

    expect(emitted(inlineMedia(plain, shelf(), 1000))[0]).toBe(plain);
    inlined(given);
    expect(given).toEqual(before);
  });

  it.each([
    ['a page where an image should be', asking({ type: 'image', source: url('page') }), { reason: 'invalid_image_format' }],
    ['what cannot be had', asking({ type: 'image', source: url('gone') }), { message: 'not there' }],
    ['more than may be sent', asking({ type: 'image', source: url('png') }, { type: 'image', source: url('pdf') }), { status: 413, reason: 'request_too_large' }],
  ])('refuses %s', (_, request, error) => {
    expect(outcome(defer(() => inlineMedia(request, shelf(), 20))).error).toMatchObject(error);
  }); // prettier-ignore

  it('refuses to fetch without end', () => {
    const images = Array.from({ length: 101 }, (_, nth) => ({
      type: 'image' as const,
      source: url(String(nth)),
    }));
    const fetcher = shelf();

    expect(outcome(defer(() => inlineMedia(asking(...images), fetcher, 1000))).error).toMatchObject(
      {
        param: 'messages',
      },
    );
    expect(fetcher.asked).toEqual([]);
  });
});
