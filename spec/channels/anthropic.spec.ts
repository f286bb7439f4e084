import { afterEach, describe, expect, it } from '@jest/globals';
import { brotliCompressSync } from 'node:zlib';
import { firstValueFrom, type Observable } from 'rxjs';
import { anthropicChannel, type AnthropicOptions } from '../../src/channels/anthropic.ts';
import type { ClaudeCall } from '../../src/channels/Channel.ts';
import { ConnectionError } from '../../src/errors.ts';
import { claude, toSse } from '../../src/testing/index.ts';
import { anyBody, type Listening, listenTo } from '../support/listenTo.ts';
import { settled, until } from '../support/settled.ts';
import {
  eventStream,
  firehose,
  startUpstream,
  type Upstream,
  type Visit,
} from '../support/upstream.ts';

const { blockStop, message, text, textStart } = claude;

const greeting = message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0));

const upstreams: Upstream[] = [];

afterEach(async () => {
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
});

async function upstreamThat(answer: (visit: Visit) => unknown): Promise<Upstream> {
  const upstream = await startUpstream(answer);
  upstreams.push(upstream);
  return upstream;
}

function listen(
  upstream: Pick<Upstream, 'url'>,
  options: AnthropicOptions = {},
  call: Partial<ClaudeCall> = {},
): Listening {
  return listenTo(anthropicChannel({ baseUrl: upstream.url, apiKey: 'sk-test', ...options }), call);
}

