import type { CapturedEnding } from '../../capture/Capture.ts';
import { toCapturedError } from '../../capture/capturedErrors.ts';
import { captureWriter } from '../../capture/captureWriter.ts';
import { maskedBodies } from '../../capture/maskedBodies.ts';
import type { ClaudeEvent } from '../../claude/events.ts';
import type { UpstreamHead } from '../Channel.ts';
import type { CaptureFile } from './captureFile.ts';

/** Takes down what becomes of one request. */
export interface Tape {
  head(head: UpstreamHead): void;
  /** The answer's own bytes, where it is an event stream. */
  bytes(bytes: Uint8Array): void;
  /** What was read out of them; written down where there are no bytes. */
  event(event: ClaudeEvent): void;
  /** Another upstream is asked: nothing of the last one was passed on. */
  attempt(): void;
  end(how: CapturedEnding['how'], error?: unknown): void;
}

export interface TapeOptions {
  readonly model: string;
  readonly request: unknown;
  /** Keep what was asked and answered; otherwise the answer's shape alone. */
  readonly bodies: boolean;
  readonly secrets: readonly string[];
}

/** Starts the tape; the clock runs from now on. */
export function startTape(file: CaptureFile, options: TapeOptions): Tape {
  const { model, request, secrets } = options;
  const startedAt = performance.now();
  const writer = captureWriter(secrets);
  const masked = maskedBodies();
  let heardBytes = false;
  let hasStopped = false;
  let isOver = false;
  /** What came before the head is given; of several attempts only the last one has any. */
  let early: { atMs: number; bytes: Uint8Array }[] | undefined = [];

  file.append(writer.open(options.bodies ? { model, request } : { model }));

  const read = (bytes: Uint8Array) => {
    const heard = { atMs: performance.now() - startedAt, bytes };
    if (early === undefined) file.append(writer.read(heard));
    else early.push(heard);
  };
  const tellEarly = () => {
    for (const heard of early ?? []) file.append(writer.read(heard));
    early = undefined;
  };

  return {
    head({ status, headers }) {
      const contentType = headers['content-type'];
      const requestId = headers['request-id'] ?? headers['x-amzn-requestid'];
      file.append(
        writer.head({
          status,
          ...(contentType !== undefined && { contentType }),
          ...(requestId !== undefined && { requestId }),
        }),
      );
      tellEarly();
    },
    bytes(bytes) {
      if (!options.bodies) return;
      heardBytes = true;
      read(bytes);
    },
    event(event) {
      if (event.type === 'message_stop') hasStopped = true;
      if (!heardBytes) read(written(options.bodies ? event : masked(event)));
    },
    attempt() {
      if (early === undefined) return;
      early = [];
      heardBytes = false;
    },
    end(how, error) {
      if (isOver) return;
      isOver = true;
      tellEarly();
      file.append(
        writer.close({
          atMs: performance.now() - startedAt,
          // Who leaves after the last word leaves nothing unsaid.
          how: how === 'left' && hasStopped ? 'end' : how,
          ...(how === 'error' && { error: toCapturedError(error) }),
        }),
      );
      file.close();
    },
  };
}

const written = (event: ClaudeEvent): Uint8Array =>
  new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
