import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { clientGone } from '../../src/relay/clientGone.ts';
import { until } from '../support/settled.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A client that asks for so many answers at once, on one connection, and the responses it waits for. */
async function asking(count: number): Promise<{ client: Socket; responses: ServerResponse[] }> {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => responses.push(response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: here\r\n\r\n'.repeat(count));
  await until(() => responses.length === count);
  return { client, responses };
}

const only = (responses: readonly ServerResponse[]): ServerResponse => {
  const [response] = responses;
  if (response === undefined) throw new Error('Nobody asked.');
  return response;
};

/** What is heard of a response: `gone`, `over`. */
function heard(response: ServerResponse): { said: string[]; leave(): void } {
  const said: string[] = [];
  const subscription = clientGone(response).subscribe({
    next: () => said.push('gone'),
    complete: () => said.push('over'),
    error: (error: unknown) => said.push(String(error)),
  });
  return {
    said,
    leave: () => {
      subscription.unsubscribe();
    },
  };
}

describe('clientGone', () => {
  it('tells once of a client that leaves', async () => {
    const { client, responses } = await asking(1);
    const { said } = heard(only(responses));

    expect(said).toEqual([]);
    client.destroy();
    await until(() => said.length > 0);
    await until(() => only(responses).destroyed && only(responses).req.socket.destroyed);

    expect(said).toEqual(['gone', 'over']);
  });

  it('tells of an answer that was taken', async () => {
    const { client, responses } = await asking(1);
    const { said } = heard(only(responses));

    only(responses).end('all');
    client.resume();
    await until(() => said.length > 0);

    expect(said).toEqual(['gone', 'over']);
  });

  it('tells of a client that leaves while its answer waits for its turn', async () => {
    const { client, responses } = await asking(2);
    const { said } = heard(responses[1] ?? only([]));

    client.destroy();
    await until(() => said.length > 0);

    expect(said).toEqual(['gone', 'over']);
  });

  it('tells at once of one that has left', async () => {
    const { client, responses } = await asking(1);
    client.destroy();
    await until(() => only(responses).destroyed);

    expect(heard(only(responses)).said).toEqual(['gone', 'over']);
  });

  it('leaves no listeners behind, whether it has told or not', async () => {
    const { client, responses } = await asking(1);
    const response = only(responses);
    const { socket } = response.req;
    const all = () => [...response.listeners('close'), ...socket.listeners('close')];
    const nodes = new Set(all());
    const ours = () => all().filter((listener) => !nodes.has(listener));

    const first = heard(response);
    expect(ours()).toHaveLength(2);
    first.leave();
    expect(ours()).toEqual([]);

    const second = heard(response);
    response.end();
    client.resume();
    await until(() => second.said.length > 0);
    expect(ours()).toEqual([]);
  });
});
