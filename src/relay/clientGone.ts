import type { ServerResponse } from 'node:http';
import { defer, fromEvent, merge, type Observable, of, take } from 'rxjs';

/**
 * Emits once when a response is over: taken, or with nobody left to take it.
 *
 * A response that waits for its turn on a connection (a client may send its next request before the
 * answer to the last one) has no socket yet, and would not say `close` when that client leaves. The
 * socket of its request does.
 */
export function clientGone(response: ServerResponse): Observable<unknown> {
  const { socket } = response.req;
  return defer(() =>
    response.destroyed || socket.destroyed
      ? of(undefined)
      : merge(fromEvent(response, 'close'), fromEvent(socket, 'close')).pipe(take(1)),
  );
}
