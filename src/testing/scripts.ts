/** What a Claude does on good and on bad days: scripts for `fakeClaude`. */
import { concatMap, lastValueFrom, takeUntil } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { ClaudeRequest } from '../claude/request.ts';
import { UpstreamError } from '../errors.ts';
import { replayBytes, type ReplayOptions } from '../replay/replayBytes.ts';
import { cut } from './cut.ts';
import type { Script } from './fakeClaude.ts';
import { toSseBytes } from './toSse.ts';

/** What a script can say: events, or the text or bytes of an event stream. */
export type Sayable = readonly ClaudeEvent[] | string | Uint8Array;

/** Says it all, in one piece or cut at the given bytes, and ends. */
export const says =
  (what: Sayable, ...places: readonly number[]): Script =>
  (reply) =>
    reply.write(...cut(toBytes(what), ...places));

/** Answers with a status and a body: an object is sent as JSON. */
export const answers =
  (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): Script =>
  (reply) => {
    const type = typeof body === 'string' ? 'text/plain' : 'application/json';
    reply.head(status, { 'content-type': type, ...headers });
    return reply.write(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Says the first bytes, then closes the connection. */
export const breaksOff =
  (what: Sayable, afterBytes: number): Script =>
  async (reply) => {
    reply.head();
    await reply.write(toBytes(what).subarray(0, afterBytes));
    reply.cut();
  };

/** Says the first bytes, then resets the connection; with none, before there is even a head. */
export const resets =
  (what: Sayable = '', afterBytes?: number): Script =>
  async (reply) => {
    const bytes = toBytes(what).subarray(0, afterBytes);
    if (bytes.length > 0) await reply.write(bytes);
    reply.reset();
  };

/** Takes the request and never answers it. */
export const hangs = (): Script => (reply) => reply.hang();

/** Says so much and then nothing more, without an end. */
export const hangsAfter =
  (what: Sayable): Script =>
  async (reply) => {
    reply.head();
    await reply.write(toBytes(what));
    await reply.hang();
  };

/** Says the beginning, then the same again and again as fast as it is taken, then the end. */
export const pours =
  (beginning: Sayable, again: Sayable, end: Sayable): Script =>
  async (reply) => {
    await reply.write(toBytes(beginning));
    await reply.pour(toBytes(again));
    await reply.write(toBytes(end));
  };

/**
 * Answers as the replay channel does: in words or with calls of the request's tools, or with the
 * scenario that the request names as its model, `replay/<scenario>`; HTTP errors and broken
 * connections among them.
 *
 * @param options - nothing waits unless `paceMs` says so
 */
export const replays =
  (options: ReplayOptions = {}): Script =>
  async (reply, call) => {
    const bytes$ = replayBytes(call.body as ClaudeRequest, {
      paceMs: 0,
      ...options,
      onHead: ({ status, headers }) => {
        reply.head(status, headers);
      },
    });
    try {
      await lastValueFrom(
        bytes$.pipe(
          concatMap((bytes) => reply.write(bytes)),
          takeUntil(call.closed),
        ),
        { defaultValue: undefined },
      );
    } catch (error) {
      if (!(error instanceof UpstreamError)) reply.reset();
      else await refuses(error)(reply, call);
    }
  };

const refuses = ({ status = 500, type = 'api_error', message, headers }: UpstreamError): Script =>
  answers(status, { type: 'error', error: { type, message } }, headers);

function toBytes(what: Sayable): Uint8Array {
  if (typeof what === 'string') return new TextEncoder().encode(what);
  return what instanceof Uint8Array ? what : toSseBytes(what);
}
