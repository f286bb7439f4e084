import { afterEach, describe, expect, it } from '@jest/globals';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { anthropicChannel } from '../../src/channels/anthropic.ts';
import { listenTo } from '../support/listenTo.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that says this to whoever asks, and then nothing more. */
async function saying(head: string): Promise<{ url: string; left: Promise<unknown> }> {
  let left!: (how: unknown) => void;
  const leaving = new Promise<unknown>((resolve) => (left = resolve));
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('close', left);
    socket.once('data', () => socket.write(head));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, left: leaving };
}

describe('refusingUpgrades', () => {
  it('tells of an upstream that switches protocols at once, and hangs up', async () => {
    const { url, left } = await saying(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    );

    const { over } = listenTo(anthropicChannel({ baseUrl: url, apiKey: 'sk-test', idleMs: 0 }));

    expect(await over).toMatchObject({ code: 'ERR_RELAY_UPSTREAM', status: 101 });
    await left;
  });
});
