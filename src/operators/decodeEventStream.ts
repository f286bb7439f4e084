import { EventStreamCodec } from '@smithy/eventstream-codec';
import { fromUtf8, toUtf8 } from '@smithy/util-utf8';
import { defer, type OperatorFunction } from 'rxjs';
import { canonicalBase64, decodeText } from '../convert/request/dataUrl.ts';
import { toUpstreamError } from '../convert/upstreamFailure.ts';
import { ProtocolError, UpstreamError } from '../errors.ts';
import type { SseMessage } from './decodeSse.ts';
import { frameReader } from './frameReader.ts';
import { mapMany } from './mapMany.ts';

export interface DecodeEventStreamOptions {
  /** Longest event, in bytes, that is waited for. @defaultValue 16 MiB */
  readonly maxEventBytes?: number;
  /** Whose key the request was sent with: it decides what a client is told of a refusal. */
  readonly keyOf?: 'relay' | 'client';
}

/**
 * Reads the messages of Claude's stream out of the frames AWS puts them in, from bytes cut anywhere.
 *
 * ```text
 * bytes     [pre-lude|head-ers|{"bytes":"eyJ0e-XBlIjo…","p":"abc"}|crc]--[…|crc]-|
 * result    -----------------------------------------------------({"type":…})---(…)|
 * ```
 *
 * Each frame holds one event as base64, and padding of random length that hides how long it is. What
 * follows is the same as for an event stream of Anthropic's own: `parseEvents`.
 *
 * A last frame that was cut is not told: what its absence means is decided by `untilMessageStop`.
 *
 * **Errors** – {@link UpstreamError} for an exception or error AWS puts in the stream, under its own
 * name; {@link ProtocolError} for a frame whose checksum is wrong, or that is too large.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 */
export function decodeEventStream({
  maxEventBytes = 16 * 1024 * 1024,
  keyOf = 'relay',
}: DecodeEventStreamOptions = {}): OperatorFunction<Uint8Array, SseMessage> {
  return (bytes$) =>
    defer(() => {
      // A frame that a cut divided is remembered here, so each subscription needs its own.
      const reader = frameReader(frameBytesOf(maxEventBytes));
      return bytes$.pipe(
        mapMany((bytes: Uint8Array) => reader.read(bytes)),
        // One by one: what came before a frame that fails is told, also when one read brought both.
        mapMany((frame) => toMessages(decode(frame), keyOf)),
      );
    });
}

/** Base64 makes three bytes four; headers, padding and JSON come on top. */
const frameBytesOf = (eventBytes: number): number => Math.ceil((eventBytes * 4) / 3) + 64 * 1024;

interface Frame {
  readonly headers: Readonly<Record<string, { readonly value: unknown }>>;
  readonly body: Uint8Array;
}

const codec = new EventStreamCodec(toUtf8, fromUtf8);

function decode(frame: Uint8Array): Frame {
  try {
    return codec.decode(frame);
  } catch (cause) {
    throw new ProtocolError('invalid', 'The upstream sent a frame that is damaged or too large.', {
      cause,
    });
  }
}

function toMessages({ headers, body }: Frame, keyOf: 'relay' | 'client'): readonly SseMessage[] {
  const header = (name: string): string => {
    const value = headers[name]?.value;
    return typeof value === 'string' ? value : '';
  };
  switch (header(':message-type')) {
    case 'event':
      return header(':event-type') === 'chunk' ? chunk(toUtf8(body)) : [];
    case 'exception':
      throw toUpstreamError({
        headers: { 'x-amzn-errortype': header(':exception-type') },
        body: toUtf8(body),
        keyOf,
      });
    case 'error':
      throw new UpstreamError(header(':error-message') || 'The upstream failed.', {
        type: header(':error-code') || undefined,
        keyOf,
      });
    default:
      return [];
  }
}

function chunk(json: string): readonly SseMessage[] {
  let payload: unknown;
  try {
    payload = JSON.parse(json);
  } catch (cause) {
    throw new ProtocolError('invalid', 'The upstream sent a frame that is not JSON.', { cause });
  }
  if (!hasBytes(payload)) return [];
  const base64 = canonicalBase64(payload.bytes);
  if (base64 === undefined) {
    throw new ProtocolError('invalid', 'The upstream sent a frame that is not base64.');
  }
  return [{ event: '', data: decodeText(base64), closed: true }];
}

const hasBytes = (payload: unknown): payload is { readonly bytes: string } =>
  typeof payload === 'object' &&
  payload !== null &&
  'bytes' in payload &&
  typeof payload.bytes === 'string' &&
  payload.bytes !== '';
