import { afterEach, describe, expect, it } from '@jest/globals';
import type { Request } from 'got';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { leanClient } from '../../src/channels/leanClient.ts';
import { leanPost } from '../../src/channels/leanPost.ts';

interface Letter {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** As they came: a server that is given two has to refuse. */
  readonly hosts: readonly string[];
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server that keeps what it is sent. */
async function letterBox(): Promise<{ base: string; letters: Letter[] }> {
  const letters: Letter[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const hosts = request.headersDistinct['host'] ?? [];
      letters.push({ url: request.url, headers: request.headers, text, hosts });
      response.end('taken');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}`, letters };
}

const taken = (request: Request): Promise<unknown> => request.resume().toArray();

describe('leanPost', () => {
  it('sends to one place, with the headers of all requests', async () => {
    const { base, letters } = await letterBox();
    const post = leanPost(leanClient(1000), { url: `${base}/all`, headers: { 'x-all': 'yes' } });

    await taken(post({ body: Buffer.from('Zürich 東京') }));

    const headers = {
      host: base.replace('http://', ''),
      'x-all': 'yes',
      'content-length': '14',
      'accept-encoding': 'identity',
      'user-agent': expect.stringMatching(/^marblegate\//),
    };
    expect(letters).toMatchObject([{ url: '/all', headers, text: 'Zürich 東京' }]);
  });

  it('adds the headers of one request to that one alone', async () => {
    const { base, letters } = await letterBox();
    const post = leanPost(leanClient(1000), {
      url: base,
      headers: { 'x-all': 'yes', 'x-of': '*' },
    });

    await taken(post({ headers: { 'x-of': 'one', 'x-one': 'yes' }, body: Buffer.from('1') }));
    await taken(post({ body: Buffer.from('2') }));

    expect(letters).toMatchObject([
      { headers: { 'x-all': 'yes', 'x-of': 'one', 'x-one': 'yes' }, text: '1' },
      { headers: { 'x-all': 'yes', 'x-of': '*' }, text: '2' },
    ]);
    expect(letters[1]?.headers).not.toHaveProperty('x-one');
  });

  it('names one host: the given one, where one is given', async () => {
    const { base, letters } = await letterBox();
    const post = leanPost(leanClient(1000), { url: base });

    await taken(post({ headers: { host: 'proxied.example' }, body: Buffer.from('1') }));
    await taken(post({ body: Buffer.from('2') }));

    expect(letters.map(({ hosts }) => hosts)).toEqual([
      ['proxied.example'],
      [base.replace('http://', '')],
    ]);
  });

  it('sends one request elsewhere, and the next where all of them go', async () => {
    const { base, letters } = await letterBox();
    const post = leanPost(leanClient(1000), { url: `${base}/all` });

    await taken(post({ url: `${base}/one?beta=true`, body: Buffer.from('1') }));
    await taken(post({ body: Buffer.from('2') }));

    expect(letters).toMatchObject([{ url: '/one?beta=true' }, { url: '/all' }]);
  });

  it('looks no address up, be it of the sixth version', async () => {
    const post = leanPost(leanClient(1000), { url: 'http://[::1]:1/' });

    // Nobody is there, or no such net is; that there is no such name would be wrong.
    await expect(taken(post({ body: Buffer.from('1') }))).rejects.toMatchObject({
      code: expect.stringMatching(/^E(?:CONNREFUSED|ADDRNOTAVAIL|NETUNREACH|AFNOSUPPORT)$/),
    });
  });

  it('shows a password in a URL as it should be shown', async () => {
    const { base, letters } = await letterBox();
    const url = base.replace('http://', 'http://who:pass@');

    await taken(leanPost(leanClient(1000), { url })({ body: Buffer.from('1') }));

    const authorization = `Basic ${Buffer.from('who:pass').toString('base64')}`;
    expect(letters).toMatchObject([{ headers: { authorization } }]);
  });
});
