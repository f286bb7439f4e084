import { mkdirSync } from 'node:fs';
import { defer, type MonoTypeOperatorFunction, tap } from 'rxjs';
import { ToldError } from '../errors.ts';
import type { Channel, ClaudeCall } from './Channel.ts';
import { openCaptureFile } from './recording/captureFile.ts';
import { nativeEar } from './recording/nativeEar.ts';
import { startTape, type Tape } from './recording/startTape.ts';

export interface RecordOptions {
  /** Where the captures go, a file for each request; made if it is not there. */
  readonly directory: string;
  /**
   * Keep what was asked and answered. Without, a capture has the answer's shape alone: each letter is
   * an `x`, each figure a `1`. @defaultValue true
   */
  readonly bodies?: boolean;
  /** Masked wherever they come up, besides what looks like a credential. */
  readonly secrets?: readonly string[];
  /** Told when a capture cannot be written; the request goes on without. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * The same channel, with what its upstream says to each request written to a file: bytes, their
 * timing, and how it ended. `marblegate marbles` draws such a file and makes a marble spec of it.
 *
 * No header of a request is written, and no key. What an upstream says in another form than an event
 * stream – AWS's frames, one whole message – is written as the events it stands for.
 *
 * **Errors** – those of the channel. Throws when the directory cannot be made.
 */
export function recorded(
  channel: Channel,
  { directory, bodies = true, secrets = [], onFailure = () => undefined }: RecordOptions,
): Channel {
  mkdirSync(directory, { recursive: true });

  const tapeFor = ({ body, clientKey }: ClaudeCall): Tape => {
    // What a native client calls its model is not checked before it goes upstream.
    const { model: named } = body as { readonly model?: unknown };
    const model = typeof named === 'string' ? named : 'unnamed';
    return startTape(openCaptureFile(directory, model, onFailure), {
      model,
      request: body,
      bodies,
      secrets: clientKey === undefined ? secrets : [...secrets, clientKey],
    });
  };
  const { conversionFor, countTokens: count$, describe, native: native$ } = channel;

  return {
    name: channel.name,
    messages: (call) =>
      defer(() => {
        const tape = tapeFor(call);
        const bytesOnTape = (bytes: Uint8Array) => {
          tape.bytes(bytes);
          call.onBytes?.(bytes);
        };
        return channel.messages({ ...heardBy(tape, call), onBytes: bytesOnTape }).pipe(
          tap((event) => {
            tape.event(event);
          }),
          untilOver(tape),
        );
      }),
    ...(native$ && {
      native: (call) =>
        defer(() => {
          // Tokens that are counted are no answer of Claude's.
          if (call.endpoint !== '/v1/messages') return native$.call(channel, call);
          const tape = tapeFor(call);
          const ear = nativeEar(tape, call.body.stream === true);
          return native$.call(channel, heardBy(tape, call)).pipe(
            tap({
              next: (piece) => {
                ear.hear(piece);
              },
              complete: () => {
                ear.complete();
              },
            }),
            untilOver(tape),
          );
        }),
    }),
    ...(count$ && { countTokens: (call) => count$.call(channel, call) }),
    ...(conversionFor && { conversionFor: (model) => conversionFor.call(channel, model) }),
    ...(describe && { describe: (call) => describe.call(channel, call) }),
    models: (options) => channel.models(options),
  } satisfies Channel;
}

/** The call, with the tape told all that is told on the way. */
const heardBy = <C extends ClaudeCall>(tape: Tape, call: C): C => ({
  ...call,
  onHead: (head) => {
    tape.head(head);
    call.onHead(head);
  },
  onAttempt: (attempt) => {
    tape.attempt();
    call.onAttempt?.(attempt);
  },
});

const untilOver = <T>(tape: Tape): MonoTypeOperatorFunction<T> =>
  tap({
    error: (error: unknown) => {
      // What Claude said itself is on the tape.
      if (error instanceof ToldError) tape.end('end');
      else tape.end('error', error);
    },
    complete: () => {
      tape.end('end');
    },
    unsubscribe: () => {
      tape.end('left');
    },
  });
