import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

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

/** A real server in the place of Claude's. */
export interface Upstream {
  readonly url: string;
  readonly visits: readonly Visit[];
  /** Waits for the n-th request, from 0. */
  visit(at?: number): Promise<Visit>;
  close(): Promise<void>;
}

/** Starts an upstream that answers every request by itself. */
export async function startUpstream(answer: (visit: Visit) => unknown): Promise<Upstream> {
  const visits: Visit[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
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
      visits.push(visit);
      for (const wake of waiting.splice(0)) wake();
      await answer(visit);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    visits,
    async visit(at = 0) {
      for (;;) {
        const visit = visits[at];
        if (visit !== undefined) return visit;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

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