describe('anthropicChannel', () => {
  describe('asks', () => {
    it('with a key, a version, and every beta once', async () => {
      const upstream = await upstreamThat((visit) => eventStream(visit).end(toSse(greeting)));

      await listen(
        upstream,
        { betas: ['own-beta', 'both-beta'] },
        { betas: ['both-beta', 'needed-beta'], headers: { 'anthropic-user-profile-id': 'p1' } },
      ).over;

      const { method, path, headers, body } = await upstream.visit();
      expect([method, path]).toEqual(['POST', '/v1/messages']);
      expect(body).toEqual(anyBody);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'accept-encoding': 'identity',
        'x-api-key': 'sk-test',
        'anthropic-version': '2023-06-01',
        'anthropic-beta': 'own-beta,both-beta,needed-beta',
        'anthropic-user-profile-id': 'p1',
      });
      expect(headers['user-agent']).toMatch(/^marblegate\/\d/);
      expect(headers.authorization).toBeUndefined();
    });

    it('with a bearer token where a gateway wants one', async () => {
      const upstream = await upstreamThat((visit) => eventStream(visit).end(toSse(greeting)));

      const channel = anthropicChannel({ baseUrl: `${upstream.url}/`, authToken: 'token' });
      await listenTo(channel).over;

      const { path, headers } = await upstream.visit();
      expect(path).toBe('/v1/messages');
      expect(headers.authorization).toBe('Bearer token');
      expect(headers['x-api-key']).toBeUndefined();
      expect(headers['anthropic-beta']).toBeUndefined();
    });

    it("with the client's own key only where it has none itself", async () => {
      const upstream = await upstreamThat((visit) => eventStream(visit).end(toSse(greeting)));

      await listenTo(anthropicChannel({ baseUrl: upstream.url }), { clientKey: 'sk-client' }).over;
      await listen(upstream, {}, { clientKey: 'sk-client' }).over;

      expect((await upstream.visit(0)).headers['x-api-key']).toBe('sk-client');
      expect((await upstream.visit(1)).headers['x-api-key']).toBe('sk-test');
    });

    it('once per subscription, and not before it', async () => {
      const upstream = await upstreamThat((visit) => eventStream(visit).end(toSse(greeting)));
      const channel = anthropicChannel({ baseUrl: upstream.url, apiKey: 'sk-test' });

      const first = listenTo(channel);
      const second = listenTo(channel);
      await Promise.all([first.over, second.over]);

      expect(upstream.visits).toHaveLength(2);
      expect(first.events).toEqual(second.events);
    });
  });

  describe('hears', () => {
    it('the head once, before the first event', async () => {
      const upstream = await upstreamThat((visit) => {
        eventStream(visit);
      });

      const { events, heads } = listen(upstream);
      await until(() => heads.length > 0);

      expect(heads).toEqual([
        { status: 200, headers: expect.objectContaining({ 'request-id': 'req_upstream' }) },
      ]);
      expect(events).toEqual([]);
    });

    it('a stream to its end', async () => {
      const upstream = await upstreamThat((visit) => eventStream(visit).end(toSse(greeting)));

      const { events, over } = listen(upstream);

      expect(await over).toBe('completed');
      expect(events).toEqual(greeting);
    });

    it('a whole message, although a stream was asked for, as the events it would have been', async () => {
      const upstream = await upstreamThat(({ response }) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'claude-opus-5',
            content: [{ type: 'text', text: 'Hello' }],
            stop_reason: 'end_turn',
          }),
        );
      });

      const { events, heads, over } = listen(upstream);

      expect(await over).toBe('completed');
      expect(heads).toHaveLength(1);
      expect(events.map(({ type }) => type)).toEqual([
        'message_start',
        'content_block_start',
        'content_block_delta',
        'content_block_stop',
        'message_delta',
        'message_stop',
      ]);
    });

    it.each([
      ['a page', 'text/html', '<html>Sign in</html>'],
      ['JSON that is no message', 'application/json', '{"hello":1}'],
      ['JSON that is cut', 'application/json', '{"content":['],
    ])('%s with status 200 as a broken protocol', async (_, type, body) => {
      const upstream = await upstreamThat(({ response }) => {
        response.writeHead(200, { 'content-type': type }).end(body);
      });

      const { heads, over } = listen(upstream);

      expect(await over).toMatchObject({ code: 'ERR_RELAY_PROTOCOL', reason: 'invalid' });
      expect(heads).toEqual([]);
    });

    it('an error answer as what Claude says it is', async () => {
      const upstream = await upstreamThat(({ response }) => {
        response.writeHead(529, {
          'content-type': 'application/json',
          'request-id': 'req_7',
          'retry-after': '3',
        });
        response.end('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}');
      });

      const { heads, over } = listen(upstream);

      expect(await over).toMatchObject({
        code: 'ERR_RELAY_UPSTREAM',
        status: 529,
        type: 'overloaded_error',
        message: 'Overloaded',
        keyOf: 'relay',
        headers: { 'request-id': 'req_7', 'retry-after': '3' },
      });
      expect(heads).toEqual([]);
    });

    it('an error that comes compressed, though nobody asked for that', async () => {
      const upstream = await upstreamThat(({ response }) => {
        response.writeHead(401, { 'content-type': 'application/json', 'content-encoding': 'br' });
        response.end(
          brotliCompressSync(
            '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
          ),
        );
      });

      const channel = anthropicChannel({ baseUrl: upstream.url });
      const { over } = listenTo(channel, { clientKey: 'sk-client' });

      expect(await over).toMatchObject({
        status: 401,
        message: 'invalid x-api-key',
        keyOf: 'client',
      });
    });

    it('as much of an endless error page as is worth it, and hangs up', async () => {
      const upstream = await upstreamThat(({ response }) => {
        response.writeHead(502, { 'content-type': 'text/html' });
        firehose(response, '<p>Bad gateway</p>'.repeat(1000));
      });

      const { over } = listen(upstream);

      expect(await over).toMatchObject({ status: 502, message: 'Upstream returned HTTP 502' });
      expect(await (await upstream.visit()).closed).toBe('hung up');
    });
  });

  describe('tells apart', () => {
    it('an upstream that is not there', async () => {
      const { over } = listen({ url: 'http://127.0.0.1:9' });

      expect(await over).toMatchObject({
        code: 'ERR_RELAY_CONNECTION',
        message: 'The upstream could not be reached (ECONNREFUSED).',
      });
    });

    it('one that resets before its head', async () => {
      const upstream = await upstreamThat(({ socket }) => {
        socket.resetAndDestroy();
      });

      const { over } = listen(upstream);

      expect(await over).toMatchObject({ code: 'ERR_RELAY_CONNECTION' });
      expect(upstream.visits).toHaveLength(1);
    });

    it.each([
      ['a reset', (visit: Visit) => visit.socket.resetAndDestroy()],
      [
        'a body without its closing chunk',
        (visit: Visit) => {
          visit.socket.destroySoon();
        },
      ],
    ])('%s midway from an end', async (_, breakOff) => {
      const upstream = await upstreamThat((visit) => {
        eventStream(visit, toSse(greeting.slice(0, 3)));
      });

      const { events, over } = listen(upstream);
      await until(() => events.length === 3);
      breakOff(await upstream.visit());

      expect(await over).toMatchObject({ code: 'ERR_RELAY_CONNECTION' });
      expect(events).toEqual(greeting.slice(0, 3));
    });
  });

  describe('waits for an upstream that is silent', () => {
    it.each([
      ['before its head', () => undefined],
      ['before its first byte', (visit: Visit) => eventStream(visit)],
      ['midway', (visit: Visit) => eventStream(visit, toSse(greeting.slice(0, 3)))],
    ])('%s, but not for ever', async (_, answer) => {
      const upstream = await upstreamThat((visit) => {
        answer(visit);
      });

      const { over } = listen(upstream, { idleMs: 60 });

      expect(await over).toMatchObject({ code: 'ERR_RELAY_TIMEOUT' });
      expect(await (await upstream.visit()).closed).toBe('hung up');
    });

    it('and takes any byte for a sign of life', async () => {
      const upstream = await upstreamThat(async (visit) => {
        const response = eventStream(visit);
        for (let beat = 0; beat < 12; beat += 1) {
          await new Promise((resolve) => setTimeout(resolve, 40));
          response.write(': still here\n\n');
        }
        response.end(toSse(greeting));
      });

      const { over } = listen(upstream, { idleMs: 300 });

      expect(await over).toBe('completed');
    });

    it('and takes no silence for death that is our own doing', async () => {
      const upstream = await upstreamThat((visit) => {
        eventStream(visit).end(toSse(greeting));
      });

      const { demand, events, heads, over } = listen(upstream, { idleMs: 60 });
      demand.next(false);
      await until(() => heads.length > 0);
      // Several times as long as would be too long.
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(events).toEqual([]);
      demand.next(true);

      expect(await over).toBe('completed');
      expect(events).toEqual(greeting);
    });
  });

  describe('leaves', () => {
    it('before the head has come', async () => {
      const upstream = await upstreamThat(() => undefined);

      const { leave } = listen(upstream);
      const { closed } = await upstream.visit();
      leave();

      expect(await closed).toBe('hung up');
    });

    it('midway', async () => {
      const upstream = await upstreamThat((visit) => {
        eventStream(visit, toSse(greeting.slice(0, 3)));
      });

      const { events, leave } = listen(upstream);
      await until(() => events.length > 0);
      leave();

      expect(await (await upstream.visit()).closed).toBe('hung up');
    });

    it('before the request is even sent', async () => {
      const upstream = await upstreamThat(() => undefined);

      listen(upstream).leave();
      const seen = await settled(() => upstream.visits.length);
      const left = await Promise.all(upstream.visits.map(({ closed }) => closed));

      expect(left).toEqual(Array.from({ length: seen }, () => 'hung up'));
    });

    it('a connection that has said all to the next request', async () => {
      const upstream = await upstreamThat((visit) => {
        eventStream(visit, toSse(greeting));
      });
      const channel = anthropicChannel({ baseUrl: upstream.url, apiKey: 'sk-test' });

      for (let turn = 0; turn < 3; turn += 1) {
        const { events, leave } = listenTo(channel);
        await until(() => events.at(-1)?.type === 'message_stop');
        leave();
        // The end of the body comes after the end of the message, and nobody listens any more.
        const { response, closed } = await upstream.visit(turn);
        response.end();
        expect(await closed).toBe('finished');
        // The socket returns to the pool when our side has seen the end, too.
        await settled(() => upstream.visits.length, 50);
      }

      expect(new Set(upstream.visits.map(({ socket }) => socket)).size).toBe(1);
    });

    it('a connection that never closes although all is said', async () => {
      const upstream = await upstreamThat((visit) => {
        eventStream(visit, toSse(greeting));
      });

      const { events, leave } = listen(upstream);
      await until(() => events.at(-1)?.type === 'message_stop');
      leave();

      expect(await (await upstream.visit()).closed).toBe('hung up');
    });
  });

  it('tells nobody its key, whatever it looks like and whoever quotes it', async () => {
    const upstream = await upstreamThat(({ response }) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(
        '{"type":"error","error":{"type":"invalid_request_error","message":"no: hunter2-pass"}}',
      );
    });
    const channel = anthropicChannel({ baseUrl: upstream.url, apiKey: 'hunter2-pass' });

    expect(await listenTo(channel).over).toMatchObject({ message: 'no: [redacted]' });
  });

  it('sends again what went into a connection that was already closed', async () => {
    const upstream = await upstreamThat((visit) => {
      // The second request on a connection meets its end, as when a kept one times out.
      const reused = upstream.visits.some(
        (other) => other !== visit && other.socket === visit.socket,
      );
      if (reused) visit.socket.resetAndDestroy();
      else eventStream(visit).end(toSse(greeting));
    });
    const channel = anthropicChannel({ baseUrl: upstream.url, apiKey: 'sk-test' });

    expect(await listenTo(channel).over).toBe('completed');
    expect(await listenTo(channel).over).toBe('completed');

    expect(upstream.visits).toHaveLength(3);
  });

  it('sends nothing again that may have arrived, even if a kept connection breaks', async () => {
    const upstream = await upstreamThat(async (visit) => {
      const reused = upstream.visits.some(
        (other) => other !== visit && other.socket === visit.socket,
      );
      if (!reused) return eventStream(visit).end(toSse(greeting));
      // Claude has been at work on it for a while.
      await new Promise((resolve) => setTimeout(resolve, 1200));
      return visit.socket.resetAndDestroy();
    });
    const channel = anthropicChannel({ baseUrl: upstream.url, apiKey: 'sk-test' });

    expect(await listenTo(channel).over).toBe('completed');
    expect(await listenTo(channel).over).toBeInstanceOf(ConnectionError);

    expect(upstream.visits).toHaveLength(2);
  });

  it('stops reading while nothing is wanted', async () => {
    let hose = { written: 0 };
    const upstream = await upstreamThat((visit) => {
      const response = eventStream(visit, toSse(greeting.slice(0, 2)));
      hose = firehose(response, toSse([text(0, 'x'.repeat(16 * 1024))]));
    });

    const { demand, events, leave } = listen(upstream);
    await until(() => events.length > 2);
    demand.next(false);
    const written = await settled(() => hose.written);
    const heard = events.length;

    // What the kernel's buffers hold, and no more: an upstream left alone would write without end.
    expect(written).toBeLessThan(32 * 1024 * 1024);
    demand.next(true);
    await until(() => events.length > heard);
    leave();
  });

  describe('models', () => {
    const listing = (ids: readonly string[], more: boolean) =>
      JSON.stringify({
        data: ids.map((id) => ({ id, type: 'model', created_at: '2026-01-02T00:00:00Z' })),
        has_more: more,
        last_id: ids.at(-1),
      });
    const listed = (models$: Observable<readonly { readonly id: string }[]>) =>
      firstValueFrom(models$, { defaultValue: [] }).then((models) => models.map(({ id }) => id));

    it('come page by page, and are asked for once', async () => {
      const upstream = await upstreamThat(({ path, response }) => {
        response.setHeader('content-type', 'application/json');
        response.end(
          path.includes('after_id=b') ? listing(['c'], false) : listing(['a', 'b'], true),
        );
      });
      const channel = anthropicChannel({ baseUrl: upstream.url, apiKey: 'sk-test' });

      expect(await listed(channel.models())).toEqual(['a', 'b', 'c']);
      expect(await listed(channel.models())).toEqual(['a', 'b', 'c']);
      expect(await firstValueFrom(channel.models(), { defaultValue: [] })).toContainEqual({
        id: 'a',
        created: Date.UTC(2026, 0, 2) / 1000,
        ownedBy: 'anthropic',
      });

      expect(upstream.visits.map(({ path }) => path)).toEqual([
        '/v1/models?limit=1000',
        '/v1/models?limit=1000&after_id=b',
      ]);
      expect((await upstream.visit()).headers['x-api-key']).toBe('sk-test');
    });

    it('are those we know, where the upstream lists none; and the next time it is asked again', async () => {
      let works = false;
      const upstream = await upstreamThat(({ response }) => {
        response.writeHead(works ? 200 : 404, { 'content-type': 'application/json' });
        response.end(works ? listing(['theirs'], false) : '{"type":"error"}');
      });
      const channel = anthropicChannel({ baseUrl: upstream.url, apiKey: 'sk-test' });

      expect(await listed(channel.models())).toContain('claude-opus-5');
      works = true;
      expect(await listed(channel.models())).toEqual(['theirs']);
    });
  });
});
