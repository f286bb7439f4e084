import { afterEach, describe, expect, it } from '@jest/globals';
import { anthropicChannel } from '../../src/channels/anthropic.ts';
import { routedChannel } from '../../src/channels/router/routedChannel.ts';
import type { ClaudeRequest } from '../../src/claude/request.ts';
import type { OpenAIChunk } from '../../src/openai/chunks.ts';
import type { OpenAICompletion } from '../../src/openai/completion.ts';
import type { RelayOptions } from '../../src/relay/RelayOptions.ts';
import { claude, toSse } from '../../src/testing/index.ts';
import { ask, framesOf } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';
import { eventStream, type Visit } from '../support/upstream.ts';

const { blockStop, json, message, serverToolStart, text, textStart } = claude;

const question = {
  model: 'claude-sonnet-4-5',
  web_search_options: {},
  messages: [{ role: 'user', content: 'Search for it.' }],
};
const paused = message(
  'pause_turn',
  textStart(0),
  text(0, 'Searching.'),
  blockStop(0),
  serverToolStart(1, 'web_search', 'srvtoolu_1'),
  json(1, '{"query":"it"}'),
  blockStop(1),
);
const rest = message('end_turn', textStart(0), text(0, ' Found it.'), blockStop(0));

const started = relays();
afterEach(() => started.endAll());

/** Pauses first, then does as it is told. */
async function relayTo(then: (visit: Visit) => unknown, options: Partial<RelayOptions> = {}) {
  let visits = 0;
  return started.to((visit) => {
    visits += 1;
    return visits === 1 ? eventStream(visit).end(toSse(paused)) : then(visit);
  }, options);
}

describe('a turn that Claude pauses', () => {
  it('is sent back as it was and told as one answer', async () => {
    const { completions, upstream } = await relayTo((visit) => eventStream(visit).end(toSse(rest)));

    const answer = await ask(completions, { body: question }).answer;
    const { choices, usage } = (await answer.json()) as OpenAICompletion;

    expect(choices[0]).toMatchObject({
      message: { content: 'Searching. Found it.' },
      finish_reason: 'stop',
    });
    expect(usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 10 });
    const [first, second] = upstream.visits.map(({ body }) => body as ClaudeRequest);
    expect(second).toEqual({
      ...first,
      messages: [
        ...(first?.messages ?? []),
        {
          role: 'assistant',
          content: [
            expect.objectContaining({ type: 'text', text: 'Searching.' }),
            expect.objectContaining({ type: 'server_tool_use', input: { query: 'it' } }),
          ],
        },
      ],
    });
  });

  it('is told as an error in the stream when it cannot be continued', async () => {
    const { completions } = await relayTo(({ response }) => {
      response.writeHead(529, { 'content-type': 'application/json' });
      response.end('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}');
    });

    const answer = await ask(completions, { body: { ...question, stream: true } }).answer;
    const frames = framesOf(await answer.text());

    expect(answer.status).toBe(200);
    expect(JSON.parse(frames.at(-1) ?? '')).toMatchObject({ error: { message: 'Overloaded' } });
    expect(
      frames
        .slice(0, -1)
        .every((data) => !(JSON.parse(data) as OpenAIChunk).choices[0]?.finish_reason),
    ).toBe(true);
  });

  it('is unfinished when it may not be continued', async () => {
    const { completions, upstream } = await relayTo(() => undefined, { maxContinuations: 0 });

    const answer = await ask(completions, { body: question }).answer;
    const { choices } = (await answer.json()) as OpenAICompletion;

    expect(choices[0].finish_reason).toBe('length');
    expect(upstream.visits).toHaveLength(1);
  });

  it('is left when the client leaves, in whichever part', async () => {
    const { completions, upstream } = await relayTo((visit) => eventStream(visit));
    const asking = ask(completions, { body: { ...question, stream: true } });

    const second = await upstream.visit(1);
    asking.leave();

    await expect(second.closed).resolves.toBe('hung up');
  });

  describe('at one of two channels', () => {
    const two = async (then: (visit: Visit) => unknown) => {
      const { upstream: other } = await started.to((visit) => eventStream(visit).end(toSse(rest)));
      let visits = 0;
      const { completions, upstream } = await started.to(
        (visit) => {
          visits += 1;
          return visits === 1 ? eventStream(visit).end(toSse(paused)) : then(visit);
        },
        {},
        {},
        (channel) =>
          routedChannel([
            { name: 'first', channel },
            {
              name: 'other',
              channel: anthropicChannel({ baseUrl: other.url, apiKey: 'sk-test' }),
              priority: 1,
            },
          ]),
      );
      return { completions, upstream, other };
    };
    const fails = ({ response }: Visit) => response.writeHead(400).end('{}');
    const breaks = ({ socket }: Visit) => socket.destroy();

    it('goes on at the one it came from', async () => {
      const { completions, upstream, other } = await two((visit) =>
        eventStream(visit).end(toSse(rest)),
      );

      await (await ask(completions, { body: question }).answer).json();

      expect([upstream.visits.length, other.visits.length]).toEqual([2, 0]);
    });

    it('goes on nowhere else once the client was told some of it', async () => {
      for (const failing of [fails, breaks]) {
        const { completions, other } = await two(failing);

        const answer = await ask(completions, { body: { ...question, stream: true } }).answer;

        expect(framesOf(await answer.text()).at(-1)).toMatch(/^\{"error":/);
        expect(other.visits).toHaveLength(0);
      }
    });

    it('goes on elsewhere rather than fail where nothing was told', async () => {
      const { completions, other } = await two(breaks);

      const answer = await ask(completions, { body: question }).answer;

      expect(await answer.json()).toMatchObject({
        choices: [{ message: { content: 'Searching. Found it.' } }],
      });
      expect(other.visits).toHaveLength(1);
    });
  });
});
