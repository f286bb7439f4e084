import { catchError, concatWith, defer, EMPTY, from, type MonoTypeOperatorFunction } from 'rxjs';
import { toldError } from '../convert/toldError.ts';
import { ProtocolError, type ToldError } from '../errors.ts';
import { type SseProgress, sseProgress } from '../folds/sseProgress.ts';
import { mapMany, type OneOrMany } from './mapMany.ts';

export interface CompleteBytesOptions {
  /** Takes out of an error what is not the client's business. @defaultValue nothing is */
  readonly hide?: (text: string) => string;
  /** Longest error that is waited for, in bytes. @defaultValue 16 MiB */
  readonly maxEventBytes?: number;
}

/**
 * Passes the bytes of an event stream on as they are, and completes only if the message is complete.
 *
 * The twin of `untilMessageStop` for streams that are passed on unread: a client that takes the end
 * of the connection for the end of the message must not take half of one for the whole.
 *
 * ```text
 * bytes     S--t1-t2-D-X-|          X message_stop
 * result    S--t1-t2-D-X-|
 *
 * bytes     S--t1-t2-D-|            D said why, X never came
 * result    S--t1-t2-D-(X|)
 *
 * bytes     S--t1-|                 cut within a frame
 * result    S--t1-(c#)              c closes it, so that what is said next can be read
 *
 * bytes     S--t1-E-|               E an error event
 * result    S--t1-E-#
 * ```
 *
 * A frame that was cut is closed as a `ping`, which nobody reads. An error is held until it is
 * whole, and then told without what is to be hidden; where there is none of that, as it came.
 *
 * **Errors** – {@link ToldError} at the end of a source that told one; {@link ProtocolError}
 * (`incomplete`) when it completes without a stop reason, a `message_stop` or an `error`, and
 * (`invalid`) for an error longer than `maxEventBytes`.
 */
export function completeBytes({
  hide = (text) => text,
  maxEventBytes = 16 * 1024 * 1024,
}: CompleteBytesOptions = {}): MonoTypeOperatorFunction<Uint8Array> {
  return (bytes$) =>
    defer(() => {
      let progress = sseProgress.seed;
      const held = heldError(hide, maxEventBytes);
      return bytes$.pipe(
        mapMany(
          (bytes: Uint8Array): OneOrMany<Uint8Array> => {
            const before = progress.bytes;
            progress = sseProgress.next(progress, bytes);
            const { errorAt, name } = progress;
            if (errorAt === undefined) return bytes;
            const at = Math.max(0, errorAt - before);
            held.take(bytes.subarray(at));
            const told = name === 'error' ? [] : held.release();
            return at === 0 ? told : [bytes.subarray(0, at), ...told];
          },
          () => lastWords(progress, held),
        ),
        catchError((error: unknown) => {
          // Whatever goes wrong after the last word leaves nothing unsaid.
          if (progress.isOver) return EMPTY;
          return from(closing(progress)).pipe(
            concatWith(
              defer(() => {
                throw error;
              }),
            ),
          );
        }),
        concatWith(
          defer(() => {
            const failure = held.told();
            if (failure !== undefined) throw failure;
            return EMPTY;
          }),
        ),
      );
    });
}

/** What is missing of a stream that has ended, if it has said what matters. */
function lastWords(progress: SseProgress, held: HeldError): readonly Uint8Array[] {
  const { name, line, isOver, hasReason } = progress;
  // Some servers leave out what closes the last frame; it has been read all the same.
  const isStopped = name === 'message_stop' && (line === '' || line.endsWith('}'));
  if (isOver || isStopped) return [];
  if (name === 'error' && (line === '' || held.isWhole())) {
    return [...held.release(), encoded(line === '' ? '\n' : '\n\n')];
  }
  if (!hasReason) throw ProtocolError.incomplete();
  return [...closing(progress), encoded('event: message_stop\ndata: {"type":"message_stop"}\n\n')];
}

/** Ends the frame under way: one whose lines are whole as it is, a cut one so that nobody reads it. */
function closing({ line, isOpen }: SseProgress): readonly Uint8Array[] {
  if (line !== '') return [encoded('\nevent: ping\n\n')];
  return isOpen ? [encoded('\n')] : [];
}

/** An error that is not told before it is whole: what is to be hidden may be cut. */
interface HeldError {
  take(bytes: Uint8Array): void;
  /** Whether what is held may be all there is of it. */
  isWhole(): boolean;
  release(): readonly Uint8Array[];
  /** What was released, the first of it. */
  told(): ToldError | undefined;
}

function heldError(hide: (text: string) => string, maxBytes: number): HeldError {
  let held: Uint8Array[] = [];
  let length = 0;
  let failure: ToldError | undefined;
  const text = (): string => {
    const decoder = new TextDecoder();
    return held.map((bytes) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode();
  };
  return {
    take(bytes) {
      held.push(bytes);
      length += bytes.length;
      if (length <= maxBytes) return;
      held = [];
      throw new ProtocolError('invalid', 'The upstream sent an event that is too large.');
    },
    isWhole: () => text().endsWith('}'),
    release() {
      const said = text();
      const hidden = hide(said);
      const told = hidden === said ? held : [encoded(hidden)];
      failure ??= toldError(hidden);
      held = [];
      length = 0;
      return told;
    },
    told: () => failure,
  };
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
