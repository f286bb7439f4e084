import type { IncomingMessage } from 'node:http';
import type { Request } from 'got';
import { catchError, type MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import { UpstreamError } from '../errors.ts';
import { mapMany } from '../operators/mapMany.ts';

/**
 * What a request said to prove who it is, as an answer might quote it. Upstreams quote what they
 * refuse, and a key need not look like one.
 */
export function credentialsOf(answer: IncomingMessage): readonly string[] {
  const { request } = answer as IncomingMessage & { readonly request?: Request };
  const said = ['x-api-key', 'authorization', 'x-amz-security-token']
    .map((name) => request?.options.headers[name])
    .flatMap((value) => (typeof value === 'string' ? [value.replace(/^Bearer /, '')] : []))
    .filter((secret) => secret.length >= MIN_SECRET_CHARS);
  // In JSON quotes are escaped, and by some writers slashes are.
  return [...new Set(said.flatMap((secret) => [secret, inJson(secret), slashed(secret)]))];
}

/** Shorter than this it is no secret, and would be found in every text. */
const MIN_SECRET_CHARS = 6;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const slashed = (text: string): string => inJson(text).replaceAll('/', '\\/');

/** The text with nothing left of the given credentials. */
export const withoutCredentials = (text: string, credentials: readonly string[]): string =>
  credentials.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);

/**
 * Takes the credentials of the request out of `error` events in its answer. All else is Claude's own.
 */
export const hideCredentials = (answer: IncomingMessage): MonoTypeOperatorFunction<ClaudeEvent> =>
  mapMany((event) =>
    event.type === 'error'
      ? (JSON.parse(
          withoutCredentials(JSON.stringify(event), credentialsOf(answer)),
        ) as ClaudeEvent)
      : event,
  );

/** The same for failures that the reading of the answer makes of what it says. */
export const hideInFailures = <T>(answer: IncomingMessage): MonoTypeOperatorFunction<T> =>
  catchError((error: unknown) => {
    throw withoutQuotes(error, credentialsOf(answer));
  });

/** The same failure, in words that do not quote the given credentials. */
function withoutQuotes(error: unknown, credentials: readonly string[]): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const { message, type, status, errorCode, headers, keyOf, body, cause } = error;
  const hidden = (text: string): string => withoutCredentials(text, credentials);
  return new UpstreamError(hidden(message), {
    type,
    status,
    errorCode,
    headers,
    keyOf,
    body: body === undefined ? undefined : hidden(body),
    cause: typeof cause === 'string' ? hidden(cause) : cause,
  });
}
