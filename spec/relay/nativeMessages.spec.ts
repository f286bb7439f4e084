import { afterEach, describe, expect, it } from '@jest/globals';
import { map } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { hasCorpus, recordedStreams } from '../support/corpus.ts';
import { ask } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';
import { settled, until } from '../support/settled.ts';
import { eventStream, firehose, type Visit } from '../support/upstream.ts';
import { openLog } from '../../src/relay/log.ts';
import { claude, toSse } from '../../src/testing/index.ts';

const { blockStop, message, messageStart, messageStop, ping, streamError, text, textStart } =
  claude;

const question = {
  model: 'claude-opus-5',
  max_tokens: 10,
  stream: true,
  messages: [{ role: 'user', content: 'Hi' }],
};
const hello = toSse(message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0)));

const started = relays();
afterEach(() => started.endAll());

const messagesAt = (url: string) => `${url}/v1/messages`;

describe('POST /v1/messages', () => {
  it('passes bytes on both ways, as they are', async () => {
    // A spelling no serializer has, and an event from after our time.
    const asked =
      '{ "stream":true, "model":"claude-opus-5" , "max_tokens":1e1,"messages":[],"new":"\\u0041" }';
    const said = `: hello\r\nevent: message_start\r\ndata: {"type":"message_start"}\r\n\r\nevent: brand_new\ndata: { "x" :1}\n\n${hello}`;
    let got = '';
    const { relay } = await started.to((visit) => {
      got = visit.text;
      eventStream(visit).end(said);
    });

    const answer = await ask(`${messagesAt(relay.url)}?beta=true`, { body: asked }).answer;

    expect(await answer.text()).toBe(said);
    expect(got).toBe(asked);
  });

  it('sends the headers of the API on, and its own key in place of the client’s', async () => {
    const { relay, upstream } = await started.to(
      (visit) => eventStream(visit).end(hello),
      { keys: ['relay-key-1'] },
      { betas: ['always-1'] },
    );

    await ask(`${messagesAt(relay.url)}?beta=true`, {
      body: question,
      headers: {
        'x-api-key': 'relay-key-1',
        'anthropic-version': '2023-01-01',
        'anthropic-beta': 'one-1,two-2',
        'anthropic-user-profile-id': 'p1',
        cookie: 'a=b',
        'x-forwarded-for': '1.2.3.4',
      },
    }).answer;

    const { path, headers } = await upstream.visit();
    expect(path).toBe('/v1/messages?beta=true');
    expect(headers).toMatchObject({
      'x-api-key': 'sk-test',
      'anthropic-version': '2023-01-01',
      'anthropic-beta': 'always-1,one-1,two-2',
      'anthropic-user-profile-id': 'p1',
    });
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('x-forwarded-for');
    expect(headers).not.toHaveProperty('authorization');
  });

  for (const [header, sent] of [
    ['authorization', 'Bearer sk-ant-oat-1'],
    ['x-api-key', 'sk-ant-1'],
  ] as const) {
    it(`passes the client's own key on in ${header}, where it may`, async () => {
      const { relay, upstream } = await started.to(
        (visit) => eventStream(visit).end(hello),
        { auth: 'passthrough' },
        { apiKey: undefined } as never,
      );

      await ask(messagesAt(relay.url), { body: question, headers: { [header]: sent } }).answer;

      const { headers } = await upstream.visit();
      expect(headers[header]).toBe(sent);
      expect(headers).not.toHaveProperty(header === 'x-api-key' ? 'authorization' : 'x-api-key');
    });
  }

  it('answers with the headers of the API, under their own names', async () => {
    const { relay } = await started.to(({ response }) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'request-id': 'req_9',
        'anthropic-ratelimit-tokens-remaining': '5',
        'anthropic-organization-id': 'org-1',
        'set-cookie': 'a=b',
        'cf-ray': '1',
      });
      response.end(hello);
    });

    const { status, headers } = await ask(messagesAt(relay.url), { body: question }).answer;

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'request-id': 'req_9',
      'anthropic-ratelimit-tokens-remaining': '5',
      'x-request-id': expect.stringMatching(/^req_[0-9a-f]{32}$/),
    });
    for (const name of ['set-cookie', 'cf-ray', 'anthropic-organization-id', 'openai-version']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  it('answers in one piece where the client wants it so', async () => {
    const said = '{ "type":"message", "content":[], "container":{"id":"c"} }';
    const { relay } = await started.to(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_1' });
      response.end(said);
    });

    const answer = await ask(messagesAt(relay.url), { body: { ...question, stream: false } })
      .answer;

    expect(await answer.text()).toBe(said);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'request-id': 'req_1',
    });
  });

  it('counts tokens', async () => {
    const { relay, upstream } = await started.to(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"input_tokens":7}');
    });

    const answer = await ask(`${relay.url}/messages/count_tokens`, { body: question }).answer;

    expect(await answer.json()).toEqual({ input_tokens: 7 });
    expect((await upstream.visit()).path).toBe('/v1/messages/count_tokens');
  });

  for (const [what, asked, said] of [
    [
      'nothing but an alias of a model, to the last digit',
      '{ "max_tokens":1e1,"seed" : 12345678901234567890, "model": "best" ,"tools":[{"model":"best"}]}',
      '{ "max_tokens":1e1,"seed" : 12345678901234567890, "model": "claude-opus-5" ,"tools":[{"model":"best"}]}',
    ],
    [
      'an alias that is there twice, each time',
      '{"model":"claude-haiku-4-5", "model":"best"}',
      '{"model":"claude-opus-5", "model":"claude-opus-5"}',
    ],
    [
      'a model that is there twice to the one that was looked at',
      '{"model":"claude-fable-5", "x":1.0,"model":"claude-opus-5"}',
      '{"model":"claude-opus-5", "x":1.0,"model":"claude-opus-5"}',
    ],
  ] as const) {
    it(`changes ${what}`, async () => {
      const { relay, upstream } = await started.to((visit) => eventStream(visit).end(hello), {
        request: { aliases: { best: 'claude-opus-5' } },
      });

      await ask(messagesAt(relay.url), { body: asked }).answer;

      expect((await upstream.visit()).text).toBe(said);
    });
  }

  it('lets stages see what Claude says, and tells it anew', async () => {
    const { relay } = await started.to((visit) => eventStream(visit).end(hello), {
      claudeStages: [
        () =>
          map((event) =>
            event.type === 'content_block_delta' && event.delta.type === 'text_delta'
              ? { ...event, delta: { ...event.delta, text: event.delta.text.toUpperCase() } }
              : event,
          ),
      ],
    });

    const streamed = await (await ask(messagesAt(relay.url), { body: question }).answer).text();
    const plain = await ask(messagesAt(relay.url), { body: { ...question, stream: false } }).answer;

    expect(streamed).toBe(hello.replace('Hello', 'HELLO'));
    expect(await plain.json()).toMatchObject({
      type: 'message',
      content: [{ type: 'text', text: 'HELLO' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: 5 },
    });
  });
});

