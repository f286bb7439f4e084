import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { catchError, defer, map, type Observable, of, reduce, take, timeout } from 'rxjs';
import { RequestError } from '../../errors.ts';
import { decompressed } from '../decompressed.ts';
import { exchange } from '../exchange.ts';
import { leanClient } from '../leanClient.ts';
import { readableBytes } from '../readableBytes.ts';
import { watchSilence } from '../Silence.ts';
import { isPublicAddress } from './isPublicAddress.ts';

/** Redirections followed; each is looked at like the first URL. */
const MOST_REDIRECTS = 3;

/** How images and documents behind URLs are fetched. */
export interface FetchMediaOptions {
  /** Bytes of one at most. @defaultValue 10 MiB */
  readonly maxBytes?: number;
  /** Milliseconds that one may take, redirections included. @defaultValue 10000 */
  readonly timeoutMs?: number;
  /** Fetch `http:` URLs as well. @defaultValue false, as Claude itself does */
  readonly allowHttp?: boolean;
  /** Which IP addresses may be connected to. @defaultValue those of the public internet */
  readonly isAllowed?: (address: string) => boolean;
  /** Resolves names. @defaultValue the system's own */
  readonly lookup?: typeof systemLookup;
}

/** What was found behind a URL. */
export interface Media {
  /** As the server says, lower case, without parameters. */
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  /** The same as text, where the server says it is one. */
  readonly text?: string;
}

/** Fetches what is behind URLs. */
export interface MediaFetcher {
  fetch(url: string): Observable<Media>;
}

/**
 * Fetches what a client's URL points at, and nothing the client could not have fetched itself: only
 * from public addresses. The address that was looked at is the one that is connected to, for every
 * redirection anew, so that no name can change its mind in between.
 *
 * **Errors** – `RequestError` (`invalid_image_url`), the same for every cause: what there is in our
 * network is nobody's business.
 *
 * @see https://owasp.org/www-community/attacks/Server_Side_Request_Forgery
 */
export function mediaFetcher({
  maxBytes = 10 * 1024 * 1024,
  timeoutMs = 10_000,
  allowHttp = false,
  isAllowed = isPublicAddress,
  lookup = systemLookup,
}: FetchMediaOptions = {}): MediaFetcher {
  const dnsLookup = guarded(lookup, isAllowed) as never;
  const client = leanClient(timeoutMs).extend({ dnsLookup });

  return {
    fetch: (url) =>
      defer(() => fetched(url, 0)).pipe(
        timeout({ first: timeoutMs }),
        catchError((cause: unknown) => {
          throw new RequestError(`Error while downloading ${shortened(url)}.`, {
            param: 'messages',
            reason: 'invalid_image_url',
            cause,
          });
        }),
      ),
  } satisfies MediaFetcher;

  function fetched(url: string, redirects: number): Observable<Media> {
    const target = permitted(url, allowHttp, isAllowed);
    return exchange({
      send: () => client.stream.get(target),
      isOver: () => false,
      read$: (answer) => {
        const { statusCode = 0, headers } = answer;
        if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
          if (redirects >= MOST_REDIRECTS) throw new Unfetched('too many redirections');
          return fetched(new URL(headers.location, target).href, redirects + 1);
        }
        if (statusCode !== 200) throw new Unfetched(`status ${statusCode}`);
        return whole(answer, maxBytes);
      },
    }).pipe(take(1));
  }
}

class Unfetched extends Error {}

function permitted(url: string, allowHttp: boolean, isAllowed: (address: string) => boolean): URL {
  const target = new URL(url);
  const { protocol, hostname, username, password } = target;
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) {
    throw new Unfetched(`the protocol ${protocol}`);
  }
  if (username !== '' || password !== '') throw new Unfetched('credentials in the URL');
  // An address is never looked up, so this is the only look at it. It is in its plain form: `URL` has
  // read the octal, hexadecimal and shortened ones.
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw new Unfetched('an address not allowed');
  return target;
}

/** A lookup that gives allowed addresses or none. */
function guarded(
  lookup: typeof systemLookup,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) {
        callback(error, '');
        return;
      }
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
        callback(new Unfetched('an address not allowed'), '');
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function whole(answer: IncomingMessage, maxBytes: number): Observable<Media> {
  const mediaType = answer.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return readableBytes(decompressed(answer), of(true), watchSilence(0)).pipe(
    reduce(
      ({ parts, length }, bytes) => {
        const total = length + bytes.length;
        if (total > maxBytes) throw new Unfetched('too large');
        parts.push(bytes);
        return { parts, length: total };
      },
      { parts: [] as Uint8Array[], length: 0 },
    ),
    map(({ parts }) => {
      const bytes = Buffer.concat(parts);
      return {
        mediaType,
        data: bytes.toString('base64'),
        ...(mediaType.startsWith('text/') && { text: bytes.toString('utf8') }),
      };
    }),
  );
}

/** An error is no place for a long URL. Characters. */
const shortened = (url: string): string =>
  url.length > 200 ? `${url.slice(0, 200).toWellFormed()}…` : url;
