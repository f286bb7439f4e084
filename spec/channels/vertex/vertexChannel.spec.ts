import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstValueFrom, from, of } from 'rxjs';
import { vertexChannel, type VertexOptions } from '../../../src/channels/vertex/vertexChannel.ts';
import type { ClaudeRequest } from '../../../src/claude/request.ts';
import { without } from '../../../src/convert/request/without.ts';
import {
  claude,
  type FakeClaude,
  fakeVertex,
  type Script,
  scripts,
} from '../../../src/testing/index.ts';
import { environment } from '../../support/environment.ts';
import { anyBody, listenTo } from '../../support/listenTo.ts';

const { blockStop, message, text, textStart } = claude;

const greeting = message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0));
const projectId = 'p1';

const running: { close(): unknown }[] = [];
const setEnvironment = environment();

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function vertex(
  token: string | (() => string) = 'ya29.good',
  script: Script = scripts.says(greeting),
): Promise<FakeClaude> {
  const fake = await fakeVertex({ token, projectId }, script);
  running.push(fake);
  return fake;
}

const channelTo = (fake: FakeClaude, options: Partial<VertexOptions> = {}) =>
  vertexChannel({ baseUrl: `${fake.url}/v1`, projectId, ...options });

/** Google's default credentials, told by a file, from a token service on this machine. */
async function tokenService(): Promise<{ readonly given: readonly string[] }> {
  const given: string[] = [];
  const server = createServer((_, response) => {
    given.push(`ya29.${given.length}`);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        access_token: given.at(-1),
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        token_type: 'Bearer',
        expires_in: 3600,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'marblegate-'));
  running.push({ close: () => server.close() }, { close: () => rm(folder, { recursive: true }) });
  await writeFile(join(folder, 'subject'), 'a subject token');
  await writeFile(
    join(folder, 'adc.json'),
    JSON.stringify({
      type: 'external_account',
      audience:
        '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
      credential_source: { file: join(folder, 'subject') },
      quota_project_id: 'payer',
    }),
  );
  setEnvironment({ GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'adc.json') });
  return { given };
}

