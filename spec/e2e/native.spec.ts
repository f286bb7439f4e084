import { afterEach, describe, expect, it } from '@jest/globals';
import Anthropic from '@anthropic-ai/sdk';
import { anthropicChannel } from '../../src/channels/anthropic.ts';
import { bedrockChannel } from '../../src/channels/bedrock/bedrockChannel.ts';
import type { Channel } from '../../src/channels/Channel.ts';
import { replayChannel } from '../../src/channels/replayChannel.ts';
import { routedChannel } from '../../src/channels/router/routedChannel.ts';
import { vertexChannel } from '../../src/channels/vertex/vertexChannel.ts';
import type { ClaudeRequest } from '../../src/claude/request.ts';
import { without } from '../../src/convert/request/without.ts';
import { createRelay } from '../../src/relay/createRelay.ts';
import { serve } from '../../src/relay/serve.ts';
import {
  claude,
  fakeBedrock,
  fakeClaude,
  type FakeClaude,
  fakeVertex,
  streamsFrames,
  toEventStream,
  toSse,
} from '../../src/testing/index.ts';

const { blockStop, json, message, signature, text, textStart, thinking, thinkingStart, toolStart } =
  claude;

const told = message(
  'tool_use',
  thinkingStart(0),
  thinking(0, 'Hm.'),
  signature(0, 'sealed'),
  blockStop(0),
  textStart(1),
  text(1, 'Let me '),
  text(1, 'look.'),
  blockStop(1),
  toolStart(2, 'get_weather'),
  json(2, '{"city":'),
  json(2, '"Porto"}'),
  blockStop(2),
);
const whole = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-test',
  content: [
    { type: 'thinking', thinking: 'Hm.', signature: 'sealed' },
    { type: 'text', text: 'Let me look.', citations: null },
    { type: 'tool_use', name: 'get_weather', input: { city: 'Porto' } },
  ],
  stop_reason: 'tool_use',
  usage: { input_tokens: 10, output_tokens: 5 },
};
const question = {
  model: 'claude-sonnet-4-6',
  max_tokens: 100,
  system: 'Be brief.',
  messages: [{ role: 'user' as const, content: 'How is the weather in Porto?' }],
};

const running: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});
async function started(fake: Promise<FakeClaude>): Promise<FakeClaude> {
  running.push(await fake);
  return fake;
}

/** Anthropic's own client, in front of a relay in front of a channel. */
async function clientOf(channel: Channel): Promise<Anthropic> {
  const relay = await serve(createRelay({ channel }), { host: '127.0.0.1', port: 0 });
  running.push({ close: () => relay.drain(0) });
  return new Anthropic({ baseURL: relay.url, apiKey: 'anything', maxRetries: 0 });
}

const channels: Readonly<Record<string, () => Promise<Channel>>> = {
  async anthropic() {
    const { url } = await started(
      fakeClaude(async (reply, { body, path }) => {
        if ((body as ClaudeRequest).stream === true) await reply.write(toSse(told));
        else {
          const counts = path === '/v1/messages/count_tokens';
          reply.head(200, { 'content-type': 'application/json' });
          await reply.write(JSON.stringify(counts ? { input_tokens: 26 } : whole));
        }
      }),
    );
    return anthropicChannel({ baseUrl: url, apiKey: 'sk-test' });
  },
  async bedrock() {
    const { url } = await started(
      fakeBedrock({ apiKey: 'aws' }, streamsFrames(toEventStream(told), 7)),
    );
    return bedrockChannel({ baseUrl: url, apiKey: 'aws' });
  },
  async vertex() {
    const { url } = await started(
      fakeVertex({ token: 'google', projectId: 'p' }, (reply) => reply.write(toSse(told))),
    );
    return vertexChannel({ baseUrl: `${url}/v1`, accessToken: 'google', projectId: 'p' });
  },
  async 'one that fails, then Bedrock'() {
    const { url } = await started(
      fakeClaude((reply) => {
        reply.head(529, {});
      }),
    );
    return routedChannel([
      { name: 'busy', channel: anthropicChannel({ baseUrl: url, apiKey: 'sk-test' }) },
      {
        name: 'aws',
        channel: await (channels['bedrock'] as () => Promise<Channel>)(),
        priority: 1,
      },
    ]);
  },
};

for (const [name, open] of Object.entries(channels)) {
  describe(`Anthropic's own client through the relay to ${name}`, () => {
    it('is told a stream', async () => {
      const client = await clientOf(await open());

      const stream = client.messages.stream(question);
      const texts: string[] = [];
      stream.on('text', (piece) => texts.push(piece));

      expect(await stream.finalMessage()).toMatchObject(whole);
      expect(texts).toEqual(['Let me ', 'look.']);
    });

    it('is told the same in one piece', async () => {
      const client = await clientOf(await open());

      expect(await client.messages.create(question)).toMatchObject(whole);
    });

    it('is told how many tokens a question has', async () => {
      const client = await clientOf(await open());
      const { model, system, messages } = question;

      expect(await client.messages.countTokens({ model, system, messages })).toEqual({
        input_tokens: 26,
      });
    });
  });
}

