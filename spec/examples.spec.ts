/** The examples do what they say: on real sockets, before the replay channel and a Claude that is fake. */
import { afterAll, describe, expect, it } from '@jest/globals';
import Anthropic from '@anthropic-ai/sdk';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { from, lastValueFrom, take, toArray } from 'rxjs';
import { type Tool, agentLoop } from '../examples/agentLoop.ts';
import { ask, toEventStream } from '../examples/convertWithoutServer.ts';
import { costSoFar } from '../examples/costSoFar.ts';
import { createApp } from '../examples/embedInKoa.ts';
import { replayChannel } from '../src/channels/replayChannel.ts';
import { track } from '../src/operators/index.ts';
import {
  brokenLaws,
  brokenWireLaws,
  claude,
  emitted,
  fakeClaude,
  scripts,
} from '../src/testing/index.ts';
import { serveRelay } from './support/relayUnderTest.ts';

const { blockStop, json, message, messageDelta, messageStart, ping, text, textStart, toolStart } =
  claude;
const said = message(
  'tool_use',
  textStart(0),
  text(0, 'Let me look.'),
  blockStop(0),
  toolStart(1, 'get_weather'),
  json(1, '{"city":"Oslo"}'),
  blockStop(1),
);

describe('agentLoop', () => {
  const relay = serveRelay(() => replayChannel({ paceMs: 0 }));
  const asked: unknown[] = [];
  const get_weather: Tool = {
    description: 'The weather in a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    },
    run(input) {
      asked.push(input);
      return 'Snow, of all things.';
    },
  };

  it('calls the tool, hands its result back and ends with an answer', async () => {
    const client = new OpenAI({ baseURL: relay.baseURL, apiKey: 'any' });
    let streamed = '';

    const answer = await agentLoop(
      client,
      'replay/claude',
      'Oslo?',
      { get_weather },
      (piece) => (streamed += piece),
    );

    expect(asked).toEqual([{ city: expect.any(String) }]);
    expect(answer).toContain('Snow, of all things.');
    expect(streamed.endsWith(answer)).toBe(true);
  });
});

describe('embedInKoa', () => {
  let server: Server | undefined;
  afterAll(async () => {
    server?.closeAllConnections();
    if (server) await once(server.close(), 'close');
  });

  it('serves the relay below its path, and everything else as before', async () => {
    const handle = createApp(replayChannel({ paceMs: 0 })).callback();
    server = createServer((request, response) => void handle(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new OpenAI({ baseURL: `${url}/ai/v1`, apiKey: 'any' });

    const stream = client.chat.completions.stream({
      model: 'replay/two-tools',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    const { choices } = await stream.finalChatCompletion();

    expect(choices[0]?.message.tool_calls).toHaveLength(2);
    expect(await (await fetch(`${url}/other`)).text()).toBe('The rest of the application.');
    await expect(client.models.retrieve('replay/none-such')).rejects.toMatchObject({ status: 404 });
  });
});

describe('convertWithoutServer', () => {
  it('makes an event stream of an array', () => {
    expect(brokenWireLaws(emitted(toEventStream(said)).join(''))).toEqual([]);
  });

  it("makes chunks of a stream of Anthropic's client", async () => {
    const upstream = await fakeClaude(scripts.says(said));
    const anthropic = new Anthropic({ baseURL: upstream.url, apiKey: 'sk-ant-test' });
    const chunks = await lastValueFrom(ask(anthropic, body).pipe(toArray()), { defaultValue: [] });
    await upstream.close();

    expect(brokenLaws(chunks, { includeUsage: true })).toEqual([]);
    expect(chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])).toMatchObject([
      { index: 0, function: { name: 'get_weather' } },
      { index: 0, function: { arguments: '{"city":"Oslo"}' } },
    ]);
  });

  it('lets go of the upstream when it is left', async () => {
    const upstream = await fakeClaude(scripts.hangsAfter(said.slice(0, 3)));
    const anthropic = new Anthropic({ baseURL: upstream.url, apiKey: 'sk-ant-test' });
    await lastValueFrom(ask(anthropic, body).pipe(take(1), toArray()), { defaultValue: [] });

    expect(await (await upstream.call()).closed).toBe('left');
    await upstream.close();
  });

  const body = {
    model: 'claude-opus-5',
    max_tokens: 100,
    messages: [{ role: 'user' as const, content: 'Hello' }],
  };
});

describe('costSoFar', () => {
  it('knows the cost at any time, and changes nothing it was given', () => {
    const cost = costSoFar({ input: 3, output: 15 });
    const events = [messageStart(), ping(), messageDelta('end_turn', { output_tokens: 100 })];
    const dollars = () =>
      emitted(from(events).pipe(track({ cost }))).map((tracked) => tracked.cost.dollars);

    expect(dollars()).toEqual([0.000045, 0.000045, 0.00153]);
    expect(dollars()).toEqual(dollars());
    expect(cost.seed.dollars).toBe(0);
  });
});
