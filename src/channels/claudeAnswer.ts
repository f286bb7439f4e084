import type { IncomingMessage } from 'node:http';
import { identity, map, mergeMap, type MonoTypeOperatorFunction, type Observable, tap } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { ClaudeMessage } from '../claude/message.ts';
import { messageToEvents } from '../convert/messageToEvents.ts';
import { ProtocolError } from '../errors.ts';
import { decodeEventStream } from '../operators/decodeEventStream.ts';
import { fillUsage } from '../operators/fillUsage.ts';
import { fused } from '../operators/fused.ts';
import { mapMany } from '../operators/mapMany.ts';
import { parseEvents } from '../operators/parseEvents.ts';
import type { ClaudeCall } from './Channel.ts';
import { decompressed } from './decompressed.ts';
import { hideCredentials, hideInFailures } from './quotedCredentials.ts';
import { readableBytes } from './readableBytes.ts';
import { readEvents } from './readEvents.ts';
import { refusedAnswer } from './refusedAnswer.ts';
import type { Silence } from './Silence.ts';
import { isSuccess, mediaType, upstreamHead } from './upstreamHead.ts';
import { wholeJson } from './wholeJson.ts';

export interface ReadAnswer {
  readonly call: Pick<ClaudeCall, 'demand$' | 'onHead' | 'onBytes'>;
  readonly silence: Silence;
  readonly maxEventBytes: number;
  readonly keyOf: 'relay' | 'client';
  /** Told when Claude has said all there is to say. */
  onStop(): void;
}

/**
 * Reads what Claude says out of an HTTP answer: an event stream of Anthropic's or of AWS's making, or
 * one whole message told as one.
 *
 * **Errors** – `UpstreamError` for a status that is no success; `ProtocolError` for a success that
 * is neither an event stream nor a message, or too large; `ConnectionError` when it breaks off.
 */
export function claudeAnswer(
  answer: IncomingMessage,
  { call, silence, maxEventBytes, keyOf, onStop }: ReadAnswer,
): Observable<ClaudeEvent> {
  const head = upstreamHead(answer);
  const bytes$ = readableBytes(decompressed(answer), call.demand$, silence);

  if (!isSuccess(head)) return refusedAnswer(answer, head, bytes$, keyOf);
  switch (mediaType(head)) {
    case 'text/event-stream':
    case '': // Some proxies forget the type. If it is no event stream, no message will come of it.
      call.onHead(head);
      return bytes$.pipe(
        toldTo(call),
        fused(readEvents({ maxEventBytes }), hideCredentials(answer), tellStop(onStop)),
      );
    case 'application/vnd.amazon.eventstream':
      call.onHead(head);
      return bytes$.pipe(
        decodeEventStream({ maxEventBytes, keyOf }),
        fused(parseEvents(), fillUsage(), hideCredentials(answer), tellStop(onStop)),
        hideInFailures(answer),
      );
    case 'application/json':
      return wholeJson(answer, bytes$, { head, limitBytes: maxEventBytes, keyOf }).pipe(
        map(({ json }) => readMessage(json)),
        mergeMap((message) => {
          call.onHead(head);
          return messageToEvents(message);
        }),
        tellStop(onStop),
      );
    default:
      throw new ProtocolError('invalid', 'The upstream answered something that is not a stream.');
  }
}

const tellStop = (onStop: () => void): MonoTypeOperatorFunction<ClaudeEvent> =>
  mapMany((event) => {
    if (event.type === 'message_stop') onStop();
    return event;
  });

const toldTo = (call: ReadAnswer['call']): MonoTypeOperatorFunction<Uint8Array> =>
  call.onBytes === undefined ? identity : tap((bytes) => call.onBytes?.(bytes));

function readMessage(json: unknown): ClaudeMessage {
  if (isMessage(json)) return json;
  throw new ProtocolError('invalid', 'The upstream answered something that is not a message.');
}

/** As far as it matters here; its blocks are checked one by one when they are told. */
const isMessage = (json: unknown): json is ClaudeMessage =>
  typeof json === 'object' && json !== null && 'content' in json && Array.isArray(json.content);