describe("Anthropic's own client through the relay to the replay", () => {
  it('is told a stream, and the same in one piece', async () => {
    const client = await clientOf(replayChannel({ paceMs: 0 }));
    const asked = { ...question, model: 'replay/text-then-tool' };

    const streamed = await client.messages.stream(asked).finalMessage();

    expect(streamed.content.map(({ type }) => type)).toContain('tool_use');
    expect((await client.messages.create(asked)).content.map(({ type }) => type)).toEqual(
      streamed.content.map(({ type }) => type),
    );
  });

  it('is told how many tokens a question has, as its answer is', async () => {
    const client = await clientOf(replayChannel({ paceMs: 0 }));
    const { model, system, messages } = question;

    const { input_tokens } = await client.messages.countTokens({ model, system, messages });

    expect(input_tokens).toBeGreaterThan(5);
    expect((await client.messages.create(question)).usage.input_tokens).toBe(input_tokens);
  });

  it('is told what is not there', async () => {
    const client = await clientOf(without(replayChannel(), ['countTokens']));

    await expect(client.messages.countTokens(question)).rejects.toMatchObject({
      status: 404,
      error: { type: 'error', error: { type: 'not_found_error' } },
    });
  });
});

describe("Anthropic's own client", () => {
  it('knows the errors of the relay for what they are', async () => {
    const { url } = await started(
      fakeClaude(async (reply) => {
        reply.head(429, { 'content-type': 'application/json', 'request-id': 'req_7' });
        await reply.write(
          '{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}',
        );
      }),
    );
    const client = await clientOf(anthropicChannel({ baseUrl: url, apiKey: 'sk-test' }));

    const failure: unknown = await client.messages
      .create(question)
      .catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(Anthropic.RateLimitError);
    expect(failure).toMatchObject({ status: 429, requestID: 'req_7', type: 'rate_limit_error' });
  });

  it('is told in the stream when it breaks off', async () => {
    const { url } = await started(
      fakeClaude(async (reply) => {
        await reply.write(toSse(told.slice(0, 3)));
        reply.cut();
      }),
    );
    const client = await clientOf(anthropicChannel({ baseUrl: url, apiKey: 'sk-test' }));

    await expect(client.messages.stream(question).finalMessage()).rejects.toBeInstanceOf(
      Anthropic.APIError,
    );
  });

  it('hears an error in the stream of a cloud once, and as Claude would say it', async () => {
    const begun = told.slice(0, 3);
    for (const [said, type] of [
      [[...begun, claude.streamError('overloaded_error', 'Overloaded')], 'overloaded_error'],
      [begun, 'upstream_incomplete'],
    ] as const) {
      const { url } = await started(
        fakeBedrock({ apiKey: 'aws' }, streamsFrames(toEventStream(said))),
      );
      const { baseURL } = await clientOf(bedrockChannel({ baseUrl: url, apiKey: 'aws' }));

      const answer = await fetch(`${baseURL}/v1/messages`, {
        method: 'POST',
        body: JSON.stringify({ ...question, stream: true }),
      });
      const [, ...errors] = (await answer.text()).split('event: error\n');

      expect(errors).toHaveLength(1);
      expect(errors[0]).toContain(`"${type}"`);
    }
  });

  it('is told why, when it breaks off in the middle of an event', async () => {
    const bytes = Buffer.from(toSse(told));
    for (const end of ['cut', 'end'] as const) {
      const { url } = await started(
        fakeClaude(async (reply) => {
          await reply.write(bytes.subarray(0, bytes.indexOf('Let me ') + 3));
          if (end === 'cut') reply.cut();
        }),
      );
      const client = await clientOf(anthropicChannel({ baseUrl: url, apiKey: 'sk-test' }));

      await expect(client.messages.stream(question).finalMessage()).rejects.toMatchObject({
        error: {
          error: {
            type: 'api_error',
            details: { error_code: end === 'cut' ? 'upstream_error' : 'upstream_incomplete' },
          },
        },
      });
    }
  });

  it('hears a model that is refused at Bedrock as Claude would say it', async () => {
    const { url } = await started(
      fakeBedrock({ apiKey: 'aws' }, async (reply) => {
        reply.head(429, {
          'content-type': 'application/json',
          'x-amzn-errortype': 'ThrottlingException:http://x',
        });
        await reply.write('{"message":"Too many tokens"}');
      }),
    );
    const client = await clientOf(bedrockChannel({ baseUrl: url, apiKey: 'aws' }));

    await expect(client.messages.create(question)).rejects.toMatchObject({
      status: 429,
      error: { error: { type: 'rate_limit_error', message: 'Too many tokens' } },
    });
  });
});
