import type { IncomingMessage } from 'node:http';
import { map, type Observable } from 'rxjs';
import { toUpstreamError } from '../convert/upstreamFailure.ts';
import { ProtocolError } from '../errors.ts';
import type { UpstreamHead } from './Channel.ts';
import { credentialsOf, withoutCredentials } from './quotedCredentials.ts';
import { wholeText } from './wholeText.ts';

export interface ReadWhole {
  readonly head: UpstreamHead;
  /** Longest answer, in bytes. */
  readonly limitBytes: number;
  readonly keyOf: 'relay' | 'client';
}

/** An answer in one piece. */
export interface WholeJson {
  /** As it came. */
  readonly bytes: Uint8Array;
  readonly json: unknown;
}

/**
 * Reads an answer that is one JSON text.
 *
 * **Errors** – `ProtocolError` for what is too large or no JSON, a cut one included; `UpstreamError`
 * for an error that is told under a good status.
 */
export function wholeJson(
  answer: IncomingMessage,
  bytes$: Observable<Uint8Array>,
  { head: { headers }, limitBytes, keyOf }: ReadWhole,
): Observable<WholeJson> {
  return wholeText(bytes$, limitBytes).pipe(
    map(({ bytes, text, cut }) => {
      if (cut) {
        throw new ProtocolError('invalid', 'The upstream sent a message that is too large.');
      }
      const json = parsed(text);
      // Google puts errors in a list at times.
      const said = Array.isArray(json) ? (json as readonly unknown[])[0] : json;
      if (!isError(said)) return { bytes, json };
      const body = withoutCredentials(text, credentialsOf(answer));
      // Claude's own word for an error stands for a status, and says it better than any of ours.
      const status = said.type === 'error' ? undefined : 502;
      throw toUpstreamError({ status, headers, body, keyOf });
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError('invalid', 'The upstream answered something that is not JSON.', {
      cause,
    });
  }
}

const isError = (json: unknown): json is { readonly error: unknown; readonly type?: unknown } =>
  typeof json === 'object' &&
  json !== null &&
  'error' in json &&
  Boolean(json.error) &&
  !('content' in json);
