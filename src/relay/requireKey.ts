import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../errors.ts';

/** Who may use the relay, and whose key goes upstream. */
export type Auth = 'keys' | 'none' | 'passthrough';

/** The key a client sent, in OpenAI's header or in Anthropic's. */
export function clientKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const key = bearer ?? headers['x-api-key'];
  return typeof key === 'string' && key.trim() !== '' ? key.trim() : undefined;
}

/**
 * Lets a request in, or refuses it in OpenAI's words.
 *
 * Keys are compared as digests and in constant time: how long it took tells nothing about a key, nor
 * about how long one is.
 *
 * **Errors** – {@link RequestError} with status 401.
 */
export function requireKey(
  auth: Auth,
  keys: readonly string[],
): (sent: string | undefined) => void {
  const digests = keys.map(digest);
  return (sent) => {
    if (auth === 'none') return;
    if (sent === undefined) {
      throw new RequestError(
        "You didn't provide an API key. You need to provide your API key in an Authorization " +
          'header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).',
        { status: 401 },
      );
    }
    if (auth === 'passthrough') return;
    const sentDigest = digest(sent);
    // Every key is compared, so that the position of the right one tells nothing either.
    const known = digests.reduce((hit, key) => timingSafeEqual(key, sentDigest) || hit, false);
    if (!known) {
      throw new RequestError(`Incorrect API key provided: ${masked(sent)}.`, {
        status: 401,
        reason: 'invalid_api_key',
      });
    }
  };
}

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

/** As much of a key as its owner needs to recognise it. */
const masked = (key: string): string =>
  key.length < 16 ? '…' : `${key.slice(0, 3)}…${key.slice(-4)}`;
