import { afterEach, describe, expect, it } from '@jest/globals';
import type { lookup as Lookup } from 'node:dns';
import { firstValueFrom } from 'rxjs';
import { type FetchMediaOptions, mediaFetcher } from '../../../src/channels/media/mediaFetcher.ts';
import { settled } from '../../support/settled.ts';
import { firehose, startUpstream, type Upstream, type Visit } from '../../support/upstream.ts';

const upstreams: Upstream[] = [];

afterEach(async () => {
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
});

async function server(answer: (visit: Visit) => unknown): Promise<Upstream> {
  const upstream = await startUpstream(answer);
  upstreams.push(upstream);
  return upstream;
}

/** The only address specs may fetch from; to everybody else this is none of the internet. */
const here: FetchMediaOptions = {
  allowHttp: true,
  isAllowed: (address) => address === '127.0.0.1',
};

const fetched = (url: string, options: FetchMediaOptions = {}) =>
  firstValueFrom(mediaFetcher({ ...here, ...options }).fetch(url), { defaultValue: undefined });

const refused = (url: string) => ({
  code: 'ERR_RELAY_REQUEST',
  status: 400,
  param: 'messages',
  reason: 'invalid_image_url',
  message: `Error while downloading ${url}.`,
});

/** Resolves every name to addresses, one after the other. */
const resolving = (...addresses: readonly string[]) => {
  const asked: string[] = [];
  const lookup = ((name: string, _: object, callback: (...found: unknown[]) => void) => {
    const address = addresses[asked.length] ?? addresses.at(-1);
    asked.push(name);
    callback(null, [{ address, family: 4 }]);
  }) as unknown as typeof Lookup;
  return { asked, lookup };
};

const sends =
  (type: string, body: string | Uint8Array) =>
  ({ response }: Visit) =>
    response.writeHead(200, { 'content-type': type }).end(body);
const redirects =
  (location: string) =>
  ({ response }: Visit) =>
    response.writeHead(302, { location }).end();