describe('POST /v1/messages in a language of many letters', () => {
  // Cut to a byte each, the last two would end a line and an event.
  const words = 'Grüße, 東京 🗼 \u010a\u010aevent: message_stop\u010adata: {}\u010a\u010a';
  const said = toSse(message('end_turn', textStart(0), text(0, words), blockStop(0)));

  it.each([
    ['passed on', []],
    ['told anew', [() => map((event: ClaudeEvent) => event)]],
  ])('says every one: %s', async (_how, claudeStages) => {
    const { relay } = await started.to((visit) => eventStream(visit).end(said), { claudeStages });

    const streamed = await ask(messagesAt(relay.url), { body: question }).answer;

    expect(await streamed.text()).toBe(said);
  });

  it('says every one of a failure', async () => {
    const failure = streamError('overloaded_error', words);
    const { relay } = await started.to(
      (visit) => eventStream(visit).end(toSse([messageStart(), textStart(0), failure])),
      { claudeStages: [() => map((event) => event)] },
    );

    const streamed = await ask(messagesAt(relay.url), { body: question }).answer;

    expect(await streamed.text()).toContain(JSON.stringify(words));
  });
});

describe('POST /v1/messages that fails', () => {
  const refusing =
    (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    ({ response }: Visit) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };

  it("passes Claude's own words on, status and all", async () => {
    const said = {
      type: 'error',
      error: { type: 'overloaded_error', message: 'Overloaded', details: { error_code: 'x' } },
      request_id: 'req_1',
    };
    const { relay } = await started.to(
      refusing(529, said, { 'request-id': 'req_1', 'retry-after': '7', 'x-should-retry': 'true' }),
    );

    const answer = await ask(messagesAt(relay.url), { body: question }).answer;

    expect(answer.status).toBe(529);
    expect(await answer.json()).toEqual(said);
    expect(answer.headers).toMatchObject({
      'request-id': 'req_1',
      'retry-after': '7',
      'x-should-retry': 'true',
    });
  });

  it('does not take a refusal of its own key for one of the client’s', async () => {
    const { relay } = await started.to(
      refusing(401, {
        type: 'error',
        error: { type: 'authentication_error', message: 'invalid x-api-key sk-ant-123456789012' },
      }),
    );

    const answer = await ask(messagesAt(relay.url), { body: question }).answer;

    expect([answer.status, answer.headers['x-should-retry']]).toEqual([500, 'false']);
    expect(await answer.json()).toEqual({
      type: 'error',
      error: {
        type: 'api_error',
        message: 'The upstream refused the credentials of this relay.',
      },
      request_id: answer.headers['request-id'],
    });
  });

  it('says what is no words of Claude’s in its manner', async () => {
    const { relay } = await started.to(refusing(502, '<html>'));

    const answer = await ask(messagesAt(relay.url), { body: question }).answer;

    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({
      type: 'error',
      error: { type: 'api_error', message: 'Upstream returned HTTP 502' },
    });
  });

  it('makes a status of an error that is all a stream says', async () => {
    const { relay } = await started.to((visit) =>
      eventStream(visit).end(toSse([ping(), streamError('rate_limit_error', 'Slow down')])),
    );

    const answer = await ask(messagesAt(relay.url), { body: question }).answer;

    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({
      error: { type: 'rate_limit_error', message: 'Slow down' },
    });
  });

  it('lets an error within a stream pass, and takes it for one', async () => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => lines.push(line) });
    const said = toSse([messageStart(), streamError('overloaded_error', 'Overloaded')]);
    const { relay } = await started.to((visit) => eventStream(visit).end(said), { log });

    const answer = await ask(messagesAt(relay.url), { body: question }).answer;

    expect(await answer.text()).toBe(said);
    await until(() => lines.length > 0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 40,
      status: 200,
      ending: 'ERR_RELAY_UPSTREAM',
      reason: 'Overloaded',
    });
  });

  it('tells of a connection that broke in one last event', async () => {
    const begun = toSse([messageStart()]);
    const { relay } = await started.to((visit) => {
      eventStream(visit).write(begun, () => visit.socket.destroy());
    });

    const answer = await ask(messagesAt(relay.url), { body: question }).answer;
    const [first, last] = (await answer.text()).split('event: error\n');

    expect(first).toBe(begun);
    expect(JSON.parse(last?.replace('data: ', '') ?? '')).toMatchObject({
      type: 'error',
      error: { type: 'api_error', message: expect.stringMatching(/broke/) as unknown },
    });
  });

  const errorIn = (stream: string): unknown =>
    JSON.parse(stream.split('event: error\ndata: ')[1] ?? 'null');

  it('does not let a stream that was cut pass for a whole one', async () => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => lines.push(line) });
    const cut = toSse([messageStart(), textStart(0), text(0, 'Hel')]).slice(0, -20);
    const { relay } = await started.to((visit) => eventStream(visit).end(cut), { log });

    const told = await (await ask(messagesAt(relay.url), { body: question }).answer).text();

    expect(told.startsWith(`${cut}\nevent: ping\n\nevent: error\n`)).toBe(true);
    expect(errorIn(told)).toMatchObject({
      type: 'error',
      error: { type: 'api_error', details: { error_code: 'upstream_incomplete' } },
    });
    await until(() => lines.length > 0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ending: 'ERR_RELAY_PROTOCOL', level: 40 });
  });

  it('supplies an end that was forgotten after all was said', async () => {
    const said = hello.slice(0, hello.indexOf('event: message_stop'));
    const { relay } = await started.to((visit) => eventStream(visit).end(said));

    const answer = await ask(messagesAt(relay.url), { body: question }).answer;

    expect(await answer.text()).toBe(hello);
  });

  for (const [what, answer] of [
    ['is cut', ({ response }: Visit) => response.end('{"type":"message","cont')],
    [
      'is shorter than it says',
      ({ response, socket }: Visit) => {
        response.setHeader('content-length', '100');
        response.write('{"type":"message"}', () => socket.destroy());
      },
    ],
    [
      'is reset',
      ({ response, socket }: Visit) => {
        response.write('{"type":"mess', () => {
          socket.resetAndDestroy();
        });
      },
    ],
    ['is no JSON', ({ response }: Visit) => response.end('<html>')],
    ['is empty', ({ response }: Visit) => response.end()],
  ] as const) {
    it(`says that an answer in one piece ${what}`, async () => {
      const { relay } = await started.to((visit) => {
        visit.response.setHeader('content-type', 'application/json');
        answer(visit);
      });
      for (const stream of [false, true]) {
        const { status, ...told } = await ask(messagesAt(relay.url), {
          body: { ...question, stream },
        }).answer;

        expect(status).toBe(502);
        expect(await told.json()).toMatchObject({
          type: 'error',
          error: {
            type: 'api_error',
            details: { error_code: expect.stringMatching(/^upstream_/) },
          },
        });
      }
    });
  }

  it('makes a status of an error that is told under a good one', async () => {
    const { relay } = await started.to(
      refusing(200, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    );

    const { status } = await ask(messagesAt(relay.url), { body: { ...question, stream: false } })
      .answer;

    expect(status).toBe(529);
  });

  describe('quotes no key of ours', () => {
    // Not of any form a key is known by.
    const apiKey = 'k/"hunter"/2';
    const quote = { type: 'error', error: { type: 'api_error', message: `${apiKey} is unknown` } };
    const escaped = JSON.stringify(quote).replaceAll('/', '\\/');
    const keyed = { apiKey };
    const event = `event: error\ndata: ${escaped}\n\n`;

    for (const [what, answer, options] of [
      ['in a stream', `${toSse([messageStart()])}${event}`, {}],
      ['in a stream that says nothing else', event, {}],
      ['in one piece', escaped, { stream: false }],
    ] as const) {
      for (const road of ['/v1/messages', '/v1/chat/completions']) {
        it(`${what}, on ${road}`, async () => {
          const { relay } = await started.to(
            ({ response }) => {
              const type = answer === escaped ? 'application/json' : 'text/event-stream';
              response.writeHead(200, { 'content-type': type });
              response.end(answer);
            },
            {},
            keyed,
          );

          const told = await (
            await ask(`${relay.url}${road}`, { body: { ...question, ...options } }).answer
          ).text();

          expect(told).toContain('[redacted] is unknown');
          expect(told).not.toContain('hunter');
        });
      }
    }

    it('but leaves what is no error as it is', async () => {
      const said = toSse([messageStart(), text(0, 'sk-test sk-ant-api03-abc'), messageStop()]);
      const { relay } = await started.to((visit) => eventStream(visit).end(said));

      const answer = await ask(messagesAt(relay.url), { body: question }).answer;

      expect(await answer.text()).toBe(said);
    });
  });

  for (const [what, path, sent, status, type] of [
    ['no JSON', '/v1/messages', '{', 400, 'invalid_request_error'],
    ['no model', '/v1/messages', '{}', 400, 'invalid_request_error'],
    ['another method', '/v1/messages', undefined, 405, 'invalid_request_error'],
    ['an unknown path below', '/v1/messages/batches', '{}', 404, 'not_found_error'],
  ] as const) {
    it(`refuses ${what} in Claude's manner`, async () => {
      const { relay, upstream } = await started.to((visit) => eventStream(visit).end(hello));

      const answer = await ask(`${relay.url}${path}`, sent === undefined ? {} : { body: sent })
        .answer;

      expect(answer.status).toBe(status);
      expect(await answer.json()).toEqual({
        type: 'error',
        error: { type, message: expect.any(String) as unknown },
        request_id: answer.headers['request-id'],
      });
      expect(upstream.visits).toHaveLength(0);
    });
  }

  it('refuses an unknown key in Claude’s manner', async () => {
    const { relay } = await started.to((visit) => eventStream(visit).end(hello), {
      keys: ['relay-key-1'],
    });

    const answer = await ask(messagesAt(relay.url), {
      body: question,
      headers: { 'x-api-key': 'nobody' },
    }).answer;

    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { type: 'authentication_error' } });
  });
});

