import type { Readable } from 'node:stream';
import { Observable } from 'rxjs';
import { connectionBroke } from './connectionErrors.ts';
import type { Silence } from './Silence.ts';

/**
 * Emits what a readable stream holds, one read at a time, and reads only while there is demand.
 *
 * **Errors** – `ConnectionError` when the stream breaks off: an end that was not said cleanly
 * is never a completion.
 */
export function readableBytes(
  readable: Readable,
  demand$: Observable<boolean>,
  silence: Silence,
): Observable<Uint8Array> {
  return new Observable((subscriber) => {
    const onData = (bytes: Uint8Array) => {
      silence.heard();
      subscriber.next(bytes);
    };
    const onEnd = () => {
      subscriber.complete();
    };
    const onError = (cause: unknown) => {
      subscriber.error(connectionBroke(cause));
    };
    readable.on('data', onData).once('end', onEnd).once('error', onError);
    subscriber.add(() => {
      readable.off('data', onData).off('end', onEnd).off('error', onError);
      readable.on('error', () => undefined);
    });
    subscriber.add(
      demand$.subscribe({
        next: (wanted) => {
          if (wanted) {
            silence.resume();
            readable.resume();
          } else {
            silence.pause();
            readable.pause();
          }
        },
        error: (error: unknown) => {
          subscriber.error(error);
        },
      }),
    );
  });
}
