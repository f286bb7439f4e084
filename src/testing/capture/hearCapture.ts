import { Subject } from 'rxjs';
import type { Capture } from '../../capture/Capture.ts';
import { fromCapturedError } from '../../capture/capturedErrors.ts';
import type { ClaudeEvent } from '../../claude/events.ts';
import { decodeSse } from '../../operators/decodeSse.ts';
import { parseEvents } from '../../operators/parseEvents.ts';

/** Something said, and when. */
export interface Timed<T> {
  /** Milliseconds since the request was sent. */
  readonly atMs: number;
  readonly value: T;
}

/** What Claude said in a capture, and how it was over; without an ending it goes on for ever. */
export interface Heard {
  readonly events: readonly Timed<ClaudeEvent>[];
  readonly ending?:
    | { readonly atMs: number; readonly how: 'complete' }
    | { readonly atMs: number; readonly how: 'error'; readonly error: Error };
}

/** Reads Claude's events out of a capture's bytes, each at the time its last byte came. */
export function hearCapture({ reads, ending: told }: Capture): Heard {
  const events: Timed<ClaudeEvent>[] = [];
  let ending: Heard['ending'];
  let atMs = 0;
  const bytes = new Subject<Uint8Array>();
  bytes.pipe(decodeSse(), parseEvents()).subscribe({
    next: (value) => events.push({ atMs, value }),
    error: (error: unknown) => (ending = { atMs, how: 'error', error: error as Error }),
    complete: () => (ending = { atMs, how: 'complete' }),
  });
  for (const read of reads) {
    atMs = read.atMs;
    bytes.next(read.bytes);
  }
  if (told !== undefined) atMs = told.atMs;
  if (told?.how === 'left') return { events };
  if (told?.error === undefined) bytes.complete();
  else bytes.error(fromCapturedError(told.error));
  return ending === undefined ? { events } : { events, ending };
}
