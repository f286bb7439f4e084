import { Subject } from 'rxjs';
import { messageToEvents } from '../../convert/messageToEvents.ts';
import type { ClaudeMessage } from '../../claude/message.ts';
import { decodeSse } from '../../operators/decodeSse.ts';
import { parseEvents } from '../../operators/parseEvents.ts';
import type { Tape } from './startTape.ts';

/** Hears an answer on its way to a native client. */
export interface NativeEar {
  hear(piece: Uint8Array | string): void;
  /** The answer is whole. */
  complete(): void;
}

/** Puts on tape what a native client gets: an event stream as it comes, or a message once it is there. */
export const nativeEar = (tape: Tape, isStream: boolean): NativeEar =>
  isStream ? streamEar(tape) : messageEar(tape);

function streamEar(tape: Tape): NativeEar {
  const bytes = new Subject<Uint8Array>();
  bytes.pipe(decodeSse(), parseEvents()).subscribe({
    next: (event) => {
      tape.event(event);
    },
    // What cannot be read is on the tape as bytes.
    error: () => undefined,
  });
  return {
    hear(piece) {
      const heard = toBytes(piece);
      tape.bytes(heard);
      bytes.next(heard);
    },
    complete() {
      bytes.complete();
    },
  };
}

function messageEar(tape: Tape): NativeEar {
  const pieces: Uint8Array[] = [];
  return {
    hear(piece) {
      pieces.push(toBytes(piece));
    },
    complete() {
      for (const event of eventsIn(Buffer.concat(pieces).toString())) tape.event(event);
    },
  };
}

function eventsIn(text: string): ReturnType<typeof messageToEvents> {
  try {
    const message = JSON.parse(text) as Partial<ClaudeMessage>;
    return Array.isArray(message.content) ? messageToEvents(message as ClaudeMessage) : [];
  } catch {
    return [];
  }
}

const toBytes = (piece: Uint8Array | string): Uint8Array =>
  typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
