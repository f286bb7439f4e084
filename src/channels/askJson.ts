import type { Request } from 'got';
import { defer, map, type Observable, takeUntil, tap } from 'rxjs';
import { ProtocolError } from '../errors.ts';
import type { ClaudeCall } from './Channel.ts';
import { decompressed } from './decompressed.ts';
import { exchange } from './exchange.ts';
import { readableBytes } from './readableBytes.ts';
import { refusedAnswer } from './refusedAnswer.ts';
import { refusingUpgrades } from './refusingUpgrades.ts';
import { watchSilence } from './Silence.ts';
import { isSuccess, mediaType, upstreamHead } from './upstreamHead.ts';
import { wholeJson } from './wholeJson.ts';

export interface AskJson {
  /** Sends the request anew. */
  send(): Request;
  readonly call: Pick<ClaudeCall, 'demand$' | 'onHead'>;
  /** Milliseconds of silence before the upstream counts as dead; 0 waits. */
  readonly idleMs: number;
  /** Longest answer, in bytes. */
  readonly maxEventBytes: number;
  readonly keyOf: 'relay' | 'client';
}

/**
 * Asks over HTTP for what is answered in one piece, and emits it.
 *
 * **Errors** – `UpstreamError`, `ConnectionError`, `TimeoutError`, and `ProtocolError` for what is no
 * JSON.
 */
export function askJson({
  send,
  call,
  idleMs,
  maxEventBytes,
  keyOf,
}: AskJson): Observable<unknown> {
  return defer(() => {
    let ended = false;
    const silence = watchSilence(idleMs);
    return exchange({
      send: refusingUpgrades(send),
      isOver: () => ended,
      read$: (answer) => {
        const head = upstreamHead(answer);
        const bytes$ = readableBytes(decompressed(answer), call.demand$, silence);
        if (!isSuccess(head)) return refusedAnswer(answer, head, bytes$, keyOf);
        if (mediaType(head) !== 'application/json') {
          throw new ProtocolError('invalid', 'The upstream answered something that is not JSON.');
        }
        return wholeJson(answer, bytes$, { head, limitBytes: maxEventBytes, keyOf }).pipe(
          map(({ json }) => {
            call.onHead(head);
            return json;
          }),
        );
      },
    }).pipe(
      tap({
        complete: () => {
          ended = true;
        },
      }),
      takeUntil(silence.tooLong$),
    );
  });
}
