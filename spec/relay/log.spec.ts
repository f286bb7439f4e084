import { afterEach, describe, expect, it } from '@jest/globals';
import { openLog } from '../../src/relay/log.ts';
import { claude, toSse } from '../../src/testing/index.ts';
import { ask } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';
import { until } from '../support/settled.ts';
import { eventStream, type Visit } from '../support/upstream.ts';

const { blockStop, json, message, messageStart, streamError, text, textStart, toolStart } = claude;

const question = {
  model: 'claude-opus-5',
  stream: true,
  messages: [{ role: 'user', content: 'the secret question' }],
};

const started = relays();
afterEach(() => started.endAll());

/** A relay whose log is read as it is written. */
async function logging(answer: (visit: Visit) => unknown, options = {}) {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  const running = await started.to(answer, { log, ...options });
  const line = async (): Promise<Record<string, unknown>> => {
    await until(() => lines.length > 0);
    return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  };
  return { ...running, lines, line };
}

describe('the log', () => {
  it('has one line per request, with what it was, how it ended and what it cost', async () => {
    const { completions, lines, line } = await logging((visit) =>
      eventStream(visit).end(
        toSse(
          message(
            'tool_use',
            textStart(0),
            text(0, 'the secret answer'),
            blockStop(0),
            toolStart(1, 'look'),
            json(1, '{"at":"secret"}'),
            blockStop(1),
          ),
        ),
      ),
    );

    const answer = await ask(completions, {
      body: question,
      headers: { authorization: 'Bearer sk-client-secret' },
    }).answer;
    await answer.text();

    expect(await line()).toEqual({
      level: 30,
      time: expect.any(Number),
      msg: 'request',
      method: 'POST',
      path: '/v1/chat/completions',
      status: 200,
      id: expect.stringMatching(/^req_/),
      upstreamId: 'req_upstream',
      modelAsked: 'claude-opus-5',
      modelServed: 'claude-test',
      stream: true,
      ending: 'completed',
      headMs: expect.any(Number),
      firstEventMs: expect.any(Number),
      totalMs: expect.any(Number),
      promptTokens: 10,
      completionTokens: 5,
      tools: 1,
      finishReason: 'tool_calls',
      warnings: 0,
    });
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain('secret');
    expect(lines.join()).not.toContain('sk-');
  });

  it.each([
    [
      'an upstream that refuses',
      503,
      'ERR_RELAY_UPSTREAM',
      (visit: Visit) =>
        eventStream(visit).end(toSse([streamError('overloaded_error', 'Overloaded')])),
    ],
    [
      'a stream that is cut',
      200,
      'ERR_RELAY_PROTOCOL',
      (visit: Visit) => eventStream(visit).end(toSse([messageStart()])),
    ],
    ['a reset', 502, 'ERR_RELAY_CONNECTION', (visit: Visit) => visit.socket.resetAndDestroy()],
  ] as const)('warns of %s', async (_, status, ending, answer) => {
    const { completions, line } = await logging(answer);

    await (await ask(completions, { body: question }).answer).text();

    expect(await line()).toMatchObject({ level: 40, status, ending, reason: expect.any(String) });
  });

  it("says that a client left, which is nobody's failure", async () => {
    const { completions, upstream, line } = await logging((visit) => {
      eventStream(visit, toSse([messageStart()]));
    });

    const asking = ask(completions, { body: question });
    await asking.answer;
    asking.leave();

    expect(await line()).toMatchObject({ level: 30, ending: 'client-left' });
    expect(await (await upstream.visit()).closed).toBe('hung up');
  });

  it('says so, too, of a client that left before it was answered', async () => {
    const { completions, upstream, line } = await logging(() => undefined);

    const asking = ask(completions, { body: { ...question, stream: false } });
    await upstream.visit();
    asking.leave();

    expect(await line()).toMatchObject({ level: 30, ending: 'client-left', stream: false });
  });

  it('has the stack of what should not have happened', async () => {
    const { completions, line } = await logging((visit) => eventStream(visit), {
      openaiStages: [
        () => {
          throw new TypeError('this stage is broken');
        },
      ],
    });

    await (await ask(completions, { body: question }).answer).text();

    expect(await line()).toMatchObject({
      level: 50,
      status: 500,
      ending: 'internal-error',
      err: { message: 'this stage is broken', stack: expect.stringContaining('log.spec') },
    });
  });

  it('does not quote a body that could not be read', async () => {
    const { completions, lines, line } = await logging(() => undefined);

    await (await ask(completions, { body: 'my secret words', method: 'POST' }).answer).text();

    expect(await line()).toMatchObject({ status: 400, ending: 'ERR_RELAY_REQUEST' });
    expect(lines.join()).not.toContain('secret');
  });

  it('keeps still about health', async () => {
    const { relay, completions, lines, line } = await logging(() => undefined);

    await (await ask(`${relay.url}/health`).answer).text();
    await (await ask(completions, { body: '{', method: 'POST' }).answer).text();
    await line();

    expect(lines).toHaveLength(1);
  });

  it('strikes out what looks like a credential', () => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => lines.push(line) });

    log.info({ headers: { authorization: 'Bearer x1', 'x-api-key': 'x2' } }, 'careless');
    log.info({ channel: { apiKey: 'x3', authToken: 'x4' } }, 'careless');

    expect(lines.join()).not.toMatch(/x[1-4]/);
    expect(lines.join()).toContain('[Redacted]');
  });
});
