import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type StandIn, standIn } from '../../src/testing/standIn.ts';

/** One request an upstream got, and what became of the connection. */
export interface Visit {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly text: string;
  readonly body: unknown;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Settles when the exchange is over: answered to the end, or hung up on. */
  readonly closed: Promise<'finished' | 'hung up'>;
}

/** A real server in the place of Claude's, for specs that want to see its connections themselves. */
export type Upstream = StandIn<Visit>;

/** Starts an upstream that answers every request by itself. */
export const startUpstream = (answer: (visit: Visit) => unknown): Promise<Upstream> =>
  standIn((request, text, response) => {
    const visit: Visit = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
      response,
      socket: request.socket,
      closed: new Promise((resolve) => {
        response.once('close', () => {
          resolve(response.writableFinished ? 'finished' : 'hung up');
        });
      }),
    };
    // The visit is known before it is answered.
    void Promise.resolve(visit).then(answer);
    return visit;
  });

/** Answers with an event stream, left open. */
export function eventStream({ response }: Visit, text = ''): ServerResponse {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'request-id': 'req_upstream',
  });
  response.flushHeaders();
  if (text !== '') response.write(text);
  return response;
}

/** Writes as fast as the other end takes it, until it is gone; `written` counts what was taken. */
export function firehose(response: ServerResponse, text: string): { written: number } {
  const bytes = Buffer.from(text);
  const taken = { written: 0 };
  const fill = () => {
    while (!response.destroyed) {
      taken.written += bytes.length;
      if (!response.write(bytes)) {
        response.once('drain', fill);
        return;
      }
    }
  };
  fill();
  return taken;
}
