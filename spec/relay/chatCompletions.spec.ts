import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { map } from 'rxjs';
import type { OpenAIChunk } from '../../src/openai/chunks.ts';
import type { ClaudeStage, OpenAIStage, StageContext } from '../../src/relay/stages.ts';
import { brokenWireLaws, claude, toSse } from '../../src/testing/index.ts';
import { ask, framesOf } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';
import { settled, until } from '../support/settled.ts';
import { eventStream, firehose } from '../support/upstream.ts';

const { blockStop, json, message, messageStart, streamError, text, textStart, toolStart } = claude;

const greeting = message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0));
const question = {
  model: 'claude-opus-5',
  stream: true,
  messages: [{ role: 'user', content: 'Hi' }],
};
const openings = [messageStart(), textStart(0), text(0, 'Hel')];

const started = relays();
afterEach(() => started.endAll());

describe('POST /v1/chat/completions', () => {
  describe('streams', () => {
    it('what Claude says, cut at every byte, with everything after text numbered from 0', async () => {
      const bytes = Buffer.from(
        toSse(
          message(
            'tool_use',
            textStart(0),
            text(0, 'Så, 北京?'),
            blockStop(0),
            toolStart(1, 'weather'),
            json(1, '{"city":'),
            json(1, '"北京"}'),
            blockStop(1),
          ),
        ),
      );
      const { completions } = await started.to(async (visit) => {
        const response = eventStream(visit);
        for (const byte of bytes) {
          response.write(Buffer.of(byte));
          if (byte === 10) await new Promise(setImmediate);
        }
        response.end();
      });

      const answer = await ask(completions, { body: question }).answer;
      const stream = await answer.text();
      const chunks = framesOf(stream)
        .slice(0, -1)
        .map((data) => JSON.parse(data) as OpenAIChunk);

      expect(chunks).toBeOpenAIStream();
      expect(brokenWireLaws(stream)).toEqual([]);
      expect(framesOf(stream).at(-1)).toBe('[DONE]');
      expect(chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('')).toBe(
        'Så, 北京?',
      );
      expect(
        chunks
          .flatMap(({ choices: [choice] }) => choice?.delta.tool_calls ?? [])
          .map((c) => c.index),
      ).toEqual([0, 0, 0]);
    });

    it('with the headers that keep proxies from holding it back', async () => {
      const { completions } = await started.to((visit) => eventStream(visit).end(toSse(greeting)));

      const { status, headers } = await ask(completions, {
        body: question,
        headers: { 'accept-encoding': 'gzip, br' },
      }).answer;

      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        connection: 'keep-alive',
        'x-request-id': 'req_upstream',
        'openai-version': '2020-10-01',
        'openai-processing-ms': expect.stringMatching(/^\d+$/),
      });
      expect(headers).not.toHaveProperty('content-length');
      expect(headers).not.toHaveProperty('content-encoding');
    });

    it('each event as it comes', async () => {
      const { completions, upstream } = await started.to((visit) => {
        eventStream(visit, toSse(openings));
      });

      const { message: stream } = await ask(completions, { body: question }).answer;
      let seen = '';
      stream.on('data', (bytes: Buffer) => (seen += bytes.toString()));
      await until(() => seen.includes('Hel'));
      (await upstream.visit()).response.write(toSse([text(0, 'lo')]));

      // It would wait for ever if what was said did not come before what was not.
      await until(() => seen.includes('"lo"'));
      stream.destroy();
    });

    it('a comment in silence, which commits the answer', async () => {
      const { completions, upstream } = await started.to(() => undefined, { keepAliveMs: 30 });

      const { status, message: stream } = await ask(completions, { body: question }).answer;
      let seen = '';
      stream.on('data', (bytes: Buffer) => (seen += bytes.toString()));
      const over = new Promise((resolve) => stream.once('end', resolve));
      await until(() => seen.includes(': keep-alive\n\n: keep-alive\n\n'));
      (await upstream.visit()).response
        .writeHead(529, { 'content-type': 'application/json' })
        .end('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}');
      await over;

      expect(status).toBe(200);
      expect(framesOf(seen.replaceAll(/^: keep-alive\n\n/gm, ''))).toEqual([
        expect.stringContaining('"message":"Overloaded"'),
      ]);
    });
  });

  describe('answers a failure before the first text with its true status:', () => {
    it.each([
      [529, 'overloaded_error', 503],
      [429, 'rate_limit_error', 429],
      [400, 'invalid_request_error', 400],
      [401, 'authentication_error', 500],
    ])('%i of the upstream', async (status, type, told) => {
      const { completions } = await started.to(({ response }) => {
        response.writeHead(status, {
          'content-type': 'application/json',
          'request-id': 'req_9',
          'retry-after': '7',
        });
        response.end(JSON.stringify({ type: 'error', error: { type, message: 'No.' } }));
      });

      const answer = await ask(completions, { body: question }).answer;

      expect(answer.status).toBe(told);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': 'req_9',
        'retry-after': '7',
      });
      expect(await answer.json()).toEqual({
        error: {
          message: expect.any(String),
          type: expect.any(String),
          param: null,
          code: told === 400 ? null : expect.any(String),
        },
      });
    });

    it('an error event that comes first', async () => {
      const { completions } = await started.to((visit) =>
        eventStream(visit).end(toSse([streamError('overloaded_error', 'Overloaded')])),
      );

      const answer = await ask(completions, { body: question }).answer;

      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ error: { message: 'Overloaded' } });
    });

    it('and says where the upstream does not whether to try again', async () => {
      const { completions } = await started.to(({ response }) => {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"type":"error","error":{"type":"authentication_error","message":"No."}}');
      });

      const { headers } = await ask(completions, { body: question }).answer;

      expect(headers['x-should-retry']).toBe('false');
    });

    it('a stream that ends before it begins', async () => {
      const { completions } = await started.to((visit) => eventStream(visit).end());

      const answer = await ask(completions, { body: question }).answer;

      expect(answer.status).toBe(502);
      expect(await answer.json()).toMatchObject({ error: { code: 'upstream_incomplete' } });
    });

    it('an upstream that does not answer', async () => {
      const { completions } = await started.to(() => undefined, {}, { idleMs: 50 });

      const answer = await ask(completions, { body: question }).answer;

      expect(answer.status).toBe(504);
      expect(await answer.json()).toMatchObject({ error: { code: 'upstream_timeout' } });
    });
  });

  describe('tells a failure after the first text in one frame, and then says nothing:', () => {
    const told = async (stream: Promise<string>) => {
      const frames = framesOf(await stream);
      return { last: JSON.parse(frames.at(-1) ?? '') as unknown, said: frames.join() };
    };

    it('an error event', async () => {
      const { completions } = await started.to((visit) =>
        eventStream(visit).end(toSse([...openings, streamError('overloaded_error', 'Overloaded')])),
      );

      const answer = await ask(completions, { body: question }).answer;
      const { last, said } = await told(answer.text());

      expect(answer.status).toBe(200);
      expect(said).toContain('Hel');
      expect(said).not.toContain('[DONE]');
      expect(said).not.toMatch(/"finish_reason":"/);
      expect(last).toEqual({
        error: {
          message: 'Overloaded',
          type: 'server_error',
          param: null,
          code: 'server_is_overloaded',
        },
      });
    });

    it('an error event in a language of many letters', async () => {
      const words = 'Überlastet: 東京 🗼 \u010a';
      const { completions } = await started.to((visit) =>
        eventStream(visit).end(toSse([...openings, streamError('overloaded_error', words)])),
      );

      const { last } = await told(
        ask(completions, { body: question }).answer.then((a) => a.text()),
      );

      expect(last).toMatchObject({ error: { message: words } });
    });

    it('an end that is none', async () => {
      const { completions } = await started.to((visit) => eventStream(visit).end(toSse(openings)));

      const { last, said } = await told((await ask(completions, { body: question }).answer).text());

      expect(said).not.toContain('[DONE]');
      expect(last).toMatchObject({ error: { code: 'upstream_incomplete' } });
    });

    it('a reset', async () => {
      const { completions, upstream } = await started.to((visit) => {
        eventStream(visit, toSse(openings));
      });

      // The head is there, so the first text is: it was held until then.
      const answer = await ask(completions, { body: question }).answer;
      (await upstream.visit()).socket.resetAndDestroy();
      const { last, said } = await told(answer.text());

      expect(said).not.toContain('[DONE]');
      expect(last).toMatchObject({ error: { code: 'upstream_error' } });
    });

    it('a silence that is too long, though comments kept the client', async () => {
      const { completions, upstream } = await started.to(
        (visit) => {
          eventStream(visit, toSse(openings));
        },
        { keepAliveMs: 20 },
        { idleMs: 100 },
      );

      const stream = await (await ask(completions, { body: question }).answer).text();

      expect(stream).toContain(': keep-alive\n\n');
      expect(stream).toMatch(/data: \{"error":\{[^\n]*"code":"upstream_timeout"\}\}\n\n$/);
      expect(await (await upstream.visit()).closed).toBe('hung up');
    });
  });

  describe('lets go of Claude when its client leaves:', () => {
    it('before the head', async () => {
      const { completions, upstream } = await started.to(() => undefined);

      const asking = ask(completions, { body: question });
      const { closed } = await upstream.visit();
      asking.leave();

      expect(await closed).toBe('hung up');
      expect(upstream.visits).toHaveLength(1);
    });

    it('midway', async () => {
      const { completions, upstream } = await started.to((visit) => {
        eventStream(visit, toSse(openings));
      });

      const asking = ask(completions, { body: question });
      await asking.answer;
      asking.leave();

      expect(await (await upstream.visit()).closed).toBe('hung up');
    });

    it('while a write waits for it', async () => {
      let hose = { written: 0 };
      const { completions, upstream } = await started.to((visit) => {
        const response = eventStream(visit, toSse(openings));
        hose = firehose(response, toSse([text(0, 'x'.repeat(4096))]));
      });

      const asking = ask(completions, { body: question });
      (await asking.answer).message.pause();
      await settled(() => hose.written);
      asking.leave();

      expect(await (await upstream.visit()).closed).toBe('hung up');
    });

    it('although it asked for a plain answer', async () => {
      const { completions, upstream } = await started.to((visit) => {
        eventStream(visit, toSse(openings));
      });

      const asking = ask(completions, { body: { ...question, stream: false } });
      const { closed } = await upstream.visit();
      asking.leave();

      expect(await closed).toBe('hung up');
    });

    it.each([true, false])(
      'of an answer that waits behind another (streamed: %s)',
      async (stream) => {
        const { relay, upstream } = await started.to((visit) => {
          if (upstream.visits.length === 1) eventStream(visit, toSse(openings));
        });
        const asked = (body: object) => {
          const said = JSON.stringify(body);
          return (
            'POST /v1/chat/completions HTTP/1.1\r\nhost: relay\r\n' +
            `content-length: ${said.length}\r\n\r\n${said}`
          );
        };
        const { hostname, port } = new URL(relay.url);
        const client = connect(Number(port), hostname);

        client.write(asked(question));
        await upstream.visit(0);
        client.write(asked({ ...question, stream }));
        const { closed } = await upstream.visit(1);
        client.destroy();

        expect(await closed).toBe('hung up');
      },
    );
  });

  describe('reads Claude no faster than its client reads:', () => {
    it('a client that reads nothing stops it', async () => {
      let hose = { written: 0 };
      const { completions } = await started.to((visit) => {
        const response = eventStream(visit, toSse(openings));
        hose = firehose(response, toSse([text(0, 'x'.repeat(16 * 1024))]));
      });

      const asking = ask(completions, { body: question });
      (await asking.answer).message.pause();

      // What the kernel's buffers of two connections hold.
      await expect(settled(() => hose.written)).resolves.toBeLessThan(32 * 1024 * 1024);
      asking.leave();
    });

    it('one that reads slowly gets all of it, in order', async () => {
      const words = Array.from({ length: 20_000 }, (_, at) => `word${at} `);
      const { completions } = await started.to((visit) =>
        eventStream(visit).end(
          toSse(
            message('end_turn', textStart(0), ...words.map((word) => text(0, word)), blockStop(0)),
          ),
        ),
      );

      const { message: stream } = await ask(completions, { body: question }).answer;
      let seen = '';
      for await (const part of stream) {
        seen += (part as Buffer).toString();
        await new Promise(setImmediate);
      }
      const said = framesOf(seen)
        .slice(0, -1)
        .map((data) => (JSON.parse(data) as OpenAIChunk).choices[0]?.delta.content ?? '')
        .join('');

      expect(said).toBe(words.join(''));
    });

    it('one that takes nothing for too long is dropped', async () => {
      const { completions, upstream } = await started.to(
        (visit) => {
          const response = eventStream(visit, toSse(openings));
          firehose(response, toSse([text(0, 'x'.repeat(16 * 1024))]));
        },
        { writeStallMs: 100 },
      );

      (await ask(completions, { body: question }).answer).message.pause();

      expect(await (await upstream.visit()).closed).toBe('hung up');
    });

    it('one that takes nothing of a plain answer, too', async () => {
      // More than the kernel's buffers of a connection hold.
      const said = Array.from({ length: 16 }, () => text(0, 'x'.repeat(1024 * 1024)));
      const { completions } = await started.to(
        (visit) =>
          eventStream(visit).end(toSse(message('end_turn', textStart(0), ...said, blockStop(0)))),
        { writeStallMs: 100 },
      );
      const answer = await ask(completions, { body: { ...question, stream: false } }).answer;
      answer.message.pause();
      await settled(() => answer.message.readableLength, 1000);

      await expect(answer.text()).rejects.toThrow('aborted');
    });
  });

  describe('answers at once', () => {
    const plain = { ...question, stream: false };

    it('with the fold of what it would have streamed', async () => {
      const { completions } = await started.to((visit) => eventStream(visit).end(toSse(greeting)));

      const answer = await ask(completions, { body: plain }).answer;

      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['x-request-id']).toBe('req_upstream');
      expect(await answer.json()).toMatchObject({
        object: 'chat.completion',
        choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10 },
      });
    });

    it('with a true status where the stream would have needed a frame', async () => {
      const { completions } = await started.to((visit) =>
        eventStream(visit).end(toSse([...openings, streamError('overloaded_error', 'Overloaded')])),
      );

      expect((await ask(completions, { body: plain }).answer).status).toBe(503);
    });
  });

  it('names what the request lost, and passes the betas of the client', async () => {
    const { completions, upstream } = await started.to((visit) =>
      eventStream(visit).end(toSse(greeting)),
    );

    const { headers } = await ask(completions, {
      body: { ...question, logit_bias: { 1: 2 } },
      headers: { 'anthropic-beta': 'one-2026, two-2026' },
    }).answer;

    expect(headers['x-relay-warnings']).toContain('logit_bias');
    expect((await upstream.visit()).headers['anthropic-beta']).toBe('one-2026,two-2026');
  });

  it('lets stages have their say, each request its own, and tells them whose', async () => {
    const contexts: StageContext[] = [];
    const shout: OpenAIStage = (context) => {
      contexts.push(context);
      let chunks = 0;
      return map((chunk) => {
        chunks += 1;
        const said = JSON.stringify(chunk).replace('Hello', `HELLO ${chunks}`);
        return JSON.parse(said) as OpenAIChunk;
      });
    };
    const whisper: ClaudeStage = () =>
      map((event) =>
        event.type === 'content_block_delta' && event.delta.type === 'text_delta'
          ? text(event.index, event.delta.text.replace('Hey', 'Hello'))
          : event,
      );
    const { completions } = await started.to(
      (visit) =>
        eventStream(visit).end(
          toSse(message('end_turn', textStart(0), text(0, 'Hey'), blockStop(0))),
        ),
      { claudeStages: [whisper], openaiStages: [shout] },
    );

    const first = await (await ask(completions, { body: question }).answer).text();
    const second = await (await ask(completions, { body: question }).answer).text();

    expect(first).toContain('HELLO 2');
    expect(second).toContain('HELLO 2');
    expect(contexts).toEqual([
      { requestId: expect.stringMatching(/^req_/), model: 'claude-opus-5', stream: true },
      { requestId: expect.stringMatching(/^req_/), model: 'claude-opus-5', stream: true },
    ]);
    expect(contexts[0]?.requestId).not.toBe(contexts[1]?.requestId);
  });
});
