import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in somebody's place, and the visits it had. */
export interface StandIn<Visit> {
  readonly url: string;
  /** All visits so far. */
  readonly visits: readonly Visit[];
  /** Waits for the n-th visit, from 0. */
  visit(nth?: number): Promise<Visit>;
  /** Closes the server and all its connections. */
  close(): Promise<void>;
}

/**
 * Starts a server on a free port of this machine, which remembers who came.
 *
 * @param welcome - makes a visit of a request once its text is there; what it is told may be answered
 * there or later
 */
export async function standIn<Visit>(
  welcome: (request: IncomingMessage, text: string, response: ServerResponse) => Visit,
): Promise<StandIn<Visit>> {
  const visits: Visit[] = [];
  const waiting = new Set<() => void>();

  const server = createServer((request, response) => {
    const parts: Uint8Array[] = [];
    request.on('data', (part: Uint8Array) => parts.push(part));
    request.on('end', () => {
      visits.push(welcome(request, Buffer.concat(parts).toString(), response));
      for (const wake of waiting) wake();
      waiting.clear();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits,
    async visit(nth = 0) {
      for (;;) {
        const visit = visits[nth];
        if (visit !== undefined) return visit;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      server.closeAllConnections();
      await closed;
    },
  };
}
