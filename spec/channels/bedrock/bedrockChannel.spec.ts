import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstValueFrom, of } from 'rxjs';
import {
  bedrockChannel,
  type BedrockOptions,
} from '../../../src/channels/bedrock/bedrockChannel.ts';
import type { Channel } from '../../../src/channels/Channel.ts';
import type { ClaudeRequest } from '../../../src/claude/request.ts';
import { without } from '../../../src/convert/request/without.ts';
import {
  claude,
  damaged,
  exceptionFrame,
  fakeBedrock,
  fakeClaude,
  type FakeBedrockOptions,
  type FakeClaude,
  joined,
  type KnownKeys,
  type Script,
  scripts,
  streamsFrames,
  toEventStream,
} from '../../../src/testing/index.ts';
import { environment } from '../../support/environment.ts';
import { anyBody, listenTo } from '../../support/listenTo.ts';
import { until } from '../../support/settled.ts';

const { blockStop, json, message, text, textStart, toolStart } = claude;

const greeting = message(
  'tool_use',
  textStart(0),
  text(0, 'Grüße 🙂'),
  blockStop(0),
  toolStart(1, 'get_weather'),
  json(1, '{"city":"Porto"}'),
  blockStop(1),
);
const greets = streamsFrames(toEventStream(greeting, { padding: 20 }), 7);
const keys = { accessKeyId: 'AKID', secretAccessKey: 'SECRET' };
const bearer = { apiKey: 'bedrock-key' };
const asJson = { 'content-type': 'application/json' };

const running: { close(): unknown }[] = [];
const setEnvironment = environment();

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function bedrock(options: FakeBedrockOptions, script: Script = greets): Promise<FakeClaude> {
  const fake = await fakeBedrock(options, script);
  running.push(fake);
  return fake;
}

/** A channel to a fake that takes its API key. */
async function channelTo(script: Script, options: BedrockOptions = {}) {
  const fake = await bedrock(bearer, script);
  return { fake, channel: bedrockChannel({ baseUrl: fake.url, ...bearer, ...options }) };
}

