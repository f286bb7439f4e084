import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

/**
 * How long a connection may stay idle, in milliseconds: longer than the 60 seconds of the usual load
 * balancers, or they would send a request into a connection just being closed.
 */
const KEEP_ALIVE_MS = 75_000;
/** How often connections that became idle while draining are looked for, in milliseconds. */
const SWEEP_MS = 100;

export interface ServeOptions {
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
}

/** A relay that listens. */
export interface RunningRelay {
  readonly url: string;
  /**
   * Stops accepting, lets running answers end, and resolves when the last connection is closed.
   * What is still running after `withinMs` milliseconds is cut off.
   */
  drain(withinMs: number): Promise<void>;
}

/** Serves an application over HTTP. Rejects when it cannot listen. */
export async function serve<State>(
  app: Koa<State>,
  { host, port }: ServeOptions,
): Promise<RunningRelay> {
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;

  return {
    url: `http://${name}:${address.port}`,
    drain: (withinMs) =>
      new Promise((resolve) => {
        // close() alone waits for every kept connection, idle or not, to time out.
        const sweep = setInterval(() => {
          server.closeIdleConnections();
        }, SWEEP_MS);
        const deadline = setTimeout(() => {
          server.closeAllConnections();
        }, withinMs);
        server.close(() => {
          clearInterval(sweep);
          clearTimeout(deadline);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
