import { afterEach, describe, expect, it } from '@jest/globals';
import { anthropicChannel } from '../../src/channels/anthropic.ts';
import { bedrockChannel } from '../../src/channels/bedrock/bedrockChannel.ts';
import type { Channel } from '../../src/channels/Channel.ts';
import { vertexChannel } from '../../src/channels/vertex/vertexChannel.ts';
import type { RequestSettings } from '../../src/convert/request/RequestSettings.ts';
import { createRelay } from '../../src/relay/createRelay.ts';
import { serve } from '../../src/relay/serve.ts';
import {
  claude,
  exceptionFrame,
  fakeBedrock,
  fakeClaude,
  type FakeClaude,
  fakeVertex,
  joined,
  scripts,
  streamsFrames,
  toEventStream,
} from '../../src/testing/index.ts';
import { ask, framesOf } from '../support/ask.ts';

const { blockStop, json, message, signature, text, textStart, thinking, thinkingStart, toolStart } =
  claude;

const answer = message(
  'tool_use',
  thinkingStart(0),
  thinking(0, 'Hm.'),
  signature(0, 'sealed'),
  blockStop(0),
  textStart(1),
  text(1, 'Let me look.'),
  blockStop(1),
  toolStart(2, 'get_weather'),
  json(2, '{"city":'),
  json(2, '"Porto"}'),
  blockStop(2),
  toolStart(3, 'get_time'),
  blockStop(3),
);
const keys = { accessKeyId: 'AKID', secretAccessKey: 'SECRET', sessionToken: 'TOKEN' };

const running: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

async function started(fake: Promise<FakeClaude>): Promise<FakeClaude> {
  running.push(await fake);
  return fake;
}

const bedrock = async (bytes: Uint8Array): Promise<[FakeClaude, Channel]> => {
  const fake = await started(fakeBedrock({ keys }, streamsFrames(bytes, 11)));
  return [
    fake,
    bedrockChannel({
      baseUrl: fake.url,
      credentials: keys,
      fetchMedia: { allowHttp: true, isAllowed: () => true },
    }),
  ];
};

async function asked(
  channel: Channel,
  request: RequestSettings,
  more: object = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const relay = await serve(createRelay({ channel, request }), { host: '127.0.0.1', port: 0 });
  running.push({ close: () => relay.drain(0) });
  const { status, text } = await ask(`${relay.url}/v1/chat/completions`, {
    body: {
      model: 'claude-sonnet-4-5',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
      ...more,
    },
  }).answer;
  return { status, text: await text() };
}

/** Without the second in which an answer was made. */
const timeless = (stream: string): string => stream.replace(/"created":\d+/g, '"created":0');

describe('a relay in front of a cloud', () => {
  it('says what it would say in front of Anthropic, byte for byte', async () => {
    const own = await started(fakeClaude(scripts.says(answer)));
    const [, framed] = await bedrock(toEventStream(answer, { padding: 9 }));
    const google = await started(
      fakeVertex({ token: 'ya29.t', projectId: 'p1' }, scripts.says(answer)),
    );

    const expected = await asked(anthropicChannel({ baseUrl: own.url, apiKey: 'sk' }), {});
    const fromBedrock = await asked(framed, { upstream: 'bedrock' });
    const fromVertex = await asked(
      vertexChannel({ baseUrl: `${google.url}/v1`, projectId: 'p1', accessToken: 'ya29.t' }),
      { upstream: 'vertex' },
    );

    expect(expected.status).toBe(200);
    expect(framesOf(expected.text).at(-1)).toBe('[DONE]');
    expect(timeless(fromBedrock.text)).toBe(timeless(expected.text));
    expect(timeless(fromVertex.text)).toBe(timeless(expected.text));
  });

  it.each([
    ['throttlingException', 429, 'rate_limit_exceeded'],
    ['validationException', 400, null],
    ['internalServerException', 500, null],
    ['modelTimeoutException', 504, 'timeout'],
    ['modelStreamErrorException', 502, 'upstream_error'],
    ['serviceUnavailableException', 503, 'server_is_overloaded'],
    ['accessDeniedException', 500, 'upstream_authentication_error'],
    ['brandNewException', 500, 'brandNewException'],
  ])('answers %s with %i where it comes first', async (name, status, code) => {
    const [, channel] = await bedrock(exceptionFrame(name, { message: 'AWS says so.' }));

    const said = await asked(channel, { upstream: 'bedrock' });

    expect(said.status).toBe(status);
    expect(JSON.parse(said.text)).toMatchObject({ error: { code } });
  });

  it('says an exception that comes later in the stream, and no end', async () => {
    const [, channel] = await bedrock(
      joined([
        toEventStream(answer.slice(0, 8)),
        exceptionFrame('throttlingException', { message: 'Slow down.' }),
      ]),
    );

    const said = await asked(channel, { upstream: 'bedrock' });

    expect(said.status).toBe(200);
    const frames = framesOf(said.text);
    expect(JSON.parse(frames.at(-1) ?? '')).toEqual({
      error: {
        message: 'Slow down.',
        type: 'requests',
        param: null,
        code: 'rate_limit_exceeded',
      },
    });
    expect(said.text).toContain('Let me look.');
    expect(said.text).not.toContain('finish_reason":"');
  });

  it('says that a stream was cut inside a frame', async () => {
    const [, channel] = await bedrock(toEventStream(answer.slice(0, 8)).slice(0, -30));

    const said = await asked(channel, { upstream: 'bedrock' });

    expect(framesOf(said.text).at(-1)).toContain('upstream_incomplete');
  });

  it('sends the bytes of an image where the client sent a URL', async () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    const web = await started(
      fakeClaude(async (reply) => {
        reply.head(200, { 'content-type': 'image/png' });
        await reply.write(png);
      }),
    );
    const [fake, channel] = await bedrock(toEventStream(answer));
    const content = [{ type: 'image_url', image_url: { url: `${web.url}/a.png` } }];

    const said = await asked(
      channel,
      { upstream: 'bedrock', urlSources: true },
      { messages: [{ role: 'user', content }] },
    );

    expect(said.status).toBe(200);
    expect((await fake.call()).body).toMatchObject({
      messages: [
        {
          content: [
            {
              type: 'image',
              source: {
                type: 'base64',
                media_type: 'image/png',
                data: Buffer.from(png).toString('base64'),
              },
            },
          ],
        },
      ],
    });
  });

  it('refuses an image that is not on the internet', async () => {
    const web = await started(fakeClaude(scripts.answers(200, 'secret')));
    const fake = await started(fakeBedrock({ keys }, streamsFrames(toEventStream(answer))));
    const content = [{ type: 'image_url', image_url: { url: `${web.url}/secret` } }];

    const said = await asked(
      bedrockChannel({ baseUrl: fake.url, credentials: keys, fetchMedia: { allowHttp: true } }),
      { upstream: 'bedrock', urlSources: true },
      { messages: [{ role: 'user', content }] },
    );

    expect(said.status).toBe(400);
    expect(JSON.parse(said.text)).toMatchObject({ error: { code: 'invalid_image_url' } });
    expect(web.calls).toHaveLength(0);
    expect(fake.calls).toHaveLength(0);
  });
});
