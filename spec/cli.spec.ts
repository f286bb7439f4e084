import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claude, toSse } from '../src/testing/index.ts';
import { ask, framesOf } from './support/ask.ts';
import { buildCli } from './support/buildCli.ts';
import { until } from './support/settled.ts';
import { eventStream, startUpstream, type Upstream } from './support/upstream.ts';

const { blockStop, message, text, textStart } = claude;
const greeting = message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0));

// Processes take their time to start on a busy machine.
jest.setTimeout(30_000);

/** Where the process under test is built to, and where it runs. */
let directory = '';

beforeAll(async () => {
  directory = await buildCli();
}, 30_000);

afterAll(() => rm(directory, { recursive: true, force: true }));

interface Process {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Settles with the exit code, or with the signal that ended it. */
  readonly exited: Promise<number | string | null>;
  /** Where it listens. */
  url(): Promise<string>;
}

const processes: Process[] = [];
const upstreams: Upstream[] = [];

afterEach(async () => {
  for (const { child, exited } of processes.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
  for (const upstream of upstreams.splice(0)) await upstream.close();
});

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Process {
  const child = spawn(process.execPath, [join(directory, 'dist', 'cli.js'), ...args], {
    cwd: directory,
    // The upstreams of these specs count requests.
    env: { PATH: process.env['PATH'], REFRESH_MODELS_MS: '0', ...env },
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const process_: Process = {
    child,
    output: () => output,
    exited: new Promise((resolve) => {
      child.once('close', (code, signal) => {
        resolve(code ?? signal);
      });
    }),
    async url() {
      await until(() => /http:\/\/[\d.:]+\d/.test(output));
      return /http:\/\/[\d.:]+\d/.exec(output)?.[0] ?? '';
    },
  };
  processes.push(process_);
  return process_;
}

describe('marblegate', () => {
  it('serves a replay without any setting, and shows how to see a tool call', async () => {
    const relay = run(['--port', '0']);
    const url = await relay.url();
    await until(() => relay.output().includes('curl'));
    const command =
      relay
        .output()
        .split('\n')
        .find((line) => line.startsWith('curl')) ?? '';
    const body = /-d '(.*)'$/.exec(command)?.[1];

    const stream = await (await ask(`${url}/v1/chat/completions`, { body }).answer).text();

    expect(command).toContain(`${url}/v1/chat/completions`);
    expect(stream).toContain('"name":"get_weather"');
    expect(framesOf(stream).at(-1)).toBe('[DONE]');
  });

  it('answers from Claude with a key, and keeps silent where told to', async () => {
    const upstream = await startUpstream((visit) => eventStream(visit).end(toSse(greeting)));
    upstreams.push(upstream);
    const relay = run(['serve', '--port', '0', '--host', '127.0.0.1'], {
      ANTHROPIC_API_KEY: 'sk-test',
      ANTHROPIC_BASE_URL: upstream.url,
    });

    const answer = await ask(`${await relay.url()}/v1/chat/completions`, {
      body: { model: 'claude-opus-5', messages: [{ role: 'user', content: 'Hi' }] },
    }).answer;

    expect(answer.status).toBe(200);
    expect((await upstream.visit()).headers['x-api-key']).toBe('sk-test');
    await until(() => relay.output().includes('"ending":"completed"'));
    expect(relay.output()).not.toContain('sk-test');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s lets a stream end, then exits with 0',
    async (signal) => {
      const upstream = await startUpstream((visit) => {
        eventStream(visit, toSse(greeting.slice(0, 3)));
      });
      upstreams.push(upstream);
      const relay = run(['--port', '0'], {
        ANTHROPIC_API_KEY: 'sk-test',
        ANTHROPIC_BASE_URL: upstream.url,
      });
      const url = await relay.url();
      const running = await ask(`${url}/v1/chat/completions`, {
        body: { model: 'claude-opus-5', stream: true, messages: [{ role: 'user', content: 'Hi' }] },
      }).answer;

      relay.child.kill(signal);
      await until(() => refuses(url));
      (await upstream.visit()).response.end(toSse(greeting.slice(3)));

      expect(framesOf(await running.text()).at(-1)).toBe('[DONE]');
      expect(await relay.exited).toBe(0);
    },
  );

  it('tells all problems of its settings and starts nothing', async () => {
    const relay = run(['--port', 'eighty'], { LOG_LEVEL: 'loud', MARBLEGATE_CHANEL: 'x' });

    expect(await relay.exited).toBe(1);
    expect(relay.output()).toContain('3 problems');
    expect(relay.output()).toContain('PORT: ');
    expect(relay.output()).not.toContain('    at ');
  });

  it('reads a file with stages beside it', async () => {
    await writeFile(
      join(directory, 'shout.mjs'),
      `import { map } from 'rxjs';
      export default ({ to }) => () =>
        map((chunk) => JSON.parse(JSON.stringify(chunk).replace('Hello', to)));`,
    );
    await writeFile(
      join(directory, 'one.yaml'),
      'stages:\n  openai: [{ module: ./shout.mjs, options: { to: HELLO } }]\n',
    );
    const upstream = await startUpstream((visit) => eventStream(visit).end(toSse(greeting)));
    upstreams.push(upstream);
    const relay = run(['--config', 'one.yaml', '--port', '0'], {
      ANTHROPIC_API_KEY: 'sk-test',
      ANTHROPIC_BASE_URL: upstream.url,
    });

    const answer = await ask(`${await relay.url()}/v1/chat/completions`, {
      body: { model: 'claude-opus-5', messages: [{ role: 'user', content: 'Hi' }] },
    }).answer;

    expect(await answer.text()).toContain('HELLO');
  });

  it('checks a configuration without starting', async () => {
    await writeFile(join(directory, 'good.yaml'), 'port: 9000\n');
    await writeFile(join(directory, 'bad.yaml'), 'prot: 9000\nstages: { claude: [./none.mjs] }\n');

    const good = run(['check-config', '--config', 'good.yaml']);
    const bad = run(['check-config', '--config', 'bad.yaml']);
    const absent = run(['check-config', '--config', 'absent.yaml']);

    expect(await good.exited).toBe(0);
    expect(good.output()).toContain('127.0.0.1:9000');
    expect(await bad.exited).toBe(1);
    expect(bad.output()).toContain('prot: unknown setting: did you mean port?');
    expect(await absent.exited).toBe(1);
    expect(absent.output()).toContain('absent.yaml');
  });

  it('refreshes what it knows of models, and stops all the same', async () => {
    const upstream = await startUpstream(({ response }) => response.end('{"data":[]}'));
    upstreams.push(upstream);
    const relay = run(['--port', '0'], {
      ANTHROPIC_API_KEY: 'sk-test',
      ANTHROPIC_BASE_URL: upstream.url,
      REFRESH_MODELS_MS: '10',
    });
    await relay.url();

    expect((await upstream.visit(2)).path).toMatch(/^\/v1\/models\?/);
    relay.child.kill('SIGTERM');
    expect(await relay.exited).toBe(0);
  });

  describe('explain', () => {
    const request = JSON.stringify({
      model: 'claude-opus-5',
      seed: 7,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const env = { ANTHROPIC_API_KEY: 'sk-secret', ANTHROPIC_BASE_URL: 'https://example.org' };

    it('shows what a request would be sent as, and sends nothing', async () => {
      await writeFile(join(directory, 'request.json'), request);

      const explaining = run(['explain', 'request.json'], env);

      expect(await explaining.exited).toBe(0);
      expect(JSON.parse(explaining.output())).toMatchObject({
        request: {
          url: 'https://example.org/v1/messages',
          body: { model: 'claude-opus-5', messages: [{ role: 'user' }] },
        },
        warnings: ['dropped:seed'],
      });
      expect(explaining.output()).not.toContain('secret');
    });

    it('reads standard input', async () => {
      const explaining = run(['explain', '-'], env);
      explaining.child.stdin?.end(request);

      expect(await explaining.exited).toBe(0);
      expect(JSON.parse(explaining.output())).toMatchObject({ warnings: ['dropped:seed'] });
    });

    it.each([
      ['what is not JSON', '{', /not JSON/],
      [
        'what Claude would not get',
        '{"model":"claude-opus-5","messages":[],"n":2}',
        /messages|'n'/,
      ],
    ])('says what is wrong with %s', async (_, text, said) => {
      const explaining = run(['explain', '-'], env);
      explaining.child.stdin?.end(text);

      expect(await explaining.exited).toBe(1);
      expect(explaining.output()).toMatch(said);
      expect(explaining.output()).not.toContain('    at ');
    });
  });

  it('knows its version and its options', async () => {
    const version = run(['--version']);
    const help = run(['--help']);

    expect(await version.exited).toBe(0);
    expect(version.output()).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await help.exited).toBe(0);
    expect(help.output()).toMatch(/--config.*--port.*check-config/s);
  });
});

/** Whether nobody listens there any more; asked by connecting, in the background. */
const refused = new Set<string>();
function refuses(url: string): boolean {
  ask(`${url}/health`).answer.catch(() => refused.add(url));
  return refused.has(url);
}
