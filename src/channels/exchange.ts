import type { IncomingMessage } from 'node:http';
import type { Request } from 'got';
import { asyncScheduler, defer, Observable, subscribeOn } from 'rxjs';
import { ConnectionError } from '../errors.ts';
import { unreachable } from './connectionErrors.ts';

/** Milliseconds that an answer which has said all may take to close cleanly. */
const LINGER_MS = 1000;

/**
 * Milliseconds within which a reset tells that a kept connection was dead already. Later than that the
 * request may have arrived, and Claude may be at work on it: to send it again could be billed twice.
 */
const STALE_MS = 1000;

/** How often a request is sent anew that never arrived. */
const MAX_RESENDS = 2;

export interface Exchange<T> {
  /** Sends the request anew. */
  send(): Request;
  /**
   * Whether the answer has said all there is to say. Then its connection is let finish on its own,
   * so that the next request can have it; otherwise leaving closes it.
   */
  isOver(): boolean;
  /** What there is to tell of an answer. */
  readonly read$: (answer: IncomingMessage) => Observable<T>;
}

/**
 * Sends a request and reads its answer as soon as the head is there.
 *
 * Unsubscribing closes the connection at once, in whatever state it is: resolving, connecting, waiting
 * for the head, or midway in the body.
 *
 * got's `IncomingMessage` is handed out as it is: read through got's own stream, every byte would
 * take one more hop.
 *
 * **Errors** – `ConnectionError` when no answer comes. What happens to the body is told by the body.
 */
export function exchange<T>(asking: Exchange<T>, resends: number = MAX_RESENDS): Observable<T> {
  const { send, isOver, read$ } = asking;
  return new Observable((subscriber) => {
    const request = send();
    const sentAt = performance.now();
    let answer: IncomingMessage | undefined;

    request.on('error', (error: Error) => {
      // A body that breaks off is told by the body itself, with the words for it.
      if (answer !== undefined || subscriber.closed) return;
      const isStale =
        request.reusedSocket === true && isReset(error) && performance.now() - sentAt < STALE_MS;
      if (isStale && resends > 0) {
        // A kept connection may have been closed by the other end just as we took it: then the request
        // never arrived, and sending it again is safe.
        const again$ = exchange(asking, resends - 1).pipe(subscribeOn(asyncScheduler));
        again$.subscribe(subscriber);
      } else subscriber.error(isStale ? closedUnused(error) : unreachable(error));
    });
    request.once('response', (response: IncomingMessage) => {
      answer = response;
      forgetBody(request);
      response.removeAllListeners('readable');
      // In the next tick the stream notices that got no longer listens, and would resume itself if
      // it had a reader by then, although that one may just have paused it.
      process.nextTick(() => {
        if (!subscriber.closed) defer(() => read$(response)).subscribe(subscriber);
      });
    });

    subscriber.add(() => {
      if (answer !== undefined && isOver()) letFinish(answer, request);
      else request.destroy();
    });
  });
}

const closedUnused = (cause: unknown): ConnectionError =>
  new ConnectionError('The upstream closed the connection (ECONNRESET).', { cause });

const isReset = (error: Error): boolean =>
  'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/**
 * Sent is sent: got would keep a long conversation for as long as its answer takes, in its options and
 * in what they were made of.
 */
function forgetBody({ options }: Request): void {
  options.body = undefined;
  for (const init of (options as unknown as MadeOptions)._init ?? []) {
    if (init.body !== undefined) init.body = undefined;
  }
}

interface MadeOptions {
  readonly _init?: readonly { body?: unknown }[];
}

function letFinish(answer: IncomingMessage, request: Request): void {
  if (!answer.complete) {
    const deadline = setTimeout(() => request.destroy(), LINGER_MS).unref();
    answer.once('close', () => {
      clearTimeout(deadline);
    });
  }
  if (!answer.readableEnded) answer.resume();
}
