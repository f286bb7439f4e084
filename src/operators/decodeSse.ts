import { createParser } from 'eventsource-parser';
import { ProtocolError } from '../errors.ts';
import { type FusibleOperator, perSubscription } from './fused.ts';
import { mapMany } from './mapMany.ts';
import { utf8Reader } from './utf8Reader.ts';

export interface SseMessage {
  /** The `event:` field; empty where a server leaves it out. */
  readonly event: string;
  readonly data: string;
  /** Whether its closing blank line came. A last message without one may be cut. */
  readonly closed: boolean;
}

export interface DecodeSseOptions {
  /** Longest message, in characters, that is waited for. @defaultValue 16 Mi */
  readonly maxEventBytes?: number;
}

/**
 * Reads server-sent events from bytes cut anywhere: inside a line, a `\r\n`, or a character.
 *
 * ```text
 * bytes     d-at-a:-1\n-\nda-ta:2\n\n-|
 * result    ------------(1)--(2)------|
 * ```
 *
 * A last message whose blank line never came is told too, marked as not `closed`: a server may end
 * its stream so, or have been cut.
 *
 * **Errors** – {@link ProtocolError} when one message is longer than `maxEventBytes`.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function decodeSse({
  maxEventBytes = 16 * 1024 * 1024,
}: DecodeSseOptions = {}): FusibleOperator<Uint8Array, SseMessage> {
  return perSubscription(() => {
    // Both remember what a cut left over, so each subscription needs its own.
    const text = utf8Reader();
    const parser = bufferingParser(maxEventBytes);
    return mapMany(
      (bytes) => parser.read(text.read(bytes)),
      () => parser.end(text.end()),
    );
  });
}

/** `eventsource-parser` calls back; a pipeline wants what one piece of text completed. */
function bufferingParser(maxBufferSize: number): {
  read(text: string): readonly SseMessage[];
  end(text: string): readonly SseMessage[];
} {
  let messages: SseMessage[] = [];
  let closed = true;
  const parser = createParser({
    maxBufferSize,
    onEvent: ({ event = '', data }) => messages.push({ event, data, closed }),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') {
        throw new ProtocolError('invalid', 'The upstream sent an event that is too large.', {
          cause: error,
        });
      }
    },
  });
  const read = (text: string): readonly SseMessage[] => {
    messages = [];
    parser.feed(text);
    return messages;
  };
  return {
    read,
    end(text) {
      const last = read(text);
      closed = false;
      return [...last, ...read('\n\n')];
    },
  };
}