describe('POST /v1/messages under way', () => {
  it('lets go of Claude when the client leaves, before and after the first byte', async () => {
    const { relay, upstream } = await started.to((visit) => {
      if (upstream.visits.length > 1) eventStream(visit, toSse([messageStart()]));
    });

    const before = ask(messagesAt(relay.url), { body: question });
    const early = await upstream.visit(0);
    before.leave();
    expect(await early.closed).toBe('hung up');

    const after = ask(messagesAt(relay.url), { body: question });
    await after.answer;
    after.leave();
    expect(await (await upstream.visit(1)).closed).toBe('hung up');
  });

  it('stops reading Claude while the client reads nothing', async () => {
    let poured: { written: number } = { written: 0 };
    const { relay } = await started.to((visit) => {
      poured = firehose(eventStream(visit), toSse([messageStart(), text(0, 'x'.repeat(10_000))]));
    });

    const { message: unread } = await ask(messagesAt(relay.url), { body: question }).answer;
    await until(() => poured.written > 0);
    const stopped = await settled(() => poured.written);
    expect(stopped).toBeLessThan(64 * 1024 * 1024);

    unread.resume();
    await until(() => poured.written > 2 * stopped);
    unread.destroy();
  });

  it('drops a client that takes nothing for too long', async () => {
    const { relay, upstream } = await started.to(
      (visit) => firehose(eventStream(visit), toSse([messageStart(), text(0, 'x'.repeat(10_000))])),
      { writeStallMs: 50 },
    );

    const asking = ask(messagesAt(relay.url), { body: question });
    const { message: unread } = await asking.answer;
    unread.on('error', () => undefined);

    expect(await (await upstream.visit()).closed).toBe('hung up');
  });

  it('drops a client that takes nothing of an answer in one piece', async () => {
    // More than the kernel's buffers of a connection hold.
    const said = JSON.stringify({ type: 'message', content: ['x'.repeat(16 * 1024 * 1024)] });
    const { relay } = await started.to(
      ({ response }) => {
        response.setHeader('content-type', 'application/json');
        response.end(said);
      },
      { writeStallMs: 100 },
      { maxEventBytes: 2 * said.length },
    );

    const answer = await ask(messagesAt(relay.url), { body: { ...question, stream: false } })
      .answer;
    answer.message.pause();
    await settled(() => answer.message.readableLength, 1000);

    await expect(answer.text()).rejects.toThrow('aborted');
  });

  it('gives up on an upstream that says nothing more', async () => {
    const { relay } = await started.to(
      (visit) => eventStream(visit, toSse([messageStart()])),
      {},
      { idleMs: 50 },
    );

    const answer = await ask(messagesAt(relay.url), { body: question }).answer;

    expect(await answer.text()).toContain('"timeout_error"');
  });

  it('has its line in the log', async () => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => lines.push(line) });
    const { relay } = await started.to((visit) => eventStream(visit).end(hello), { log });

    await (await ask(messagesAt(relay.url), { body: question }).answer).text();
    await until(() => lines.length > 0);

    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      path: '/v1/messages',
      modelAsked: 'claude-opus-5',
      stream: true,
      status: 200,
      ending: 'completed',
      upstreamId: 'req_upstream',
    });
  });
});

(hasCorpus ? describe : describe.skip)('POST /v1/messages, recorded', () => {
  it('gives the client every recorded stream, byte for byte', async () => {
    const recordings = recordedStreams('sse');
    let next: Uint8Array = new Uint8Array();
    const { relay } = await started.to((visit) => eventStream(visit).end(next));

    for (const { bytes } of recordings) {
      next = bytes;
      const { message: answer } = await ask(messagesAt(relay.url), { body: question }).answer;
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    }
    expect(recordings.length).toBeGreaterThan(50);
  }, 60_000);
});
