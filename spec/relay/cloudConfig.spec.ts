import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/relay/config.ts';
import { ConfigError } from '../../src/relay/ConfigError.ts';
import { openChannel } from '../../src/relay/openChannel.ts';

const file = (text: string) => ({ name: 'relay.yaml', text });

function problemsOf(...asked: Parameters<typeof readConfig>): readonly string[] {
  try {
    readConfig(...asked);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  describe('for Bedrock', () => {
    it("reads the variables of AWS's and Anthropic's own SDKs", () => {
      const { channel, relay } = readConfig({
        env: {
          MARBLEGATE_CHANNEL: 'bedrock',
          ANTHROPIC_BEDROCK_BASE_URL: 'http://localhost:9000',
          AWS_DEFAULT_REGION: 'eu-west-1',
          AWS_REGION: 'eu-central-1',
          AWS_BEARER_TOKEN_BEDROCK: 'bedrock-key',
          AWS_ACCESS_KEY_ID: 'AKID',
          AWS_SECRET_ACCESS_KEY: 'SECRET',
          AWS_SESSION_TOKEN: 'TOKEN',
          AWS_PROFILE: 'work',
          ANTHROPIC_BETA: 'b1,b2',
          UPSTREAM_IDLE_MS: '1000',
          MAX_EVENT_BYTES: '2048',
        },
      });

      expect(channel).toEqual({
        name: 'bedrock',
        options: {
          baseUrl: 'http://localhost:9000',
          region: 'eu-central-1',
          apiKey: 'bedrock-key',
          credentials: { accessKeyId: 'AKID', secretAccessKey: 'SECRET', sessionToken: 'TOKEN' },
          profile: 'work',
          betas: ['b1', 'b2'],
          idleMs: 1000,
          maxEventBytes: 2048,
        },
      });
      expect(relay.request).toEqual({ upstream: 'bedrock', urlSources: true });
      expect(openChannel(channel).name).toBe('bedrock');
    });

    it('needs no more than to be named: credentials are found later', () => {
      expect(readConfig({ env: { MARBLEGATE_CHANNEL: 'bedrock' } }).channel).toEqual({
        name: 'bedrock',
        options: {},
      });
    });

    it('is not chosen for variables that are there for other programs', () => {
      const env = { AWS_ACCESS_KEY_ID: 'AKID', CLOUD_ML_REGION: 'us-east5' };

      expect(readConfig({ env }).channel.name).toBe('replay');
    });

    it('reads a file', () => {
      const { channel, relay } = readConfig({
        env: {},
        file: file(`
channel: bedrock
bedrock:
  region: us-west-2
  apiKey: bedrock-key
  modelPrefix: ''
  modelIds: { claude-opus-5: 'arn:aws:bedrock:us-west-2:1:inference-profile/x' }
  version: '2026-10-21'
  fetchUrls: { maxBytes: 1000000, allowHttp: true }
`),
      });

      expect(channel.options).toEqual({
        region: 'us-west-2',
        apiKey: 'bedrock-key',
        modelPrefix: '',
        modelIds: { 'claude-opus-5': 'arn:aws:bedrock:us-west-2:1:inference-profile/x' },
        version: '2026-10-21',
        fetchMedia: { maxBytes: 1_000_000, allowHttp: true },
      });
      expect(relay.request).toMatchObject({ apiVersion: '2026-10-21' });
    });

    it('refuses URLs of images where fetching is switched off, unless told otherwise', () => {
      const off = 'channel: bedrock\nbedrock: { fetchUrls: false }\n';
      const read = (text: string) => readConfig({ env: {}, file: file(text) });

      expect(read(off).channel.options).toEqual({ fetchMedia: false });
      expect(read(off).relay.request).toMatchObject({ urlSources: false });
      expect(read(`${off}urlSources: true\n`).relay.request).toMatchObject({ urlSources: true });
    });

    it("converts for Anthropic's own platform as for Anthropic", () => {
      const { channel, relay } = readConfig({
        env: {
          MARBLEGATE_CHANNEL: 'bedrock',
          ANTHROPIC_BEDROCK_BASE_URL: 'https://aws-external-anthropic.us-west-2.api.aws',
          ANTHROPIC_AWS_API_KEY: 'platform-key',
          ANTHROPIC_AWS_WORKSPACE_ID: 'wrkspc_1',
        },
      });

      expect(channel.options).toMatchObject({ apiKey: 'platform-key', workspaceId: 'wrkspc_1' });
      expect(relay.request).toEqual({ upstream: 'anthropic' });
    });
  });

  describe('for Vertex AI', () => {
    it("reads the variables of Google's and Anthropic's own SDKs", () => {
      const { channel, relay } = readConfig({
        env: {
          MARBLEGATE_CHANNEL: 'vertex',
          ANTHROPIC_VERTEX_BASE_URL: 'http://localhost:9000/v1',
          CLOUD_ML_REGION: 'us-east5',
          GOOGLE_CLOUD_PROJECT: 'other',
          ANTHROPIC_VERTEX_PROJECT_ID: 'p1',
          VERTEX_ACCESS_TOKEN: 'ya29.token',
        },
      });

      expect(channel).toEqual({
        name: 'vertex',
        options: {
          baseUrl: 'http://localhost:9000/v1',
          region: 'us-east5',
          projectId: 'p1',
          accessToken: 'ya29.token',
        },
      });
      expect(relay.request).toEqual({ upstream: 'vertex', urlSources: true });
      expect(openChannel(channel).name).toBe('vertex');
    });

    it("takes Google's own variables for the project", () => {
      const env = { MARBLEGATE_CHANNEL: 'vertex', GCLOUD_PROJECT: 'p0' };

      expect(readConfig({ env }).channel.options).toMatchObject({ projectId: 'p0' });
    });
  });

  it('reports every problem of a cloud at once, by the name it has where it was set', () => {
    const env = {
      CLOUD_ML_REGION: 'US East',
      ANTHROPIC_BEDROCK_BASE_URL: 'ftp://x',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_REGION: 'US_EAST_1',
    };
    const text = `
bedrock: { surface: convers, modelPrefix: global, regoin: x }
vertex: { fetchUrls: sometimes }
`;

    // On which line of the file it is, is not the matter here.
    const problems = problemsOf({ env, file: file(text) }).map((problem) =>
      problem.replace(/^(relay\.yaml):\d+/, '$1'),
    );
    expect(problems).toEqual([
      'ANTHROPIC_BEDROCK_BASE_URL: expected an http(s) URL',
      'AWS_REGION: expected a region, like us-east-1',
      expect.stringMatching(/^relay\.yaml: bedrock\.surface: /),
      'relay.yaml: bedrock.modelPrefix: expected a prefix like global. or nothing',
      'relay.yaml: bedrock.regoin: unknown setting: did you mean region?',
      'relay.yaml: vertex.fetchUrls: expected true, false, or maxBytes, timeoutMs and allowHttp',
      'CLOUD_ML_REGION: expected a region, like us-east-1',
    ]);
  });

  it.each<readonly [string, Record<string, string>, string]>([
    ['half a key', { AWS_ACCESS_KEY_ID: 'AKID' }, 'AWS_SECRET_ACCESS_KEY: is missing, AWS_ACCESS_KEY_ID alone is no key'],
    ['the other half', { AWS_SECRET_ACCESS_KEY: 'S' }, 'AWS_ACCESS_KEY_ID: is missing, AWS_SECRET_ACCESS_KEY alone is no key'],
    ['the platform without a workspace', { ANTHROPIC_BEDROCK_BASE_URL: 'https://aws-external-anthropic.us-west-2.api.aws' }, 'ANTHROPIC_AWS_WORKSPACE_ID: the Claude Platform on AWS needs a workspace'],
    ['two keys for one request', { MARBLEGATE_AUTH: 'passthrough', AWS_BEARER_TOKEN_BEDROCK: 'k' }, 'MARBLEGATE_AUTH: passthrough sends the keys of clients, yet the relay has a key of its own'],
  ])('refuses %s', (_, env, problem) => {
    expect(problemsOf({ env: { MARBLEGATE_CHANNEL: 'bedrock', ...env } })).toEqual([problem]);
  }); // prettier-ignore

  it('never says what a secret is', () => {
    const env = {
      MARBLEGATE_CHANNEL: 'bedrock',
      AWS_SECRET_ACCESS_KEY: 'hush-hush',
      VERTEX_ACCESS_TOKEN: 'hush-hush',
      PORT: 'x',
    };

    expect(problemsOf({ env }).join('\n')).not.toContain('hush-hush');
  });
});
