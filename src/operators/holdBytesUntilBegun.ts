import { createParser } from 'eventsource-parser';
import { defer, type MonoTypeOperatorFunction } from 'rxjs';
import { toEventError } from '../convert/eventError.ts';
import { toClaudeEvent } from '../convert/toClaudeEvent.ts';
import { ProtocolError } from '../errors.ts';
import { mapMany, type OneOrMany } from './mapMany.ts';
import { utf8Reader } from './utf8Reader.ts';

export interface HoldBytesOptions {
  /** Longest event, in characters, that is waited for. @defaultValue 16 Mi */
  readonly maxEventBytes?: number;
}

/**
 * Says nothing of an event stream until its first event that is no ping is whole; then everything, as
 * it came. From there on no byte is looked at.
 *
 * The twin of `holdUntilBegun` for streams that are passed on unread.
 *
 * ```text
 * bytes     p-S1-S2-t--|      S1, S2 the two halves of the first event
 * result    ------(p S1 S2)-t--|
 * ```
 *
 * **Errors** – `UpstreamError` when the first event is an error; {@link ProtocolError}
 * (`incomplete`) when the source completes without an event, and (`invalid`) when that event is
 * longer than `maxEventBytes`.
 */
export function holdBytesUntilBegun({
  maxEventBytes = 16 * 1024 * 1024,
}: HoldBytesOptions = {}): MonoTypeOperatorFunction<Uint8Array> {
  return (bytes$) =>
    defer(() => {
      const held: Uint8Array[] = [];
      const beginning = watchForBeginning(maxEventBytes);
      let hasBegun = false;
      return bytes$.pipe(
        mapMany(
          (bytes: Uint8Array): OneOrMany<Uint8Array> => {
            if (hasBegun) return bytes;
            held.push(bytes);
            hasBegun = beginning.isIn(bytes);
            return hasBegun ? held.splice(0) : [];
          },
          () => {
            if (!hasBegun) throw ProtocolError.incomplete();
            return [];
          },
        ),
      );
    });
}

interface Beginning {
  /** Whether an event that is no ping is whole with these bytes; throws where it is an error. */
  isIn(bytes: Uint8Array): boolean;
}

function watchForBeginning(maxBufferSize: number): Beginning {
  let hasBegun = false;
  const text = utf8Reader();
  const parser = createParser({
    maxBufferSize,
    onEvent: ({ event, data }) => {
      if (hasBegun) return;
      const said = toClaudeEvent(parsed(data), event);
      if (said?.type === 'error') throw toEventError(said);
      hasBegun = said?.type !== 'ping';
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') {
        throw new ProtocolError('invalid', 'The upstream sent an event that is too large.', {
          cause: error,
        });
      }
    },
  });
  return {
    isIn(bytes) {
      parser.feed(text.read(bytes));
      return hasBegun;
    },
  };
}

/** What is no JSON is for the client to see, as everything else. */
function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