describe('mediaFetcher', () => {
  it('fetches bytes, and what the server calls them', async () => {
    const { url, visits } = await server(sends('Image/PNG; q=1', Uint8Array.of(0x89, 80, 78, 71)));

    expect(await fetched(`${url}/a.png`)).toEqual({ mediaType: 'image/png', data: 'iVBORw==' });
    expect(visits[0]?.headers).not.toHaveProperty('authorization');
    expect(visits[0]?.headers).not.toHaveProperty('cookie');
  });

  it('fetches text as text', async () => {
    const { url } = await server(sends('text/plain; charset=utf-8', 'Grüße'));

    expect(await fetched(url)).toMatchObject({ mediaType: 'text/plain', text: 'Grüße' });
  });

  it('fetches nothing before it is asked to', async () => {
    const { url, visits } = await server(sends('image/png', 'x'));

    void mediaFetcher(here).fetch(url);

    expect(await settled(() => visits.length)).toBe(0);
  });

  describe('never connects to an address that is not allowed', () => {
    it.each([
      ['of this machine', 'http://127.0.0.1:PORT/'],
      ['in decimal', 'http://2130706433:PORT/'],
      ['in octal', 'http://0177.0.0.1:PORT/'],
      ['in hexadecimal', 'http://0x7f.1:PORT/'],
      ['of this machine by IPv6', 'http://[::1]:PORT/'],
      ['mapped into IPv6', 'http://[::ffff:127.0.0.1]:PORT/'],
      ['by a name of this machine', 'http://localhost:PORT/'],
      ['that is none', 'http://0:PORT/'],
    ])('%s', async (_, form) => {
      const { url, visits } = await server(sends('image/png', 'x'));
      const address = form.replace('PORT', new URL(url).port);

      // With the guard as it comes.
      const fetching = firstValueFrom(mediaFetcher({ allowHttp: true }).fetch(address), {
        defaultValue: undefined,
      });

      await expect(fetching).rejects.toMatchObject(refused(address));
      expect(visits).toHaveLength(0);
    });

    it.each([
      ['an address', (url: string) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]')],
      ['a password', (url: string) => url.replace('://', '://u:p@')],
    ])('behind a redirection to %s that is not permitted', async (_, forbidden) => {
      const inner = await server(sends('image/png', 'secret'));
      const outer = await server(redirects(forbidden(inner.url)));

      await expect(fetched(outer.url)).rejects.toMatchObject(refused(outer.url));
      expect(inner.visits).toHaveLength(0);
    });

    it('behind a name that is one of several', async () => {
      const { url, visits } = await server(sends('image/png', 'x'));
      const lookup = ((_: string, __: object, callback: (...found: unknown[]) => void) => {
        callback(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]);
      }) as unknown as typeof Lookup;
      const named = `http://two-faced.example:${new URL(url).port}/`;

      await expect(fetched(named, { lookup })).rejects.toMatchObject(refused(named));
      expect(visits).toHaveLength(0);
    });

    it('behind a name that changes its mind after it was looked at', async () => {
      const { url, visits } = await server(sends('image/png', 'x'));
      const { asked, lookup } = resolving('127.0.0.1', '127.0.0.2');
      const named = `http://rebinding.example:${new URL(url).port}/`;

      expect(await fetched(named, { lookup })).toMatchObject({ mediaType: 'image/png' });

      // The address that was looked at is the one that was connected to: nobody asked again.
      expect(asked).toEqual(['rebinding.example']);
      expect(visits[0]?.socket.localAddress).toBe('127.0.0.1');
      await expect(fetched(named, { lookup })).rejects.toMatchObject(refused(named));
      expect(visits).toHaveLength(1);
    });
  });

  it('follows redirections, and looks at each', async () => {
    const { url } = await server((visit) =>
      visit.path === '/3'
        ? sends('image/png', 'x')(visit)
        : redirects(`/${Number(visit.path.slice(1)) + 1}`)(visit),
    );

    expect(await fetched(`${url}/0`)).toMatchObject({ mediaType: 'image/png' });
  });

  it.each<readonly [string, (url: string) => string, (visit: Visit) => unknown, FetchMediaOptions]>([
    ['that is not there', (url) => `${url}/x`, ({ response }) => response.writeHead(404).end(), {}],
    ['that never ends to redirect', (url) => url, redirects('/again'), {}],
    ['without TLS, unless that is allowed', (url) => url, sends('image/png', 'x'), { allowHttp: false }],
    ['with a password in it', (url) => url.replace('://', '://u:p@'), sends('image/png', 'x'), {}],
    ['that is no address of the web', () => 'file:///etc/passwd', sends('image/png', 'x'), {}],
    ['that is no URL', () => 'http://', sends('image/png', 'x'), {}],
    ['that redirects to no address of the web', (url) => url, redirects('file:///etc/passwd'), {}],
    ['that breaks off', (url) => url, ({ response, socket }) => { response.writeHead(200, { 'content-length': 9 }).write('x', () => socket.destroy()); }, {}],
    ['that is silent', (url) => url, () => undefined, { timeoutMs: 60 }],
    ['that never says the last word', (url) => url, ({ response }) => { response.writeHead(200).write('x'); }, { timeoutMs: 200 }],
  ])('refuses a URL %s, in the same words', async (_, at, answer, options) => {
    const { url } = await server(answer);
    const address = at(url);

    await expect(fetched(address, options)).rejects.toMatchObject(refused(address));
  }); // prettier-ignore

  it('stops at the limit, and hangs up', async () => {
    const upstream = await server(({ response }) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      firehose(response, 'x'.repeat(64 * 1024));
    });

    await expect(fetched(upstream.url, { maxBytes: 100_000 })).rejects.toMatchObject(
      refused(upstream.url),
    );
    expect(await (await upstream.visit()).closed).toBe('hung up');
  });

  it('hangs up when nobody waits any more', async () => {
    const upstream = await server(() => undefined);

    const subscription = mediaFetcher(here).fetch(upstream.url).subscribe();
    const { closed } = await upstream.visit();
    subscription.unsubscribe();

    expect(await closed).toBe('hung up');
  });
});
