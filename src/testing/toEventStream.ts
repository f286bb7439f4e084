import { EventStreamCodec } from '@smithy/eventstream-codec';
import { fromUtf8, toUtf8 } from '@smithy/util-utf8';
import type { ClaudeEvent } from '../claude/events.ts';

/** The ways one and the same event travels in AWS's frames. */
export interface EventStreamForm {
  /** Characters of padding in each frame, the `p` that hides how long an event is. @defaultValue none */
  readonly padding?: number;
}

/** Claude events as the bytes of an AWS event stream, the way Amazon Bedrock sends them. */
export const toEventStream = (
  events: readonly ClaudeEvent[],
  form: EventStreamForm = {},
): Uint8Array => joined(events.map((event) => eventFrame(event, form)));

/** One Claude event – or whatever JSON is said to be one – in a frame. */
export const eventFrame = (event: object, { padding = 0 }: EventStreamForm = {}): Uint8Array =>
  frame(
    { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
    JSON.stringify({
      bytes: Buffer.from(JSON.stringify(event)).toString('base64'),
      ...(padding > 0 && {
        p: 'abcdefghijklmnopqrstuvwxyz'.repeat(padding / 26 + 1).slice(0, padding),
      }),
    }),
  );

/** An exception AWS puts in the stream, e.g. `throttlingException`. */
export const exceptionFrame = (type: string, payload: object): Uint8Array =>
  frame(
    {
      ':exception-type': type,
      ':content-type': 'application/json',
      ':message-type': 'exception',
    },
    JSON.stringify(payload),
  );

/** An error of the stream itself: all there is to say of it is in the headers. */
export const errorFrame = (code: string, message: string): Uint8Array =>
  frame({ ':error-code': code, ':error-message': message, ':message-type': 'error' }, '');

/** Any frame: headers that are strings, and a payload. Its checksums are right. */
export function frame(headers: Readonly<Record<string, string>>, payload: string): Uint8Array {
  return codec.encode({
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }]),
    ),
    body: fromUtf8(payload),
  });
}

/** The bytes with the bits of one of them turned over: no checksum is right any more. */
export function damaged(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte));
}

/** Pieces of a stream, one after the other. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(pieces));
}

const codec = new EventStreamCodec(toUtf8, fromUtf8);
