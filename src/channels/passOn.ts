import type { IncomingMessage } from 'node:http';
import type { Request } from 'got';
import { defer, map, type Observable, Subject, takeUntil, tap } from 'rxjs';
import { scrubSecrets } from '../convert/scrubSecrets.ts';
import { ProtocolError, ToldError } from '../errors.ts';
import { completeBytes } from '../operators/completeBytes.ts';
import { holdBytesUntilBegun } from '../operators/holdBytesUntilBegun.ts';
import type { ClaudeCall } from './Channel.ts';
import { decompressed } from './decompressed.ts';
import { exchange } from './exchange.ts';
import { credentialsOf, hideInFailures, withoutCredentials } from './quotedCredentials.ts';
import { readableBytes } from './readableBytes.ts';
import { refusedAnswer } from './refusedAnswer.ts';
import { refusingUpgrades } from './refusingUpgrades.ts';
import { type Silence, watchSilence } from './Silence.ts';
import { isSuccess, mediaType, upstreamHead } from './upstreamHead.ts';
import { wholeJson } from './wholeJson.ts';

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
 * The twin of `askClaude` for clients that speak to Claude themselves. What is read on the way decides
 * about failures only: the beginning of an event stream, since an error there can still become an
 * HTTP status; where it ends; and whether an answer in one piece is one.
 *
 * **Errors** – as `Channel.native` promises.
 */
export function passOn({ send, idleMs, ...passing }: PassOn): Observable<Uint8Array> {
  return defer(() => {
    let ended = false;
    const answered = new Subject<void>();
    const silence = watchSilence(idleMs);
    return exchange({
      send: refusingUpgrades(send),
      isOver: () => ended,
      read$: (answer) => {
        answered.next();
        return answerBytes(answer, passing, silence);
      },
    }).pipe(
      tap({
        complete: () => {
          ended = true;
        },
        error: (error: unknown) => {
          // That is the last word, too.
          ended = error instanceof ToldError;
        },
      }),
      // From the head on, silence is a failure of the body's, which may have to be closed.
      takeUntil(silence.tooLong$.pipe(takeUntil(answered))),
    );
  });
}

function answerBytes(
  answer: IncomingMessage,
  { call, maxEventBytes, keyOf }: Omit<PassOn, 'send' | 'idleMs'>,
  silence: Silence,
): Observable<Uint8Array> {
  const head = upstreamHead(answer);
  const bytes$ = readableBytes(decompressed(answer), call.demand$, silence).pipe(
    takeUntil(silence.tooLong$),
  );
  if (!isSuccess(head)) return refusedAnswer(answer, head, bytes$, keyOf);
  switch (mediaType(head)) {
    case 'text/event-stream':
      call.onHead(head);
      return bytes$.pipe(
        holdBytesUntilBegun({ maxEventBytes }),
        hideInFailures(answer),
        completeBytes({
          maxEventBytes,
          hide: (text) => scrubSecrets(withoutCredentials(text, credentialsOf(answer))),
        }),
      );
    case 'application/json':
      return wholeJson(answer, bytes$, { head, limitBytes: maxEventBytes, keyOf }).pipe(
        map(({ bytes }) => {
          call.onHead(head);
          return bytes;
        }),
      );
    default:
      throw new ProtocolError('invalid', 'The upstream answered something that is not a message.');
  }
}
