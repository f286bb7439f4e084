import type { ClientRequest, IncomingMessage } from 'node:http';
import { mergeMap, type Observable, throwError } from 'rxjs';
import { toUpstreamError } from '../convert/upstreamFailure.ts';
import type { UpstreamHead } from './Channel.ts';
import { wholeText } from './wholeText.ts';

/** As much of an error's body as is worth reading, in bytes. */
const MAX_ERROR_BYTES = 1024 * 1024;

/**
 * Reads an answer that is no success, as far as is worth it.
 *
 * **Errors** – always: `UpstreamError` with what the answer says.
 */
export function refusedAnswer(
  answer: IncomingMessage,
  head: UpstreamHead,
  bytes$: Observable<Uint8Array>,
  keyOf: 'relay' | 'client',
): Observable<never> {
  return wholeText(bytes$, MAX_ERROR_BYTES).pipe(
    mergeMap(({ text }) => {
      const body = credentialsOf(answer).reduce(
        (clean, secret) => clean.replaceAll(secret, '[redacted]'),
        text,
      );
      return throwError(() => toUpstreamError({ ...head, body, keyOf }));
    }),
  );
}

/**
 * What the request said to prove who it is. Upstreams quote what they refuse, and a key need not look
 * like one; shorter than this it is no secret, and would be found in every text.
 */
function credentialsOf(answer: IncomingMessage): readonly string[] {
  const { req } = answer as IncomingMessage & { readonly req?: ClientRequest };
  return ['x-api-key', 'authorization', 'x-amz-security-token']
    .map((name) => req?.getHeader(name))
    .flatMap((value) => (typeof value === 'string' ? [value.replace(/^Bearer /, '')] : []))
    .filter((secret) => secret.length >= MIN_SECRET_CHARS);
}

const MIN_SECRET_CHARS = 6;
