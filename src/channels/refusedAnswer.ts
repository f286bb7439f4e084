import type { IncomingMessage } from 'node:http';
import { mergeMap, type Observable, throwError } from 'rxjs';
import { toUpstreamError } from '../convert/upstreamFailure.ts';
import type { UpstreamHead } from './Channel.ts';
import { credentialsOf, withoutCredentials } from './quotedCredentials.ts';
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
      const body = withoutCredentials(text, credentialsOf(answer));
      return throwError(() => toUpstreamError({ ...head, body, keyOf }));
    }),
  );
}
