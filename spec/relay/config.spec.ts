import { availableParallelism } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { type ConfigSources, readConfig } from '../../src/relay/config.ts';
import { ConfigError } from '../../src/relay/ConfigError.ts';

const file = (text: string): NonNullable<ConfigSources['file']> => ({
  name: 'marblegate.yaml',
  text,
});

/** Everything wrong with some settings. */
function problemsOf(sources: ConfigSources): readonly string[] {
  try {
    readConfig(sources);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('readConfig', () => {
  it('needs nothing: without a key the replay answers, on this machine only', () => {
    expect(readConfig({ env: {} })).toEqual({
      host: '127.0.0.1',
      port: 8787,
      logLevel: 'info',
      drainMs: 30_000,
      workers: 1,
      channel: { name: 'replay', options: {} },
      routing: {},
      stages: { claude: [], openai: [] },
      turnMemory: {},
      relay: { refreshModelsMs: 600_000, request: { upstream: 'replay' } },
    });
  });

  it('takes a key as the wish to use it', () => {
    expect(readConfig({ env: { ANTHROPIC_API_KEY: 'sk-1' } }).channel).toEqual({
      name: 'anthropic',
      options: { apiKey: 'sk-1' },
    });
    expect(readConfig({ env: { ANTHROPIC_AUTH_TOKEN: 't' } }).channel.name).toBe('anthropic');
    expect(
      readConfig({ env: { ANTHROPIC_API_KEY: 'sk-1', MARBLEGATE_CHANNEL: 'replay' } }).channel.name,
    ).toBe('replay');
  });

  it('reads every variable', () => {
    expect(
      readConfig({
        env: {
          HOST: '127.0.0.2',
          PORT: '9000',
          LOG_LEVEL: 'debug',
          DRAIN_MS: '5000',
          MARBLEGATE_WORKERS: '3',
          MARBLEGATE_KEYS: 'relay-key-1, relay-key-2',
          ANTHROPIC_API_KEY: 'sk-1',
          ANTHROPIC_BASE_URL: 'http://localhost:1',
          ANTHROPIC_BETA: 'one,two',
          ANTHROPIC_VERSION: '2023-06-01',
          KEEPALIVE_MS: '1000',
          UPSTREAM_IDLE_MS: '2000',
          WRITE_STALL_MS: '3000',
          MAX_EVENT_BYTES: '4096',
          MAX_BODY_BYTES: '8192',
          AUTO_CACHE: 'false',
          REFRESH_MODELS_MS: '0',
          MARBLEGATE_TURN_MEMORY: 'redis',
          MARBLEGATE_TURN_MEMORY_BYTES: '1000000',
          MARBLEGATE_TURN_MEMORY_TTL_MS: '60000',
          MARBLEGATE_REDIS_URL: 'redis://localhost:6379/1',
          MARBLEGATE_CONFIG: 'read by the command line',
          PATH: 'none of our business',
        },
      }),
    ).toEqual({
      host: '127.0.0.2',
      port: 9000,
      logLevel: 'debug',
      drainMs: 5000,
      workers: 3,
      channel: {
        name: 'anthropic',
        options: {
          apiKey: 'sk-1',
          baseUrl: 'http://localhost:1',
          betas: ['one', 'two'],
          version: '2023-06-01',
          idleMs: 2000,
          maxEventBytes: 4096,
        },
      },
      routing: {},
      stages: { claude: [], openai: [] },
      turnMemory: {
        store: 'redis',
        maxBytes: 1_000_000,
        ttlMs: 60_000,
        url: 'redis://localhost:6379/1',
      },
      relay: {
        refreshModelsMs: 0,
        keys: ['relay-key-1', 'relay-key-2'],
        keepAliveMs: 1000,
        writeStallMs: 3000,
        maxBodyBytes: 8192,
        request: { autoCache: false, upstream: 'anthropic', apiVersion: '2023-06-01' },
      },
    });
  });

  it('reads a file, in which variables may stand for secrets, and lets the environment win', () => {
    const config = readConfig({
      env: { CLAUDE_KEY: 'sk-from-env', PORT: '9001' },
      file: file(`
        port: 9000
        keepAliveMs: 500
        anthropic:
          apiKey: \${CLAUDE_KEY}
          betas: [one]
        aliases:
          gpt-4o: claude-opus-5
        stages:
          openai: [./redact.js]
      `),
    });

    expect(config).toMatchObject({
      port: 9001,
      channel: { name: 'anthropic', options: { apiKey: 'sk-from-env', betas: ['one'] } },
      stages: { claude: [], openai: ['./redact.js'] },
      relay: { keepAliveMs: 500, request: { aliases: { 'gpt-4o': 'claude-opus-5' } } },
    });
  });

  it('takes what it should know of models, and ends of their names', () => {
    const { relay } = readConfig({
      env: {},
      file: file(`
        models:
          claude-opus-5: { structured: false, thinking: { modes: [adaptive], default: on } }
          mine: { contextWindow: 8192, efforts: [low, high] }
        suffixes: { "-low": low }
      `),
    });

    expect(relay.models).toEqual({
      'claude-opus-5': { structured: false, thinking: { modes: ['adaptive'], default: 'on' } },
      mine: { contextWindow: 8192, efforts: ['low', 'high'] },
    });
    expect(relay.request?.suffixes).toEqual({ '-low': 'low' });
    expect(
      problemsOf({
        env: {},
        file: file(`
          models: { mine: { contextwindow: 1, maxOutput: 0, thinking: { modes: [deep] } } }
          suffixes: { "-low": lowest }
          turnMemory: { store: disk, url: "http://localhost" }
        `),
      }),
    ).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/models\.mine\.contextwindow: unknown setting/),
        expect.stringMatching(/models\.mine\.maxOutput: /),
        expect.stringMatching(/models\.mine\.thinking\.modes\.0: /),
        expect.stringMatching(/models\.mine\.thinking\.default: /),
        expect.stringMatching(/suffixes\.-low: /),
        expect.stringMatching(/turnMemory\.store: /),
        'marblegate.yaml:4: turnMemory.url: expected a redis(s) URL',
      ]),
    );
  });

  it('takes an empty variable and an empty file for nothing', () => {
    expect(
      readConfig({ env: { PORT: '', ANTHROPIC_API_KEY: ' ' }, file: file('# later\n') }),
    ).toEqual(readConfig({ env: {} }));
  });

  it('reports every problem at once, by the name it has where it was set', () => {
    expect(
      problemsOf({
        env: {
          PORT: 'eighty',
          LOG_LEVEL: 'loud',
          AUTO_CACHE: 'perhaps',
          MARBLEGATE_CHANEL: 'replay',
          ANTHROPIC_BASE_URL: 'localhost',
        },
        file: file(`
          keepaliveMs: 5
          drainMs: -1
          anthropic: { apikey: x }
          replay:
            paceMs: \${PACE}
        `),
      }),
    ).toEqual([
      'marblegate.yaml:6: replay.paceMs: ${PACE} is not set in the environment',
      'MARBLEGATE_CHANEL: unknown variable: did you mean MARBLEGATE_CHANNEL?',
      expect.stringMatching(/^PORT: expected number, received string$/),
      expect.stringMatching(/^LOG_LEVEL: .*"silent"/),
      expect.stringMatching(/^marblegate\.yaml:3: drainMs: .*>=0/),
      'AUTO_CACHE: expected true, false or auto',
      'ANTHROPIC_BASE_URL: expected an http(s) URL',
      'marblegate.yaml:4: anthropic.apikey: unknown setting: did you mean apiKey?',
      expect.stringMatching(/^marblegate\.yaml:6: replay\.paceMs: expected number/),
      'marblegate.yaml:2: keepaliveMs: unknown setting: did you mean keepAliveMs?',
    ]);
  });

  it('takes as many workers as there is room for, or the number that is said', () => {
    expect(readConfig({ env: {}, file: file('workers: 4') }).workers).toBe(4);
    expect(readConfig({ env: {}, file: file('workers: auto') }).workers).toBe(
      availableParallelism(),
    );
    expect(readConfig({ env: { MARBLEGATE_WORKERS: 'auto' } }).workers).toBe(
      availableParallelism(),
    );
    expect(
      ['0', '513', '1.5', 'several'].map((said) =>
        problemsOf({ env: {}, file: file(`port: 1\nworkers: ${said}`) }),
      ),
    ).toEqual(
      Array(4).fill(['marblegate.yaml:2: workers: expected a number from 1 to 512, or auto']),
    );
  });

  it('is plain data, which a process can send to another', () => {
    const config = readConfig({
      env: { MARBLEGATE_KEYS: 'relay-key-1', MARBLEGATE_RECORD: 'captures' },
      file: file(`
        channels:
          - { kind: anthropic, apiKey: sk-1, models: ['claude-*'], aliases: { gpt-4o: claude-x } }
          - { kind: bedrock, region: us-east-1, fetchUrls: { maxBytes: 2048 } }
          - { kind: vertex, region: global, projectId: p }
        models: { claude-x: { contextWindow: 1000 } }
        stages: { openai: [{ module: meter, options: { file: m.jsonl } }] }
        suffixes: { ':think': high }
      `),
    });

    expect(JSON.parse(JSON.stringify(config))).toEqual(config);
  });

  it('does not wait with what contradicts what until every shape is right', () => {
    const text = 'port: no\nchannel: vertex\nvertex:\nturnMemory: { store: redis }\nhost: 0.0.0.0';

    expect(problemsOf({ env: {}, file: file(text) })).toEqual([
      expect.stringMatching(/^marblegate\.yaml:1: port: /),
      expect.stringMatching(/^marblegate\.yaml:3: vertex: /),
      expect.stringMatching(/^ANTHROPIC_VERTEX_PROJECT_ID: /),
      expect.stringMatching(/^turnMemory\.url: /),
      expect.stringMatching(/^HOST: 0\.0\.0\.0 can be reached/),
    ]);
  });

  it('survives any value in any place', () => {
    for (const value of ['null', '7', 'x', '[]', '[7]', '{}', '{ a: 7 }', '[{ kind: null }]']) {
      for (const name of ['host', 'keys', 'channel', 'channels', 'aliases', 'record', 'bedrock']) {
        const text = `${name}: ${value}\nupstreamIdleMs: x`;

        expect(problemsOf({ env: {}, file: file(text) })).toContainEqual(
          expect.stringMatching(/^marblegate\.yaml:2: upstreamIdleMs: /),
        );
      }
    }
  });

  it('refuses what repeats itself without end', () => {
    expect(problemsOf({ env: {}, file: file('port: 1\nkeys: &a [x, *a]') })).toContainEqual(
      'marblegate.yaml:2: keys.1: is in itself, without end',
    );
    const doubled = ['a: &a0 [x]'];
    for (let at = 1; at < 9; at += 1) doubled.push(`b${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]`);
    expect(problemsOf({ env: {}, file: file(doubled.join('\n')) })).toEqual([
      'marblegate.yaml: expected settings, one a line',
    ]);
  });

  it('says where a file is no YAML', () => {
    expect(problemsOf({ env: {}, file: file('port: [1') })).toEqual([
      expect.stringMatching(/^marblegate\.yaml:1: Flow sequence .* end with a \]$/),
    ]);
    expect(problemsOf({ env: {}, file: file('a: 1\n\na: 2\nb: 1\nb: 2') })).toEqual([
      'marblegate.yaml:3: Map keys must be unique',
      'marblegate.yaml:5: Map keys must be unique',
    ]);
    expect(problemsOf({ env: {}, file: file('- a list') })).toEqual([
      'marblegate.yaml: expected settings, one a line',
    ]);
  });

  it('never says what a secret is', () => {
    const problems = problemsOf({
      env: { ANTHROPIC_API_KEY: 'sk-secret', MARBLEGATE_KEYS: 'short,sk', PORT: 'x' },
    });

    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toMatch(/sk-secret|short/);
  });

  describe('refuses what does not go together:', () => {
    it.each<[string, Record<string, string>, RegExp]>([
      ['a public address without keys', { HOST: '0.0.0.0' }, /^HOST: 0\.0\.0\.0 can be reached/],
      ['another one', { HOST: '::' }, /^HOST: ::/],
      ['keys that are wanted but not there', { MARBLEGATE_AUTH: 'keys' }, /^MARBLEGATE_KEYS: /],
      ['Claude without a key', { MARBLEGATE_CHANNEL: 'anthropic' }, /^ANTHROPIC_API_KEY: /],
      [
        'two keys for one request',
        { MARBLEGATE_AUTH: 'passthrough', ANTHROPIC_API_KEY: 'sk-1' },
        /^MARBLEGATE_AUTH: /,
      ],
      ['Redis nowhere', { MARBLEGATE_TURN_MEMORY: 'redis' }, /^turnMemory\.url: /],
      ['Vertex AI without a project', { MARBLEGATE_CHANNEL: 'vertex' }, /vertex channel/],
    ])('%s', (_, env, said) => {
      expect(problemsOf({ env })).toEqual([expect.stringMatching(said)]);
    });

    it.each<[string, Record<string, string>]>([
      ['keys', { HOST: '0.0.0.0', MARBLEGATE_KEYS: 'relay-key-1' }],
      ['a word that says so', { HOST: '0.0.0.0', MARBLEGATE_AUTH: 'none' }],
      ["the clients' own keys", { HOST: '0.0.0.0', MARBLEGATE_AUTH: 'passthrough' }],
      ['being on this machine', { HOST: 'localhost' }],
      ['being on this machine, by IPv6', { HOST: '::1' }],
    ])('but a relay may be open by %s', (_, env) => {
      expect(problemsOf({ env })).toEqual([]);
    });
  });
});