/** The credentials of a container, new ones each time they are asked for. */
async function containerCredentials(): Promise<readonly KnownKeys[]> {
  const given: KnownKeys[] = [];
  const metadata = createServer((_, response) => {
    const nth = given.length;
    const session: KnownKeys = {
      accessKeyId: `AK${nth}`,
      secretAccessKey: `SECRET${nth}`,
      sessionToken: `TOKEN${nth}`,
    };
    given.push(session);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        AccessKeyId: session.accessKeyId,
        SecretAccessKey: session.secretAccessKey,
        Token: session.sessionToken,
        Expiration: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    );
  });
  await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve));
  running.push({ close: () => metadata.close() });
  setEnvironment({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${(metadata.address() as AddressInfo).port}/`,
    AWS_ACCESS_KEY_ID: undefined,
    AWS_SECRET_ACCESS_KEY: undefined,
    AWS_PROFILE: undefined,
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
    AWS_CONFIG_FILE: '/nowhere',
  });
  return given;
}

describe('bedrockChannel', () => {
  describe('asks', () => {
    it('with the model in the address, and all else in the body', async () => {
      const { fake, channel } = await channelTo(greets, { betas: ['own', 'both'] });

      const { over } = listenTo(channel, { betas: ['both', 'needed'] });

      expect(await over).toBe('completed');
      const { method, path, headers, body } = await fake.call();
      expect([method, path]).toEqual([
        'POST',
        '/model/global.anthropic.claude-opus-5/invoke-with-response-stream',
      ]);
      expect(body).toEqual({
        anthropic_version: 'bedrock-2023-05-31',
        anthropic_beta: ['own', 'both', 'needed'],
        max_tokens: 10,
        messages: anyBody.messages,
      });
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        accept: 'application/vnd.amazon.eventstream',
        authorization: 'Bearer bedrock-key',
      });
      expect(headers).not.toHaveProperty('anthropic-version');
      expect(headers).not.toHaveProperty('anthropic-beta');
      expect(headers).not.toHaveProperty('x-amz-date');
    });

    it('for an answer in one piece where none is to be streamed', async () => {
      const { fake, channel } = await channelTo(
        scripts.answers(200, {
          id: 'msg_bdrk_1',
          type: 'message',
          role: 'assistant',
          model: 'claude-opus-5',
          content: [{ type: 'text', text: 'Hi' }],
          stop_reason: 'end_turn',
        }),
      );

      const { events, over } = listenTo(channel, { body: { ...anyBody, stream: false } });

      expect(await over).toBe('completed');
      expect(events.at(-1)).toEqual({ type: 'message_stop' });
      const { path, headers } = await fake.call();
      expect(path).toMatch(/\/invoke$/);
      expect(headers.accept).toBe('application/json');
    });

    it("with the client's own key only where it has none itself", async () => {
      const fake = await bedrock({ apiKey: 'client-key' });
      const mine = bedrockChannel({ baseUrl: fake.url, ...bearer });
      const signing = bedrockChannel({ baseUrl: fake.url, credentials: keys });

      const clientKey = 'client-key';
      expect(await listenTo(bedrockChannel({ baseUrl: fake.url }), { clientKey }).over).toBe(
        'completed',
      );
      expect(await listenTo(mine, { clientKey }).over).toMatchObject({ keyOf: 'relay' });
      expect(await listenTo(signing, { clientKey }).over).toMatchObject({ keyOf: 'relay' });
    });

    it('and refuses what Bedrock cannot be asked, before it is asked', async () => {
      const { fake, channel } = await channelTo(greets, { fetchMedia: false });
      const asking = (content: object, more: object = {}) =>
        listenTo(channel, {
          body: { ...anyBody, messages: [{ role: 'user', content: [content as never] }], ...more },
        }).over;

      expect(
        await asking({ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }),
      ).toMatchObject({ code: 'ERR_RELAY_REQUEST', reason: 'invalid_image_url' });
      expect(
        await asking({ type: 'document', source: { type: 'file', file_id: 'file_1' } }),
      ).toMatchObject({ code: 'ERR_RELAY_REQUEST', param: 'messages' });
      expect(
        await asking(
          { type: 'text', text: 'x' },
          { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
        ),
      ).toMatchObject({ reason: 'unsupported_parameter', param: 'tools' });
      expect(await asking({ type: 'text', text: 'x'.repeat(21 * 1024 * 1024) })).toMatchObject({
        status: 413,
        reason: 'request_too_large',
      });
      expect(fake.calls).toHaveLength(0);
    });

    it('nothing but models', async () => {
      const { fake, channel } = await channelTo(greets);

      for (const model of ['.', '..']) {
        expect(await listenTo(channel, { body: { ...anyBody, model } }).over).toMatchObject({
          status: 404,
          reason: 'model_not_found',
        });
      }
      await listenTo(channel, { body: { ...anyBody, model: '../x' } }).over;
      expect(fake.calls.map(({ path }) => path)).toEqual([
        '/model/..%2Fx/invoke-with-response-stream',
      ]);
    });

    it('without what Bedrock would refuse the whole request for', async () => {
      const { fake, channel } = await channelTo(greets);
      const body = {
        ...anyBody,
        service_tier: 'auto',
        inference_geo: 'eu',
        container: 'c',
        cache_control: { type: 'ephemeral' as const },
        metadata: { user_id: 'u1' },
      };

      await listenTo(channel, { body }).over;

      expect((await fake.call()).body).toEqual({
        anthropic_version: 'bedrock-2023-05-31',
        max_tokens: 10,
        messages: anyBody.messages,
        metadata: { user_id: 'u1' },
      });
      expect(body.service_tier).toBe('auto');
    });
  });

  describe('signs', () => {
    it.each([
      ['keys of an account', keys, 'claude-haiku-4-5'],
      ['keys of a session', { ...keys, sessionToken: 'TOKEN+/=' }, 'claude-haiku-4-5'],
      ['an ARN', keys, 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a'],
    ])('with %s', async (_, credentials, model) => {
      const fake = await bedrock({ keys: credentials });
      const channel = bedrockChannel({ baseUrl: fake.url, credentials });

      const { events, over } = listenTo(channel, { body: { ...anyBody, model } });

      expect(await over).toBe('completed');
      expect(events).toEqual(greeting);
      expect((await fake.call()).path).not.toMatch(/:|profile\/a/);
    });

    it('for its region and its surface', async () => {
      const fake = await bedrock(
        { keys, region: 'eu-west-1', service: 'bedrock-mantle' },
        scripts.says(greeting),
      );
      const channel = bedrockChannel({
        baseUrl: `${fake.url}/anthropic`,
        surface: 'mantle',
        region: 'eu-west-1',
        credentials: keys,
      });

      const { events, over } = listenTo(channel, { betas: ['b1', 'b2'] });

      expect(await over).toBe('completed');
      expect(events).toEqual(greeting);
      const { path, headers, body } = await fake.call();
      expect(path).toBe('/anthropic/v1/messages');
      expect(headers).toMatchObject({
        'anthropic-version': '2023-06-01',
        'anthropic-beta': 'b1,b2',
        accept: 'text/event-stream',
      });
      expect(body).toEqual({ ...anyBody, model: 'anthropic.claude-opus-5' });
    });

    it('and hears that its keys are wrong as a fault of the relay', async () => {
      const fake = await bedrock({ keys: { ...keys, secretAccessKey: 'OTHER' } });

      const { over } = listenTo(bedrockChannel({ baseUrl: fake.url, credentials: keys }));

      expect(await over).toMatchObject({
        status: 403,
        type: 'InvalidSignatureException',
        keyOf: 'relay',
      });
      expect(fake.calls).toHaveLength(1);
    });

    it("by AWS's clock, once that has refused what its own says", async () => {
      const fake = await bedrock({ keys, now: () => Date.now() - 3_600_000 });
      const channel = bedrockChannel({ baseUrl: fake.url, credentials: keys });
      const { events, heads, over } = listenTo(channel);

      expect(await over).toBe('completed');
      expect([events, heads.length]).toEqual([greeting, 1]);
      expect(await listenTo(channel).over).toBe('completed');
      expect(fake.calls).toHaveLength(3);
    });

    it("and asks no third time when AWS's clock is of no help", async () => {
      const hours = [2, 4, 6, 8];
      const now = () => Date.now() + (hours.shift() ?? 0) * 3_600_000;
      const fake = await bedrock({ keys, now });
      const { over } = listenTo(bedrockChannel({ baseUrl: fake.url, credentials: keys }));

      expect(await over).toMatchObject({ status: 403, message: 'Signature expired.' });
      expect(fake.calls).toHaveLength(2);
    });

    it('with what a profile says', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'marblegate-'));
      running.push({ close: () => rm(folder, { recursive: true }) });
      await writeFile(
        join(folder, 'credentials'),
        '[work]\naws_access_key_id = AKWORK\naws_secret_access_key = WORKSECRET\n',
      );
      await writeFile(join(folder, 'config'), '[profile work]\nregion = us-east-1\n');
      setEnvironment({
        AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
        AWS_CONFIG_FILE: join(folder, 'config'),
        AWS_ACCESS_KEY_ID: undefined,
        AWS_SECRET_ACCESS_KEY: undefined,
        AWS_PROFILE: undefined,
      });
      const fake = await bedrock({
        keys: { accessKeyId: 'AKWORK', secretAccessKey: 'WORKSECRET' },
      });

      const { over } = listenTo(bedrockChannel({ baseUrl: fake.url, profile: 'work' }));

      expect(await over).toBe('completed');
    });

    it('with what its container is given, and asks again when that is too old', async () => {
      const given = await containerCredentials();
      let newest = 0;
      const fake = await bedrock({ keys: () => given[newest] ?? keys });
      const channel = bedrockChannel({ baseUrl: fake.url });

      expect(await listenTo(channel).over).toBe('completed');
      expect(await listenTo(channel).over).toBe('completed');
      expect(given).toHaveLength(1);
      newest = 1;
      const { heads, over } = listenTo(channel);
      expect(await over).toBe('completed');

      expect(given).toHaveLength(2);
      expect(heads).toHaveLength(1);
      expect(fake.calls).toHaveLength(4);
    });

    it('but never asks twice once an answer has begun', async () => {
      const given = await containerCredentials();
      const fake = await bedrock(
        { keys: () => given[0] ?? keys },
        streamsFrames(
          joined([
            toEventStream(greeting.slice(0, 3)),
            exceptionFrame('ExpiredTokenException', { message: 'Too old.' }),
          ]),
        ),
      );

      const { events, over } = listenTo(bedrockChannel({ baseUrl: fake.url }));

      expect(await over).toMatchObject({ type: 'ExpiredTokenException' });
      expect(events).toEqual(greeting.slice(0, 3));
      expect(fake.calls).toHaveLength(1);
    });

    it('or says that there is nothing to sign with, which is no fault of the client', async () => {
      setEnvironment({
        AWS_ACCESS_KEY_ID: undefined,
        AWS_SECRET_ACCESS_KEY: undefined,
        AWS_PROFILE: undefined,
        AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
        AWS_CONFIG_FILE: '/nowhere',
        AWS_EC2_METADATA_DISABLED: 'true',
      });

      const { over } = listenTo(bedrockChannel({ baseUrl: 'http://127.0.0.1:9' }));

      expect(await over).toMatchObject({
        code: 'ERR_RELAY_CONNECTION',
        message: 'The credentials of this relay could not be had.',
      });
    });
  });

  describe('counts tokens', () => {
    const counted = (channel: Channel, more: Partial<ClaudeRequest> = {}): Promise<unknown> =>
      new Promise((resolve) => {
        const body = without({ ...anyBody, ...more }, ['max_tokens', 'stream']);
        channel
          .countTokens?.({
            body: body as ClaudeRequest,
            betas: [],
            headers: {},
            demand$: of(true),
            onHead: () => undefined,
          })
          .subscribe({ next: resolve, error: resolve });
      });

    it('for the model behind a profile, with a signature', async () => {
      const fake = await bedrock({ keys });
      const channel = bedrockChannel({ baseUrl: fake.url, credentials: keys });

      expect(await counted(channel, { model: 'claude-haiku-4-5' })).toBeGreaterThan(1);
      expect((await fake.call()).path).toBe(
        '/model/anthropic.claude-haiku-4-5-20251001-v1%3A0/count-tokens',
      );
    });

    it('and hears that a model cannot be counted for', async () => {
      const { channel } = await channelTo(greets);

      expect(await counted(channel, { model: 'amazon.nova-pro-v1:0' })).toMatchObject({
        code: 'ERR_RELAY_UPSTREAM',
        status: 400,
        type: 'ValidationException',
        message: "The provided model doesn't support counting tokens.",
      });
    });

    it('once more with fresh keys when those at hand are too old', async () => {
      const given = await containerCredentials();
      const fake = await bedrock({ keys: () => given[1] ?? keys });

      expect(await counted(bedrockChannel({ baseUrl: fake.url }))).toBeGreaterThan(1);
      expect(given).toHaveLength(2);
    });

    it("in Anthropic's form where it is asked in that", async () => {
      for (const [surface, model] of [
        ['platform', 'claude-opus-5'],
        ['mantle', 'anthropic.claude-opus-5'],
      ] as const) {
        const fake = await bedrock(bearer, scripts.answers(200, { input_tokens: 7 }));
        const channel = bedrockChannel({
          baseUrl: fake.url,
          surface,
          workspaceId: 'w1',
          ...bearer,
        });

        expect(await counted(channel)).toBe(7);
        const { path, headers, body } = await fake.call();
        expect(path).toBe('/v1/messages/count_tokens');
        expect(headers.accept).toBe('application/json');
        expect(body).toEqual({ model, messages: anyBody.messages });
      }
    });

    it.each([
      ['what is no count', scripts.answers(200, { tokens: 7 }), 'ERR_RELAY_PROTOCOL'],
      ['what is no JSON', scripts.answers(200, 'seven'), 'ERR_RELAY_PROTOCOL'],
      ['a cut answer', scripts.answers(200, '{"inputTok', asJson), 'ERR_RELAY_PROTOCOL'],
      ['a connection that breaks', scripts.resets(), 'ERR_RELAY_CONNECTION'],
      ['an error', scripts.answers(200, { error: { message: 'No' } }), 'ERR_RELAY_UPSTREAM'],
    ])('and says of %s what it is', async (_, script, code) => {
      const fake = await fakeClaude(script);
      running.push(fake);

      expect(await counted(bedrockChannel({ baseUrl: fake.url, ...bearer }))).toMatchObject({
        code,
      });
    });
  });

  describe('asks the platform', () => {
    it("in Anthropic's own form, for a workspace", async () => {
      const fake = await bedrock(
        { ...bearer, service: 'aws-external-anthropic' },
        scripts.says(greeting),
      );
      const channel = bedrockChannel({
        baseUrl: fake.url,
        surface: 'platform',
        workspaceId: 'wrkspc_1',
        ...bearer,
      });
      const body = { ...anyBody, service_tier: 'auto' };

      const { events, over } = listenTo(channel, { body });

      expect(await over).toBe('completed');
      expect(events).toEqual(greeting);
      const call = await fake.call();
      expect(call.path).toBe('/v1/messages');
      expect(call.body).toEqual(body);
      expect(call.headers).toMatchObject({
        'x-api-key': 'bedrock-key',
        'anthropic-workspace-id': 'wrkspc_1',
        'anthropic-version': '2023-06-01',
      });
      expect(call.headers.authorization).toBeUndefined();
    });

    it('with a signature', async () => {
      const fake = await bedrock(
        { keys, service: 'aws-external-anthropic' },
        scripts.says(greeting),
      );
      const channel = bedrockChannel({ baseUrl: fake.url, surface: 'platform', credentials: keys });

      expect(await listenTo(channel).over).toBe('completed');
    });
  });

  describe('hears', () => {
    it('the same as from Anthropic, however the frames are cut', async () => {
      const bytes = toEventStream(greeting, { padding: 3 });
      for (const pieceBytes of [1, 7, 100, bytes.length]) {
        const { channel } = await channelTo(streamsFrames(bytes, pieceBytes));

        const { events, heads, over } = listenTo(channel);

        expect(await over).toBe('completed');
        expect(events).toEqual(greeting);
        expect(heads).toHaveLength(1);
      }
    });

    it('an exception in the stream after what came before it', async () => {
      const { channel } = await channelTo(
        streamsFrames(
          joined([
            toEventStream(greeting.slice(0, 3)),
            exceptionFrame('serviceUnavailableException', { message: 'Later.' }),
          ]),
        ),
      );

      const { events, over } = listenTo(channel);

      expect(await over).toMatchObject({
        code: 'ERR_RELAY_UPSTREAM',
        type: 'serviceUnavailableException',
        message: 'Later.',
      });
      expect(events).toEqual(greeting.slice(0, 3));
    });

    it('a damaged frame as a broken protocol, and hangs up', async () => {
      const bytes = toEventStream(greeting);
      const { fake, channel } = await channelTo(async (reply, call) => {
        await streamsFrames(damaged(bytes, bytes.length - 20), 50)(reply, call);
        await reply.hang();
      });

      const { events, over } = listenTo(channel);

      expect(await over).toMatchObject({ code: 'ERR_RELAY_PROTOCOL', reason: 'invalid' });
      expect(events).toEqual(greeting.slice(0, -1));
      expect(await (await fake.call()).closed).not.toBe('answered');
    });

    it('an error answer in the words of AWS', async () => {
      const { channel } = await channelTo(
        scripts.answers(
          429,
          { message: 'Too many tokens.' },
          { 'x-amzn-errortype': 'ThrottlingException:http://internal.amazon.com/' },
        ),
      );

      expect(await listenTo(channel).over).toMatchObject({
        status: 429,
        type: 'ThrottlingException',
        message: 'Too many tokens.',
      });
    });
  });

  it('says how it would ask, and asks nobody', async () => {
    const { fake, channel } = await channelTo(greets, { betas: ['own'] });
    const image = {
      type: 'image' as const,
      source: { type: 'url' as const, url: 'https://a.example/' },
    };
    const messages = [{ role: 'user' as const, content: [image] }];

    expect(channel.describe?.({ body: { ...anyBody, messages }, betas: [], headers: {} })).toEqual({
      url: `${fake.url}/model/global.anthropic.claude-opus-5/invoke-with-response-stream`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/vnd.amazon.eventstream',
      },
      body: {
        anthropic_version: 'bedrock-2023-05-31',
        anthropic_beta: ['own'],
        max_tokens: 10,
        messages,
      },
    });
    expect(fake.calls).toHaveLength(0);
  });

  it('leaves midway', async () => {
    const { fake, channel } = await channelTo(async (reply, call) => {
      await streamsFrames(toEventStream(greeting.slice(0, 3)))(reply, call);
      await reply.hang();
    });

    const { events, leave } = listenTo(channel);
    await until(() => events.length === 3);
    leave();

    expect(await (await fake.call()).closed).toBe('left');
  });

  it('lists the models it knows, or was told', async () => {
    const own = [{ id: 'claude-x', created: 1, ownedBy: 'me' }];

    expect(
      (await firstValueFrom(bedrockChannel().models(), { defaultValue: [] })).map(({ id }) => id),
    ).toContain('claude-opus-5');
    expect(
      await firstValueFrom(bedrockChannel({ models: own }).models(), { defaultValue: [] }),
    ).toEqual(own);
  });
});
