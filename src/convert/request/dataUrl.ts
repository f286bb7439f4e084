/** What a data URL holds. */
export interface DataUrl {
  /** Lower case, without parameters; empty when the URL names none. */
  readonly mediaType: string;
  readonly base64: boolean;
  readonly data: string;
}

/**
 * Reads a data URL; undefined for anything else. The payload is not looked at, it may be large.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2397
 */
export function readDataUrl(url: string): DataUrl | undefined {
  if (!/^\s*data:/i.test(url.slice(0, 64))) return undefined;
  const comma = url.indexOf(',');
  if (comma < 0) return undefined;
  const [mediaType = '', ...parameters] = url
    .slice(url.indexOf(':') + 1, comma)
    .toLowerCase()
    .split(';')
    .map((piece) => piece.trim());
  return { mediaType, base64: parameters.includes('base64'), data: url.slice(comma + 1) };
}

/**
 * Base64 in the one form Claude takes: standard alphabet, no white space, padded. Undefined when it
 * is no base64 at all.
 */
export function canonicalBase64(data: string): string | undefined {
  let clean = /\s/.test(data) ? data.replace(/\s+/g, '') : data;
  if (/[-_]/.test(clean)) clean = clean.replace(/-/g, '+').replace(/_/g, '/');
  const end = clean.indexOf('=');
  const bare = end < 0 ? clean : clean.slice(0, end);
  if (bare === '' || /[^A-Za-z0-9+/]/.test(bare) || bare.length % 4 === 1) return undefined;
  if (end >= 0 && !/^={1,2}$/.test(clean.slice(end, end + 3))) return undefined;
  return clean.length % 4 === 0 ? clean : bare + '='.repeat((4 - (bare.length % 4)) % 4);
}

/** First bytes of the formats Claude reads → media type. */
const magic: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^%PDF/, 'application/pdf'],
];

/** The media type the first bytes of (canonical) base64 tell of. Claude refuses a type that does not match them. */
export function sniff(base64: string): string | undefined {
  const head = base64.slice(0, 24);
  const bytes = atob(head.slice(0, head.length - (head.length % 4)));
  return magic.find(([start]) => start.test(bytes))?.[1];
}

/** The text that base64 of UTF-8 stands for. */
export function decodeText(base64: string): string {
  const chars = atob(base64);
  const bytes = new Uint8Array(chars.length);
  for (let index = 0; index < chars.length; index += 1) bytes[index] = chars.charCodeAt(index);
  return new TextDecoder().decode(bytes);
}
