import type { ServerResponse } from 'node:http';
import { NEVER, type Observable, Subscription } from 'rxjs';
import { clientGone } from './clientGone.ts';
import { endingOf } from './endingOf.ts';
import { latin1 } from './latin1.ts';
import type { Valve } from './pressure.ts';
import type { Ending } from './RequestRecord.ts';

/** Characters collected before they are written without waiting for the end of the read. */
const BATCH_CHARS = 16 * 1024;

export interface StreamSink {
  readonly response: ServerResponse;
  /**
   * How the characters of the texts become bytes: each is one already, as in what `latin1` makes of a
   * text, or each is encoded. @defaultValue `utf8`
   */
  readonly encoding?: 'latin1' | 'utf8';
  /** Asked when the head is sent. @defaultValue an event stream's */
  contentType?(): string;
  /** Shut while the client does not take what is written. */
  readonly valve: Valve;
  /** Milliseconds a client may take nothing before it is dropped; 0 waits for ever. */
  readonly writeStallMs: number;
  /** Called when the head is sent: from here on a failure can only be told in the stream. */
  onCommit(): void;
  /** What a failure is told as, after the commit; encoded, whatever the other texts are. */
  errorFrame(error: unknown): string;
}

/**
 * Writes a text as it comes to a client, as an event stream; or bytes, each read as it is.
 *
 * **The commit point** is the first piece: until then nothing is sent, and a failure rejects, so that
 * it can still become a true HTTP status. After it a failure is told in one last frame – with no
 * `[DONE]` after it – and resolves with the error's code.
 *
 * All text that comes of one read of the upstream is written at once: one write per event is the
 * largest cost of a relay under load. Time is never waited for.
 *
 * The promise settles when the answer is over, whoever ended it. A client that leaves unsubscribes,
 * also before the commit and while a write is pending.
 */
export function respondWithStream(
  text$: Observable<string | Uint8Array>,
  {
    response,
    encoding = 'utf8',
    contentType = () => 'text/event-stream; charset=utf-8',
    valve,
    writeStallMs,
    onCommit,
    errorFrame,
  }: StreamSink,
): Promise<Ending> {
  return new Promise((resolve, reject) => {
    let texts = '';
    let flushing = false;
    let committed = false;
    let ending: Ending | undefined;
    let stalled = false;
    let stallTimer: NodeJS.Timeout | undefined;
    const watching = new Subscription();

    /** Node may write the head with the first text, in its encoding: no text is written as UTF-8. */
    const written = (batch: string): string | Uint8Array =>
      encoding === 'latin1' ? batch : Buffer.from(batch);

    const commit = () => {
      committed = true;
      onCommit();
      response.writeHead(200, {
        'content-type': contentType(),
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      });
    };
    const watchForStall = () => {
      if (writeStallMs <= 0) return;
      stallTimer ??= setTimeout(() => {
        stalled = true;
        response.destroy();
      }, writeStallMs);
    };
    const onDrain = () => {
      clearTimeout(stallTimer);
      stallTimer = undefined;
      valve.open();
    };
    const write = (piece: string | Uint8Array) => {
      if (piece.length === 0 || response.destroyed || response.writableEnded) return;
      if (!response.write(piece, 'latin1')) {
        valve.shut();
        watchForStall();
      }
    };
    const flush = () => {
      flushing = false;
      const batch = texts;
      texts = '';
      write(written(batch));
    };
    const end = (how: Ending, lastWords: string) => {
      ending = how;
      if (response.destroyed) return;
      const batch = texts + (encoding === 'latin1' ? latin1(lastWords) : lastWords);
      texts = '';
      response.end(written(batch), 'latin1');
      watchForStall();
    };

    const subscription = text$.subscribe({
      next: (text) => {
        if (!committed) commit();
        if (typeof text !== 'string') {
          flush();
          write(text);
          return;
        }
        texts += text;
        if (texts.length >= BATCH_CHARS) flush();
        else if (!flushing) {
          flushing = true;
          process.nextTick(flush);
        }
      },
      error: (error: unknown) => {
        if (!committed) {
          watching.unsubscribe();
          reject(error instanceof Error ? error : new Error(String(error)));
        } else end(endingOf(error), errorFrame(error));
      },
      complete: () => {
        if (!committed) commit();
        end('completed', '');
      },
    });

    // The plan of the pipeline is of no more use, and would take as much memory as what runs.
    text$ = NEVER;

    function onClose() {
      clearTimeout(stallTimer);
      subscription.unsubscribe();
      if (stalled) resolve('stalled');
      // Told to the end is not taken to the end.
      else if (ending === 'completed' && !response.writableFinished) resolve('client-left');
      else resolve(ending ?? 'client-left');
    }
    response.on('drain', onDrain);
    watching.add(() => response.off('drain', onDrain));
    watching.add(clientGone(response).subscribe({ next: onClose, error: reject }));
  });
}
