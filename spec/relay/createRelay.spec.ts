import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { NEVER, of } from 'rxjs';
import type { Channel } from '../../src/channels/Channel.ts';
import { createRelay } from '../../src/relay/createRelay.ts';
import type { RelayOptions } from '../../src/relay/RelayOptions.ts';
import { claude, toSse } from '../../src/testing/index.ts';
import { ask } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';
import { settled } from '../support/settled.ts';
import { eventStream, type Visit } from '../support/upstream.ts';

const { blockStop, message, text, textStart } = claude;

const greet = (visit: Visit) =>
  eventStream(visit).end(toSse(message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0))));
const question = { model: 'claude-opus-5', messages: [{ role: 'user', content: 'Hi' }] };

const started = relays();
afterEach(() => started.endAll());

describe('createRelay', () => {
  describe('lets in', () => {
    const keys = ['relay-key-1', 'relay-key-2'];

    it.each([
      ['authorization', 'Bearer relay-key-2'],
      ['authorization', 'bearer   relay-key-1 '],
      ['x-api-key', 'relay-key-1'],
    ])('who has a key in %s: %s', async (name, value) => {
      const { completions, upstream } = await started.to(greet, { keys });

      const { status } = await ask(completions, { body: question, headers: { [name]: value } })
        .answer;

      expect(status).toBe(200);
      expect((await upstream.visit()).headers['x-api-key']).toBe('sk-test');
      expect(JSON.stringify((await upstream.visit()).headers)).not.toContain('relay-key');
    });

    it.each([
      ['no key', {}, null, /^You didn't provide an API key/],
      ['another key', { authorization: 'Bearer relay-key-3' }, 'invalid_api_key', /: …\.$/],
      [
        'a longer one',
        { authorization: 'Bearer relay-key-1-and-more' },
        'invalid_api_key',
        /: rel…more\.$/,
      ],
      ['another scheme', { authorization: 'Basic relay-key-1' }, null, /^You didn't provide/],
    ])('nobody with %s', async (_, headers, code, said) => {
      const { completions, upstream } = await started.to(greet, { keys });

      const answer = await ask(completions, { body: question, headers }).answer;

      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({
        error: {
          message: expect.stringMatching(said),
          type: 'invalid_request_error',
          param: null,
          code,
        },
      });
      expect(upstream.visits).toHaveLength(0);
    });

    it('everybody where there are no keys, whatever they send', async () => {
      const { completions, upstream } = await started.to(greet);

      const { status } = await ask(completions, {
        body: question,
        headers: { authorization: 'Bearer whatever' },
      }).answer;

      expect(status).toBe(200);
      expect((await upstream.visit()).headers['x-api-key']).toBe('sk-test');
    });

    it('those with a key of their own, which goes upstream, where it is told to', async () => {
      const { completions, upstream } = await started.to(
        ({ response }) => {
          response.writeHead(401, { 'content-type': 'application/json' });
          response.end(
            '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
          );
        },
        { auth: 'passthrough' },
        { apiKey: undefined } as never,
      );

      const none = await ask(completions, { body: question }).answer;
      const wrong = await ask(completions, {
        body: question,
        headers: { authorization: 'Bearer sk-ant-mine' },
      }).answer;

      expect(none.status).toBe(401);
      expect((await upstream.visit()).headers['x-api-key']).toBe('sk-ant-mine');
      // The client's key is the client's fault; the relay's own would have been a 500.
      expect(wrong.status).toBe(401);
      expect(await wrong.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
    });
  });

  describe('refuses a body', () => {
    it.each([
      ['that is not JSON', '{"model":', 400],
      ['that is empty', '', 400],
      ['that is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 400],
      ['that is no request', '[]', 400],
    ])('%s', async (_, body, status) => {
      const { completions, upstream } = await started.to(greet);

      const answer = await ask(completions, { body, method: 'POST' }).answer;

      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
      expect(upstream.visits).toHaveLength(0);
    });

    it.each([
      ['by its length', {}],
      ['by what comes', { 'transfer-encoding': 'chunked' }],
    ])('that is too large, %s', async (_, headers) => {
      const { completions } = await started.to(greet, { maxBodyBytes: 2048 });

      const answer = await ask(completions, {
        headers,
        body: { ...question, user: 'x'.repeat(4096) },
      }).answer;

      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ error: { code: 'request_too_large' } });
    });

    it('that is too large and unannounced, to the end, so that the connection goes on', async () => {
      const { relay } = await started.to(greet, { maxBodyBytes: 2048 });
      const { hostname, port } = new URL(relay.url);
      const client = connect(Number(port), hostname);
      let heard = '';
      client.on('data', (bytes) => (heard += bytes.toString()));
      const head = 'HTTP/1.1\r\nhost: relay\r\n';
      const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`;

      client.write(`POST /v1/chat/completions ${head}transfer-encoding: chunked\r\n\r\n`);
      client.write(`${piece.repeat(64)}0\r\n\r\n`);
      client.write(`GET /healthz ${head}\r\n`);

      await settled(() => heard);
      client.destroy();

      expect(heard).toMatch(/^HTTP\/1\.1 413 [^]*HTTP\/1\.1 200 /);
    });

    it('that is compressed', async () => {
      const { completions } = await started.to(greet);

      const { status } = await ask(completions, {
        body: question,
        headers: { 'content-encoding': 'gzip' },
      }).answer;

      expect(status).toBe(400);
    });
  });

  it('takes JSON whatever its content type, as curl sends it', async () => {
    const { completions } = await started.to(greet);

    const { status } = await ask(completions, {
      body: question,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }).answer;

    expect(status).toBe(200);
  });

  it('serves without /v1, too', async () => {
    const { relay } = await started.to(greet);

    expect((await ask(`${relay.url}/chat/completions`, { body: question }).answer).status).toBe(
      200,
    );
    expect((await ask(`${relay.url}/models`).answer).status).toBe(200);
  });

  it.each([
    ['GET', '/v1/nothing', 404, 'unknown_url', /^Unknown request URL: GET \/v1\/nothing\./],
    ['POST', '/v1/responses', 404, 'unknown_url', /chat completions/],
    ['POST', '/responses', 404, 'unknown_url', /chat completions/],
    ['POST', '/v1/embeddings', 404, 'unknown_url', /no embeddings/],
    ['POST', '/v1/completions', 404, 'unknown_url', /\/v1\/chat\/completions/],
    ['GET', '/v1/chat/completions', 405, 'method_not_supported', /^Not allowed to GET on/],
    ['DELETE', '/v1/models/claude', 405, 'method_not_supported', /^Not allowed to DELETE on/],
  ])('answers %s %s with %i and a hint', async (method, path, status, code, said) => {
    const { relay } = await started.to(greet);

    const answer = await ask(relay.url + path, { method }).answer;

    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      error: {
        message: expect.stringMatching(said),
        type: 'invalid_request_error',
        param: null,
        code,
      },
    });
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/);
    expect(answer.headers['openai-version']).toBe('2020-10-01');
    if (status === 405) expect(answer.headers.allow).toMatch(/POST|GET/);
  });

  it('is not put out by a path that is not UTF-8', async () => {
    const { relay } = await started.to(greet);

    expect((await ask(`${relay.url}/v1/models/%ff%zz`).answer).status).toBe(404);
  });

  describe('health', () => {
    it.each(['/health', '/readyz', '/livez', '/healthz'])(
      '%s needs no key and asks nobody',
      async (path) => {
        const { relay, upstream } = await started.to(greet, { keys: ['relay-key-1'] });

        const answer = await ask(relay.url + path).answer;

        expect(answer.status).toBe(200);
        expect(await answer.json()).toEqual({ status: 'ok' });
        expect(upstream.visits).toHaveLength(0);
      },
    );

    it('while draining it is alive but not ready', async () => {
      const { relay } = await started.to(greet, { isReady: () => false });

      const statuses = await Promise.all(
        ['/health', '/readyz', '/livez', '/healthz'].map(
          async (path) => (await ask(relay.url + path).answer).status,
        ),
      );

      expect(statuses).toEqual([503, 503, 200, 200]);
    });
  });

  describe('GET /v1/models', () => {
    const channel: Channel = {
      name: 'fixed',
      messages: () => NEVER,
      models: () => of([{ id: 'replay/claude', created: 7, ownedBy: 'somebody' }]),
    };
    const options = { channel, request: { aliases: { 'gpt-4o': 'replay/claude' } } };

    it('lists what the channel offers and the names this relay adds', async () => {
      const { relay } = await started.to(greet, options);

      expect(await (await ask(`${relay.url}/v1/models`).answer).json()).toEqual({
        object: 'list',
        data: [
          { id: 'replay/claude', object: 'model', created: 7, owned_by: 'somebody' },
          { id: 'gpt-4o', object: 'model', created: 0, owned_by: 'relay' },
        ],
      });
    });

    it.each(['replay/claude', 'replay%2Fclaude', 'gpt-4o'])('shows one: %s', async (id) => {
      const { relay } = await started.to(greet, options);

      expect(await (await ask(`${relay.url}/v1/models/${id}`).answer).json()).toMatchObject({
        id: decodeURIComponent(id),
        object: 'model',
      });
    });

    it('knows no other', async () => {
      const { relay } = await started.to(greet, options);

      const answer = await ask(`${relay.url}/v1/models/gpt-9`).answer;

      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({
        error: {
          message: "The model 'gpt-9' does not exist or you do not have access to it.",
          type: 'invalid_request_error',
          param: 'model',
          code: 'model_not_found',
        },
      });
    });
  });

  it('answers its own faults with a status and nothing of what is inside', async () => {
    const { completions } = await started.to(greet, {
      claudeStages: [
        () => {
          throw new TypeError('a secret of the house');
        },
      ],
    });

    const answer = await ask(completions, { body: question }).answer;

    expect(answer.status).toBe(500);
    const said = await answer.text();
    expect(JSON.parse(said)).toMatchObject({ error: { code: 'internal_error' } });
    expect(said).not.toContain('secret');
  });

  describe('checks its options:', () => {
    const channel: Channel = { name: 'none', messages: () => NEVER, models: () => of([]) };
    const problemsOf = (options: unknown): unknown => {
      try {
        createRelay(options as RelayOptions);
        return 'none';
      } catch (error) {
        return error;
      }
    };

    it('every problem at once, with its path', () => {
      expect(
        problemsOf({
          channel: {},
          keepAliveMs: 'soon',
          writeStallMS: 5,
          request: { autocache: true, unsupported: 'maybe' },
        }),
      ).toMatchObject({
        code: 'ERR_RELAY_CONFIG',
        problems: [
          'channel: expected an object with the methods messages, models',
          'keepAliveMs: expected number, received string',
          expect.stringMatching(/^request\.unsupported: /),
          'request.autocache: unknown setting: did you mean autoCache?',
          'writeStallMS: unknown setting: did you mean writeStallMs?',
        ],
      });
    });

    it('keys that are asked for but not there', () => {
      expect(problemsOf({ channel, auth: 'keys' })).toMatchObject({
        problems: [expect.stringContaining('nobody')],
      });
    });

    it('and is content with a channel', () => {
      expect(problemsOf({ channel })).toBe('none');
    });
  });
});
