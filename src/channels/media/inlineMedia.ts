import { from, map, mergeMap, type Observable, of, reduce } from 'rxjs';
import type { ClaudeRequest } from '../../claude/request.ts';
import { fromBase64 } from '../../convert/request/images.ts';
import { refusal } from '../../convert/request/refusals.ts';
import { RequestError } from '../../errors.ts';
import type { Media, MediaFetcher } from './mediaFetcher.ts';
import { mapMediaBlocks, type MediaBlock, mediaBlocks } from './mediaBlocks.ts';

/** URLs fetched for one request at most; Claude itself takes six hundred images. */
const MOST_URLS = 100;
/** URLs fetched at the same time. */
const AT_ONCE = 4;

/**
 * The request with the bytes of its images and documents where it had URLs: each URL is fetched once.
 *
 * **Errors** – `RequestError` when one of them cannot be had, or all of them together are too large.
 *
 * @param maxBytes - bytes that all of them may take together, as base64
 */
export function inlineMedia(
  request: ClaudeRequest,
  fetcher: MediaFetcher,
  maxBytes: number,
): Observable<ClaudeRequest> {
  const urls = [...new Set(mediaBlocks(request).flatMap(urlOf))];
  if (urls.length === 0) return of(request);
  if (urls.length > MOST_URLS) {
    throw refusal('messages', `There are more than ${MOST_URLS} URLs to fetch in this request.`);
  }
  return from(urls).pipe(
    mergeMap(
      (url) => fetcher.fetch(url).pipe(map((media): [string, Media] => [url, media])),
      AT_ONCE,
    ),
    reduce(
      ({ bytes, found }, [url, media]) => {
        const total = bytes + media.data.length;
        if (total > maxBytes) throw tooLarge();
        return { bytes: total, found: found.set(url, media) };
      },
      { bytes: 0, found: new Map<string, Media>() },
    ),
    map(({ found }) =>
      mapMediaBlocks(request, (block) => {
        const media = urlOf(block).map((url) => found.get(url))[0];
        return media === undefined ? block : withBytes(block, media);
      }),
    ),
  );
}

const urlOf = ({ source }: MediaBlock): readonly string[] =>
  source.type === 'url' && typeof source.url === 'string' ? [source.url] : [];

function withBytes(block: MediaBlock, { mediaType, data, text }: Media): MediaBlock {
  if (block.type === 'document' && text !== undefined) {
    return { ...block, source: { type: 'text', media_type: 'text/plain', data: text } };
  }
  // A block of the kind the bytes are of: a PDF behind an image's URL is a document.
  return { ...block, ...fromBase64(data, mediaType, 'messages') };
}

const tooLarge = (): RequestError =>
  new RequestError('The images and documents of this request are too large together.', {
    status: 413,
    reason: 'request_too_large',
    param: 'messages',
  });
