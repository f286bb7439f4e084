import type {
  ClaudeDocumentParam,
  ClaudeImageParam,
  ClaudeMediaSource,
} from '../../claude/request.ts';
import type { OpenAIContentPart, OpenAIFile } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { canonicalBase64, decodeText, readDataUrl, sniff } from './dataUrl.ts';
import { fromBase64 } from './images.ts';
import { isWebUrl } from './isWebUrl.ts';
import { invalidValue, missingParameter, refusal } from './refusals.ts';

/** Characters Claude takes of a title. */
const LONGEST_TITLE = 500;

/** Media types, besides `text/…`, that are text. */
const textual: ReadonlySet<string> = new Set([
  'application/json',
  'application/xml',
  'application/csv',
  'application/x-yaml',
  'application/yaml',
]);

/** For files that come as bare base64: the ends of names of text files. */
const textName = /\.(?:txt|text|md|markdown|csv|tsv|json|jsonl|xml|ya?ml|html?|log)$/i;

/**
 * A `file` part in Claude's words: PDFs and text become documents, images images, ids of Claude's
 * own Files API file sources.
 *
 * @returns undefined for a text file without text: Claude refuses those
 * @see https://platform.claude.com/docs/en/build-with-claude/pdf-support
 */
export function toFile(
  part: OpenAIContentPart,
  at: string,
  conversion: Conversion,
): ClaudeDocumentParam | ClaudeImageParam | undefined {
  const { file } = part;
  if (file === undefined || file === null) throw missingParameter(`${at}.file`);
  if (file.file_data) return fromData(file, file.file_data, `${at}.file.file_data`);
  if (file.file_id) return fromId(file, file.file_id, `${at}.file.file_id`, conversion);
  if (file.file_url) return fromUrl(file, file.file_url, `${at}.file.file_url`, conversion);
  throw missingParameter(`${at}.file.file_data`);
}

function fromData(
  file: OpenAIFile,
  given: string,
  param: string,
): ClaudeDocumentParam | ClaudeImageParam | undefined {
  const inline = readDataUrl(given) ?? { mediaType: '', base64: true, data: given };
  if (isText(inline.mediaType, file)) {
    const data = readText(inline.data, inline.base64, param);
    return data.trim() === ''
      ? undefined
      : titled(file, { type: 'text', media_type: 'text/plain', data });
  }
  const data = inline.base64 ? canonicalBase64(inline.data) : undefined;
  if (data === undefined) throw unreadable(param);
  const mediaType = sniff(data) ?? inline.mediaType;
  if (mediaType === 'application/pdf') {
    return titled(file, { type: 'base64', media_type: mediaType, data });
  }
  if (mediaType.startsWith('image/')) return fromBase64(data, mediaType, param);
  throw unreadable(param);
}

function isText(mediaType: string, { filename }: OpenAIFile): boolean {
  return mediaType === ''
    ? textName.test(filename ?? '')
    : mediaType.startsWith('text/') || textual.has(mediaType);
}

function readText(data: string, base64: boolean, param: string): string {
  if (base64) {
    const canonical = canonicalBase64(data);
    if (canonical !== undefined) return decodeText(canonical);
    if (data.trim() === '') return '';
  } else {
    try {
      return decodeURIComponent(data);
    } catch {
      // fall through: percent signs that are none
    }
  }
  throw unreadable(param);
}

function fromId(
  file: OpenAIFile,
  file_id: string,
  param: string,
  { upstream }: Conversion,
): ClaudeDocumentParam | ClaudeImageParam {
  if (!file_id.startsWith('file_') || !upstream.fileSources) {
    throw refusal(param, `No such File object: ${file_id.slice(0, 100)}`, 'file_not_found');
  }
  const source = { type: 'file', file_id } as const;
  return file.media === 'image' ? { type: 'image', source } : titled(file, source);
}

function fromUrl(
  file: OpenAIFile,
  url: string,
  param: string,
  { settings, upstream }: Conversion,
): ClaudeDocumentParam {
  if (!isWebUrl(url) || !(settings.urlSources ?? upstream.urlSources)) {
    throw invalidValue(param, url);
  }
  return titled(file, { type: 'url', url });
}

function titled({ filename }: OpenAIFile, source: ClaudeMediaSource): ClaudeDocumentParam {
  const title = filename?.trim().slice(0, LONGEST_TITLE).toWellFormed() ?? '';
  return { type: 'document', source, ...(title !== '' && { title }) };
}

function unreadable(param: string): Error {
  return refusal(
    param,
    `Invalid '${param}': expected base64-encoded data of a PDF, a text file or an image.`,
    'invalid_value',
  );
}