describe('vertexChannel', () => {
  it('asks with the model in the address and the version in the body', async () => {
    const fake = await vertex();

    const { events, heads, over } = listenTo(
      channelTo(fake, { accessToken: 'ya29.good', region: 'us-east5', betas: ['own'] }),
      { body: { ...anyBody, model: 'claude-haiku-4-5' }, betas: ['needed'] },
    );

    expect(await over).toBe('completed');
    expect(events).toEqual(greeting);
    expect(heads).toHaveLength(1);
    const { path, headers, body } = await fake.call();
    expect(path).toBe(
      '/v1/projects/p1/locations/us-east5/publishers/anthropic/models/claude-haiku-4-5@20251001:streamRawPredict',
    );
    expect(body).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      max_tokens: 10,
      messages: anyBody.messages,
      stream: true,
    });
    expect(headers).toMatchObject({
      authorization: 'Bearer ya29.good',
      'anthropic-beta': 'own,needed',
      accept: 'text/event-stream',
    });
    expect(headers).not.toHaveProperty('anthropic-version');
  });

  it('asks for an answer in one piece where none is to be streamed', async () => {
    const fake = await vertex(
      undefined,
      scripts.answers(200, {
        id: 'msg_vrtx_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5',
        content: [{ type: 'text', text: 'Hi' }],
        stop_reason: 'end_turn',
      }),
    );

    const { over } = listenTo(channelTo(fake, { accessToken: 'ya29.good' }), {
      body: { ...anyBody, stream: false },
    });

    expect(await over).toBe('completed');
    const { path, body } = await fake.call();
    expect(path).toMatch(/\/global\/.*claude-opus-5:rawPredict$/);
    expect(body).toMatchObject({ stream: false });
  });

  it('refuses what Vertex AI cannot be asked, and takes what it can', async () => {
    const fake = await vertex();
    const channel = channelTo(fake, { accessToken: 'ya29.good' });
    const asking = (type: string) =>
      listenTo(channel, { body: { ...anyBody, tools: [{ type, name: 'web' }] } }).over;

    expect(await asking('web_fetch_20250910')).toMatchObject({ reason: 'unsupported_parameter' });
    expect(await asking('web_search_20250305')).toBe('completed');
    expect(fake.calls).toHaveLength(1);
  });

  it('tells a refused token as a fault of the relay, or of the client whose token it was', async () => {
    const fake = await vertex();

    expect(await listenTo(channelTo(fake, { accessToken: 'ya29.old' })).over).toMatchObject({
      status: 401,
      type: 'UNAUTHENTICATED',
      message: 'Request had invalid authentication credentials.',
      keyOf: 'relay',
    });
    expect(await listenTo(channelTo(fake), { clientKey: 'ya29.theirs' }).over).toMatchObject({
      keyOf: 'client',
    });
    expect(await listenTo(channelTo(fake), { clientKey: 'ya29.good' }).over).toBe('completed');
    expect(fake.calls).toHaveLength(3);
  });

  it("tells Google's other errors by their own words", async () => {
    const fake = await vertex();

    const { over } = listenTo(channelTo(fake, { accessToken: 'ya29.good', projectId: 'p2' }));

    expect(await over).toMatchObject({ status: 403, type: 'PERMISSION_DENIED' });
  });

  describe("with Google's default credentials", () => {
    it('asks for a token once, and says who pays', async () => {
      const { given } = await tokenService();
      const fake = await vertex('ya29.0');
      const channel = channelTo(fake);

      expect(await listenTo(channel).over).toBe('completed');

      expect(given).toHaveLength(1);
      expect((await fake.call()).headers['x-goog-user-project']).toBe('payer');
    });

    it('asks for a new token when the one at hand is refused, once', async () => {
      const { given } = await tokenService();
      let good = 'ya29.1';
      const fake = await vertex(() => good);
      const channel = channelTo(fake);

      const { heads, over } = listenTo(channel);
      expect(await over).toBe('completed');
      expect(heads).toHaveLength(1);
      expect(given).toHaveLength(2);
      expect(fake.calls).toHaveLength(2);

      good = 'ya29.never';
      expect(await listenTo(channel).over).toMatchObject({ status: 401, keyOf: 'relay' });
      expect(given).toHaveLength(3);
      expect(fake.calls).toHaveLength(4);
    });

    it('says that there are none, and looks again the next time', async () => {
      setEnvironment({ GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/adc.json' });
      const fake = await vertex('ya29.0');
      const channel = channelTo(fake);

      expect(await listenTo(channel).over).toMatchObject({
        code: 'ERR_RELAY_CONNECTION',
        message: 'The credentials of this relay could not be had.',
      });
      await tokenService();
      expect(await listenTo(channel).over).toBe('completed');
    });
  });

  it('lists the models it knows', async () => {
    const models = await firstValueFrom(vertexChannel({ projectId }).models(), {
      defaultValue: [],
    });

    expect(models.map(({ id }) => id)).toContain('claude-opus-5');
  });

  it('counts tokens at an address of its own, with the model in the body', async () => {
    const fake = await vertex();
    const body = without(anyBody, ['max_tokens', 'stream']);

    const counted$ = channelTo(fake, { accessToken: 'ya29.good', region: 'eu' }).countTokens?.({
      body: { ...body, model: 'claude-haiku-4-5' } as ClaudeRequest,
      betas: ['b1'],
      headers: {},
      demand$: of(true),
      onHead: () => undefined,
    });

    expect(await firstValueFrom(from(counted$ ?? []), { defaultValue: 0 })).toBeGreaterThan(1);
    const { path, headers, body: asked } = await fake.call();
    expect(path).toBe(
      '/v1/projects/p1/locations/eu/publishers/anthropic/models/count-tokens:rawPredict',
    );
    expect(headers).toMatchObject({ 'anthropic-beta': 'b1', accept: 'application/json' });
    expect(asked).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      model: 'claude-haiku-4-5@20251001',
      messages: anyBody.messages,
    });
  });

  it('hears an error that is told under a good status, in a list or not', async () => {
    const error = { code: 429, message: 'Quota exceeded.', status: 'RESOURCE_EXHAUSTED' };
    for (const said of [{ error }, [{ error }]]) {
      const fake = await vertex('ya29.good', scripts.answers(200, said));

      const { over } = listenTo(channelTo(fake, { accessToken: 'ya29.good' }));

      expect(await over).toMatchObject({
        code: 'ERR_RELAY_UPSTREAM',
        type: 'RESOURCE_EXHAUSTED',
        message: 'Quota exceeded.',
      });
    }
  });
});
