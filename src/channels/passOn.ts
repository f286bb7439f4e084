import type { IncomingMessage } from 'node:http';
import type { Request } from 'got';
import { defer, map, type Observable, switchMap, takeUntil, tap } from 'rxjs';
import { ProtocolError } from '../errors.ts';
import { holdBytesUntilBegun } from '../operators/holdBytesUntilBegun.ts';
import type { ClaudeCall } from './Channel.ts';
import { decompressed } from './decompressed.ts';
import { exchange } from './exchange.ts';
import { readableBytes } from './readableBytes.ts';
import { refusedAnswer } from './refusedAnswer.ts';
import { type Silence, watchSilence } from './Silence.ts';
import { isSuccess, mediaType, upstreamHead } from './upstreamHead.ts';

export interface PassOn {
  /** Sends the request anew. */
  send(): Request;
  readonly call: Pick<ClaudeCall, 'demand$' | 'onHead'>;
  /** Milliseconds of silence before the upstream counts as dead; 0 waits. */
  readonly idleMs: number;
  /** Longest first event, and longest answer in one piece, in bytes. */
  readonly maxEventBytes: number;
  readonly keyOf: 'relay' | 'client';
}

/**
 * Asks over HTTP and passes on the bytes of the answer as they come.
 *
 * The twin of `askClaude` for clients that speak to Claude themselves: nothing is read on the way
 * but the beginning of an event stream, since an error there can still become an HTTP status.
 *
 * **Errors** – as `Channel.native` promises.
 */
export function passOn({ send, idleMs, ...passing }: PassOn): Observable<Uint8Array> {
  return defer(() => {
    let ended = false;
    const silence = watchSilence(idleMs);
    return exchange({ send, isOver: () => ended }).pipe(
      switchMap((answer) => answerBytes(answer, passing, silence)),
      tap({
        complete: () => {
          ended = true;
        },
      }),
      takeUntil(silence.tooLong$),
    );
  });
}

function answerBytes(
  answer: IncomingMessage,
  { call, maxEventBytes, keyOf }: Omit<PassOn, 'send' | 'idleMs'>,
  silence: Silence,
): Observable<Uint8Array> {
  const head = upstreamHead(answer);
  const bytes$ = readableBytes(decompressed(answer), call.demand$, silence);
  if (!isSuccess(head)) return refusedAnswer(answer, head, bytes$, keyOf);
  switch (mediaType(head)) {
    case 'text/event-stream':
      call.onHead(head);
      return bytes$.pipe(holdBytesUntilBegun({ maxEventBytes }));
    case 'application/json':
      call.onHead(head);
      return bytes$.pipe(noMoreThan(maxEventBytes));
    default:
      throw new ProtocolError('invalid', 'The upstream answered something that is not a message.');
  }
}

const noMoreThan = (limitBytes: number) => (bytes$: Observable<Uint8Array>) =>
  defer(() => {
    let length = 0;
    return bytes$.pipe(
      map((bytes) => {
        length += bytes.length;
        if (length <= limitBytes) return bytes;
        throw new ProtocolError('invalid', 'The upstream sent a message that is too large.');
      }),
    );
  });
