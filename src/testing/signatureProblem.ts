import { createHash, createHmac } from 'node:crypto';
import type { FakeCall } from './fakeClaude.ts';

/** Keys that AWS's stand-in knows. */
export interface KnownKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Requests must carry it, signed. */
  readonly sessionToken?: string;
}

export interface SignedFor {
  readonly region: string;
  readonly service: string;
}

/** A signature is good for five minutes, before and after. */
const GOOD_FOR_MS = 5 * 60 * 1000;

/** What AWS wants signed at the least. */
const mustBeSigned = ['content-type', 'host', 'x-amz-content-sha256', 'x-amz-date'];

/**
 * What is wrong with the signature of a request, in AWS's own words; undefined when it is right.
 *
 * Written from the description of Signature Version 4 with nothing but hashes, so that it agrees with
 * no library by descent.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signatureProblem(
  { method, path, headers, text }: Pick<FakeCall, 'method' | 'path' | 'headers' | 'text'>,
  keys: KnownKeys,
  { region, service }: SignedFor,
  now: number = Date.now(),
): string | undefined {
  const header = (name: string): string => String(headers[name] ?? '').trim();
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    );
  if (given === null) return 'Missing Authentication Token';
  const [, accessKeyId = '', scope = '', signedHeaders = '', signature = ''] = given;

  const datetime = header('x-amz-date');
  const wanted = `${datetime.slice(0, 8)}/${region}/${service}/aws4_request`;
  if (accessKeyId !== keys.accessKeyId) {
    return 'The security token included in the request is invalid.';
  }
  if (scope !== wanted) return `Credential should be scoped to ${wanted}.`;
  if (Math.abs(now - toTime(datetime)) > GOOD_FOR_MS) return 'Signature expired.';

  const signed = signedHeaders.split(';');
  const required = keys.sessionToken === undefined ? [] : ['x-amz-security-token'];
  const unsigned = [...mustBeSigned, ...required].filter((name) => !signed.includes(name));
  if (unsigned.length > 0) return `These headers must be signed: ${unsigned.join(', ')}`;
  if (keys.sessionToken !== undefined && header('x-amz-security-token') !== keys.sessionToken) {
    return 'The security token included in the request is invalid.';
  }
  const hash = sha256(text);
  if (header('x-amz-content-sha256') !== hash) return 'The payload hash does not match.';

  const [route = '', query = ''] = path.split('?');
  const canonical = [
    method,
    // Encoded once more than on the wire.
    route.split('/').map(strictlyEncoded).join('/'),
    query.split('&').sort().join('&'),
    ...[...signed].sort().map((name) => `${name}:${header(name).replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    hash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', datetime, scope, sha256(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${keys.secretAccessKey}`);
  return hmac(key, toSign).toString('hex') === signature
    ? undefined
    : 'The request signature we calculated does not match the signature you provided.';
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

const strictlyEncoded = (segment: string): string =>
  encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function toTime(datetime: string): number {
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(datetime) ?? [];
  const two = (text: string): string => text.replace(/(\d\d)(?=\d)/g, '$1:');
  return Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${two(time)}Z`);
}
