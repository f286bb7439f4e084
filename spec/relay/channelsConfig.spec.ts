import { describe, expect, it } from '@jest/globals';
import { readConfig, type ConfigSources } from '../../src/relay/config.ts';
import { ConfigError } from '../../src/relay/ConfigError.ts';

const sources = (text: string, others: Partial<ConfigSources> = {}): ConfigSources => ({
  env: {},
  file: { name: 'relay.yaml', text },
  ...others,
});

/** Everything wrong with some settings. */
function problemsOf(given: ConfigSources): readonly string[] {
  try {
    readConfig(given);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('a list of channels', () => {
  it('names channels of any kind, and when each is asked', () => {
    const { channel, routing, relay } = readConfig(
      sources(
        `
upstreamIdleMs: 9000
upstreamRetries: 2
routing: { rateLimited: next, coolDownMs: 100 }
aliases: { best: claude-opus-5 }
channels:
  - kind: anthropic
    name: own
    apiKey: \${OWN_KEY}
    models: ["claude-*"]
    aliases: { gpt-4.1: claude-sonnet-5-5 }
    modelIds: { claude-opus-5: vendor/opus }
    weight: 3
    firstEventMs: 5000
    maxConcurrent: 10
    headers: { x-team: blue }
  - kind: bedrock
    apiKey: \${file:bedrock.key}
    region: eu-west-1
    modelIds: { claude-opus-5: eu.opus }
    priority: 1
    idleMs: 1000
  - kind: replay
    paceMs: 1
    priority: 2
`,
        {
          env: { OWN_KEY: 'sk-own' },
          readSecret: (path) => (path === 'bedrock.key' ? 'aws-key\n' : ''),
        },
      ),
    );

    expect(channel).toEqual({
      name: 'many',
      options: [
        {
          name: 'own',
          models: ['claude-*'],
          modelIds: { 'claude-opus-5': 'vendor/opus' },
          weight: 3,
          firstEventMs: 5000,
          maxConcurrent: 10,
          headers: { 'x-team': 'blue' },
          conversion: { upstream: 'anthropic' },
          channel: { name: 'anthropic', options: { apiKey: 'sk-own', idleMs: 9000 } },
        },
        {
          name: 'bedrock',
          priority: 1,
          firstEventMs: 60_000,
          conversion: { upstream: 'bedrock', urlSources: true },
          channel: {
            name: 'bedrock',
            options: {
              apiKey: 'aws-key',
              region: 'eu-west-1',
              modelIds: { 'claude-opus-5': 'eu.opus' },
              idleMs: 1000,
            },
          },
        },
        {
          name: 'replay',
          priority: 2,
          firstEventMs: 60_000,
          conversion: { upstream: 'replay' },
          channel: { name: 'replay', options: { paceMs: 1, idleMs: 9000 } },
        },
      ],
    });
    expect(routing).toEqual({ rateLimited: 'next', coolDownMs: 100, retries: 2 });
    expect(relay.request).toEqual({
      aliases: { 'gpt-4.1': 'claude-sonnet-5-5', best: 'claude-opus-5' },
    });
  });

  it('is refused with every problem and its line', () => {
    expect(
      problemsOf(
        sources(`
channels:
  - kind: anthropic
    apikey: sk-1
    weight: -1
  - kind: gemini
  - name: nameless
    region: x
  - kind: vertex
    projectId: p
    apiKey: \${NOT_THERE}
    headers:
      X-Team: blue
routing:
  coolDown: 5
`),
      ),
    ).toEqual([
      'relay.yaml:11: channels.3.apiKey: ${NOT_THERE} is not set in the environment',
      expect.stringMatching(/^relay\.yaml:5: channels\.0\.weight: .*>=0/),
      'relay.yaml:4: channels.0.apikey: unknown setting: did you mean apiKey?',
      expect.stringMatching(/^relay\.yaml:6: channels\.1\.kind: /),
      expect.stringMatching(/^relay\.yaml:7: channels\.2\.kind: /),
      expect.stringMatching(/^relay\.yaml:13: channels\.3\.headers\.X-Team: /),
      'relay.yaml:11: channels.3.apiKey: unknown setting',
      'relay.yaml:15: routing.coolDown: unknown setting: did you mean coolDownMs?',
      'relay.yaml:3: channels.0: an anthropic channel needs an apiKey or an authToken',
    ]);
  });

  it('is refused where its parts do not fit together', () => {
    expect(
      problemsOf(
        sources(`
channel: anthropic
channels:
  - kind: anthropic
    aliases: { fast: claude-haiku-4-5 }
  - kind: anthropic
    apiKey: sk-1
    aliases: { fast: claude-sonnet-5-5 }
  - kind: bedrock
    accessKeyId: AKIA
`),
      ),
    ).toEqual([
      'relay.yaml:4: channels.0: an anthropic channel needs an apiKey or an authToken',
      'relay.yaml:6: channels.1.name: there is another channel called anthropic',
      'relay.yaml:8: channels.1.aliases.fast: another channel has it for claude-haiku-4-5',
      'relay.yaml:9: channels.2: AWS_SECRET_ACCESS_KEY: is missing, AWS_ACCESS_KEY_ID alone is no key',
      'relay.yaml:2: channel: there is a list of channels, so none can be chosen',
    ]);
  });

  it('is told what does not fit together whatever else is wrong', () => {
    expect(
      problemsOf(
        sources(`
channels:
  - { name: a, kind: anthropic, apiKey: 7 }
  - { name: a, kind: nobodys }
  - kind: vertex
    priority: high
    aliases: 7
  - { name: 7, kind: bedrock, accessKeyId: AKIA }
  - 7
`),
      ),
    ).toEqual([
      expect.stringMatching(/^relay\.yaml:3: channels\.0\.apiKey: /),
      expect.stringMatching(/^relay\.yaml:4: channels\.1\.kind: /),
      expect.stringMatching(/^relay\.yaml:7: channels\.2\.aliases: /),
      expect.stringMatching(/^relay\.yaml:6: channels\.2\.priority: /),
      expect.stringMatching(/^relay\.yaml:8: channels\.3\.name: /),
      expect.stringMatching(/^relay\.yaml:9: channels\.4: /),
      'relay.yaml:4: channels.1.name: there is another channel called a',
      'relay.yaml:5: channels.2: ANTHROPIC_VERTEX_PROJECT_ID: the vertex channel needs a project',
      'relay.yaml:8: channels.3: AWS_SECRET_ACCESS_KEY: is missing, AWS_ACCESS_KEY_ID alone is no key',
    ]);
  });

  it('has no headers that would break every request', () => {
    expect(
      problemsOf(
        sources(`
channels:
  - kind: replay
    headers: { X-Team: blue, content-length: '3', x-one: "a\\nb", x-two: "\u2713", x-ok: "é b" }
`),
      ),
    ).toEqual([
      'relay.yaml:4: channels.0.headers.X-Team: expected a lower-case name',
      'relay.yaml:4: channels.0.headers.content-length: is said by the connection itself',
      'relay.yaml:4: channels.0.headers.x-one: expected one line of letters that headers have',
      'relay.yaml:4: channels.0.headers.x-two: expected one line of letters that headers have',
    ]);
  });

  it('says when a secret cannot be read, and never what it is', () => {
    const text = 'channels:\n  - kind: anthropic\n    apiKey: ${file:key}\n    weight: heavy\n';
    const unreadable = (): never => {
      throw new Error('no such file');
    };

    expect(problemsOf(sources(text, { readSecret: unreadable }))[0]).toBe(
      'relay.yaml:3: channels.0.apiKey: ${file:key} cannot be read: no such file',
    );
    expect(problemsOf(sources(text, { readSecret: () => 'sk-secret' })).join()).not.toContain(
      'sk-secret',
    );
  });
});
