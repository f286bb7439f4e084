import { createParser } from 'eventsource-parser';
import { ProtocolError } from '../errors.ts';
import { type FusibleOperator, perSubscription } from './fused.ts';
import { mapMany } from './mapMany.ts';

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
    const decoder = new TextDecoder();
    const parser = bufferingParser(maxEventBytes);
    return mapMany(
      (bytes) => parser.read(decoder.decode(bytes, { stream: true })),
      () => parser.end(decoder.decode()),
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
  /** Whether the parser stands between two messages. */
  let isBetween = true;
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
  const feed = (text: string) => {
    if (text === '') return;
    parser.feed(text);
    isBetween = text.endsWith('\n\n');
  };
  const read = (text: string): readonly SseMessage[] => {
    messages = [];
    let at = 0;
    if (!isBetween) {
      at = endOfMessage(text, 0);
      feed(text.slice(0, at));
    }
    if (isBetween) at = cutMessages(text, at, messages);
    feed(text.slice(at));
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

/** Where the message ends that a place is in, as far as it is there. */
function endOfMessage(text: string, from: number): number {
  const at = text.indexOf('\n\n', from);
  return at < 0 ? text.length : at + 2;
}

/**
 * Reads as many messages as are whole and written as Claude's API writes all of its own: a name, one
 * line of data, a blank line. The parser, which knows all the others, has more to ask of each line
 * than they are worth.
 *
 * @returns where the first message is that is not
 */
function cutMessages(text: string, from: number, messages: SseMessage[]): number {
  if (text.includes('\r', from)) return from;
  let at = from;
  for (;;) {
    const dataAt = text.indexOf('\n', at) + 1;
    if (dataAt === 0 || !hasAt(text, at, 'event: ') || !hasAt(text, dataAt, 'data: ')) return at;
    const end = text.indexOf('\n', dataAt);
    if (end < 0 || text[end + 1] !== '\n') return at;
    messages.push({
      event: text.slice(at + EVENT_CHARS, dataAt - 1),
      data: text.slice(dataAt + DATA_CHARS, end),
      closed: true,
    });
    at = end + 2;
  }
}

const EVENT_CHARS = 'event: '.length;
const DATA_CHARS = 'data: '.length;

/** Unit by unit: for so few that is cheaper than `startsWith`. */
function hasAt(text: string, from: number, words: string): boolean {
  for (let at = 0; at < words.length; at += 1) {
    if (text.charCodeAt(from + at) !== words.charCodeAt(at)) return false;
  }
  return true;
}
