import type { ServerResponse } from 'node:http';
import { Observable } from 'rxjs';

/**
 * Emits once when a response is over: taken, or with nobody left to take it.
 *
 * A response that waits for its turn on a connection (a client may send its next request before the
 * answer to the last one) has no socket yet, and would not say `close` when that client leaves. The
 * socket of its request does.
 */
export function clientGone(response: ServerResponse): Observable<void> {
  const { socket } = response.req;
  // By hand: `merge`, two `fromEvent` and `take` are nine subscriptions, for every request.
  return new Observable((subscriber) => {
    const onClose = () => {
      subscriber.next();
      subscriber.complete();
    };
    if (response.destroyed || socket.destroyed) {
      onClose();
      return;
    }
    response.on('close', onClose);
    socket.on('close', onClose);
    subscriber.add(() => {
      response.off('close', onClose);
      socket.off('close', onClose);
    });
  });
}
