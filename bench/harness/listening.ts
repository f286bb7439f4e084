import { createServer, type Server } from 'node:net';

/** Starts a server on a free port of the loopback and gives the port. */
export function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('No port.');
      resolve(address.port);
    });
  });
}

/** A port nobody listens on, for programs that must be told theirs. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
