import type { ClaudeDocumentParam, ClaudeImageParam } from '../../claude/request.ts';
import type { OpenAIContentPart } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { canonicalBase64, readDataUrl, sniff } from './dataUrl.ts';
import { isWebUrl } from './isWebUrl.ts';
import { missingParameter, refusal } from './refusals.ts';

const images: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/**
 * An `image_url` part in Claude's words. Data URLs become base64 sources, of the type their bytes
 * tell; a PDF among them a document. URLs are left for Claude to fetch, where it does. `detail` has
 * no twin.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/vision
 */
export function toImage(
  part: OpenAIContentPart,
  at: string,
  { settings, upstream }: Conversion,
): ClaudeImageParam | ClaudeDocumentParam {
  const { image_url } = part;
  if (image_url === undefined || image_url === null) throw missingParameter(`${at}.image_url`);
  const url = typeof image_url === 'string' ? image_url : image_url.url;
  const param = `${at}.image_url.url`;

  const inline = readDataUrl(url);
  if (inline !== undefined) {
    const data = inline.base64 ? canonicalBase64(inline.data) : undefined;
    if (data === undefined) throw unsupportedImage(param);
    return fromBase64(data, inline.mediaType, param);
  }
  if (!isWebUrl(url)) {
    throw refusal(
      param,
      'Invalid image URL. Expected an http(s) URL or a base64-encoded data URL.',
      'invalid_image_url',
    );
  }
  if (!(settings.urlSources ?? upstream.urlSources)) {
    throw refusal(
      param,
      'Image URLs are not supported by the upstream of this model. Send the image as a base64-encoded data URL.',
      'invalid_image_url',
    );
  }
  return { type: 'image', source: { type: 'url', url } };
}

/** An image (or PDF) from base64 whose declared type may be wrong, or missing. */
export function fromBase64(
  data: string,
  declared: string,
  param: string,
): ClaudeImageParam | ClaudeDocumentParam {
  const media_type = sniff(data) ?? (declared === 'image/jpg' ? 'image/jpeg' : declared);
  if (media_type === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type, data } };
  }
  if (!images.has(media_type)) throw unsupportedImage(param);
  return { type: 'image', source: { type: 'base64', media_type, data } };
}

function unsupportedImage(param: string): Error {
  return refusal(
    param,
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    'invalid_image_format',
  );
}
