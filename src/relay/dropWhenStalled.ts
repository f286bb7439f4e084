import type { ServerResponse } from 'node:http';

/**
 * Drops the client of an answer in one piece when it takes nothing of it for too long. Node counts
 * what the kernel has taken, so that a slow client is no stalled one, and the connection's next
 * request starts without this limit.
 *
 * @param writeStallMs - milliseconds a client may take nothing before it is dropped; 0 waits for ever
 */
export function dropWhenStalled(response: ServerResponse, writeStallMs: number): void {
  if (writeStallMs > 0) response.setTimeout(writeStallMs, () => response.destroy());
}
