import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { claude, toSse } from '../../src/testing/index.ts';
import { ask, framesOf } from '../support/ask.ts';
import { buildCli } from '../support/buildCli.ts';
import { until } from '../support/settled.ts';
import { eventStream, startUpstream, type Upstream } from '../support/upstream.ts';

const { blockStop, message, text, textStart } = claude;
const greeting = message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0));

// Each spec starts three processes, on a machine that may be busy.
jest.setTimeout(60_000);

/** Where the process under test is built to, and where it runs. */
let directory = '';
const primaries: Primary[] = [];
const upstreams: Upstream[] = [];

beforeAll(async () => {
  directory = await buildCli();
}, 30_000);
afterEach(async () => {
  for (const { child, ended } of primaries.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const upstream of upstreams.splice(0)) await upstream.close();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Primary {
  readonly child: ChildProcess;
  output(): string;
  /** The lines of its log, those of its workers among them. */
  lines(): readonly LogLine[];
  url(): Promise<string>;
  /** The exit code or the signal, once its workers are gone as well: they share its output. */
  readonly ended: Promise<number | string | null>;
}

interface LogLine {
  readonly msg: string;
  readonly worker?: number;
  readonly pid?: number;
  readonly problem?: string;
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Primary {
  const child = spawn(process.execPath, [join(directory, 'dist', 'cli.js'), ...args], {
    cwd: directory,
    env: { PATH: process.env['PATH'], REFRESH_MODELS_MS: '0', ...env },
    // A process group of its own, as a terminal would give it.
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const primary: Primary = {
    child,
    output: () => output,
    lines: () =>
      output
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as LogLine),
    async url() {
      await until(() => / on http:\/\/\S+\/v1 /.test(output));
      return / on (http:\/\/\S+)\/v1 /.exec(output)?.[1] ?? '';
    },
    ended: new Promise((resolve) => {
      child.once('close', (code, signal) => {
        resolve(code ?? signal);
      });
    }),
  };
  primaries.push(primary);
  return primary;
}

/** Two workers in front of an upstream. */
async function serving(answer: Parameters<typeof startUpstream>[0], ...args: readonly string[]) {
  const upstream = await startUpstream(answer);
  upstreams.push(upstream);
  const primary = run(['--port', '0', '--workers', '2', ...args], {
    ANTHROPIC_API_KEY: 'sk-test',
    ANTHROPIC_BASE_URL: upstream.url,
  });
  return { upstream, primary, url: await primary.url() };
}

const question = { model: 'claude-opus-5', messages: [{ role: 'user', content: 'Hi' }] };

/** The processes that have answered so far, by their ids. */
const answered = ({ lines }: Primary): ReadonlySet<number | undefined> =>
  new Set(
    lines()
      .filter(({ msg }) => msg === 'request')
      .map(({ pid }) => pid),
  );

/** Asks until so many processes have answered; each answer must be right. */
async function untilAnswered(primary: Primary, url: string, processes: number): Promise<void> {
  while (answered(primary).size < processes) {
    const lines = primary.lines().length;
    const answer = await ask(`${url}/v1/models`).answer;
    await answer.text();
    expect(answer.status).toBe(200);
    await until(() => primary.lines().length > lines);
  }
}

describe('marblegate --workers', () => {
  it('answers with several processes on one port, and greets once', async () => {
    const primary = run(['--port', '0', '--workers', '2']);
    const url = await primary.url();

    await untilAnswered(primary, url, 2);

    const workers = primary.lines().flatMap(({ worker }) => worker ?? []);
    expect(new Set(workers)).toEqual(new Set([1, 2]));
    expect(answered(primary)).not.toContain(primary.child.pid);
    expect(primary.output().match(/serves OpenAI clients/g)).toHaveLength(1);
    expect(primary.output()).toContain('2 workers');
    expect(primary.output().match(/turnMemory\.store: redis/g)).toHaveLength(1);
  });

  it('is the process itself where there is one worker', async () => {
    const relay = run(['--port', '0', '--workers', '1']);
    const url = await relay.url();
    await (await ask(`${url}/v1/models`).answer).text();
    await until(() => relay.lines().length > 0);

    expect(relay.lines()[0]).not.toHaveProperty('worker');
    expect(relay.output()).not.toMatch(/workers|turnMemory/);
  });

  it('is set by the file or by a variable, and says nothing of turns that are shared or not kept', async () => {
    await writeFile(
      join(directory, 'two.yaml'),
      'port: 0\nworkers: 2\nturnMemory: { store: none }\n',
    );
    const byFile = run(['--config', 'two.yaml']);
    await byFile.url();
    const byVariable = run(['--port', '0'], { MARBLEGATE_WORKERS: '2' });
    await byVariable.url();

    expect(byFile.output()).toContain('2 workers');
    expect(byFile.output()).not.toContain('turnMemory');
    expect(byVariable.output()).toContain('2 workers');
  });

  it('replaces a worker that dies by one with the same settings, and goes on serving', async () => {
    await writeFile(join(directory, 'edited.yaml'), 'port: 0\nworkers: 2\n');
    const primary = run(['--config', 'edited.yaml']);
    const url = await primary.url();
    await untilAnswered(primary, url, 2);
    await writeFile(join(directory, 'edited.yaml'), 'port: none\n');
    const [victim = 0] = answered(primary);

    process.kill(victim, 'SIGKILL');
    await until(() => primary.lines().some(({ msg }) => msg === 'a worker ended'));
    await untilAnswered(primary, url, 3);

    expect(primary.lines().find(({ msg }) => msg === 'a worker ended')).toMatchObject({
      pid: victim,
      problem: expect.stringContaining('SIGKILL'),
    });
    expect(primary.output().match(/serves OpenAI clients/g)).toHaveLength(1);
  });

  it('replaces a worker that cannot start while another can', async () => {
    await writeFile(
      join(directory, 'first.mjs'),
      `import { mkdirSync } from 'node:fs';
      import { identity } from 'rxjs';
      let isFirst = true;
      try { mkdirSync('taken'); } catch { isFirst = false; }
      if (isFirst) throw new Error('the first one fails');
      export default () => () => identity;`,
    );
    await writeFile(
      join(directory, 'first.yaml'),
      'port: 0\nworkers: 2\nstages: { openai: [./first.mjs] }\n',
    );
    const primary = run(['--config', 'first.yaml']);

    await untilAnswered(primary, await primary.url(), 2);

    const ends = primary.lines().filter(({ msg }) => msg === 'a worker ended');
    expect(ends).toMatchObject([{ problem: expect.stringContaining('the first one fails') }]);
  });

  it.each<[string, NodeJS.Signals, (primary: Primary) => number]>([
    ['the primary', 'SIGTERM', ({ child }) => child.pid ?? 0],
    ['all processes, as a terminal does', 'SIGINT', ({ child }) => -(child.pid ?? 0)],
  ])(
    'told by a signal to %s lets streams end, takes nobody else, and exits with 0',
    async (...row) => {
      const [, signal, target] = row;
      const { primary, upstream, url } = await serving((visit) => {
        eventStream(visit, toSse(greeting.slice(0, 3)));
      });
      const streams = await Promise.all(
        [1, 2, 3].map(
          () => ask(`${url}/v1/chat/completions`, { body: { ...question, stream: true } }).answer,
        ),
      );

      process.kill(target(primary), signal);
      await until(refusing(url));
      for (const { response } of upstream.visits) response.end(toSse(greeting.slice(3)));

      for (const stream of streams) expect(framesOf(await stream.text()).at(-1)).toBe('[DONE]');
      expect(await primary.ended).toBe(0);
      expect(primary.output()).not.toContain('a worker ended');
    },
  );

  it('cuts streams off at the second signal', async () => {
    const { primary, url } = await serving((visit) => {
      eventStream(visit, toSse(greeting.slice(0, 3)));
    });
    const stream = await ask(`${url}/v1/chat/completions`, { body: { ...question, stream: true } })
      .answer;

    primary.child.kill('SIGTERM');
    await until(refusing(url));
    primary.child.kill('SIGTERM');

    await expect(stream.text()).rejects.toThrow();
    expect(await primary.ended).toBe(0);
  });

  it('has no worker outlive a primary that dies', async () => {
    const primary = run(['--port', '0', '--workers', '2']);
    await untilAnswered(primary, await primary.url(), 2);

    primary.child.kill('SIGKILL');

    expect(await primary.ended).toBe('SIGKILL');
  });

  it('writes captures of all workers to one folder', async () => {
    const upstream = await startUpstream((visit) => eventStream(visit).end(toSse(greeting)));
    upstreams.push(upstream);
    const primary = run(['record', 'heard', '--port', '0', '--workers', '2'], {
      ANTHROPIC_API_KEY: 'sk-test',
      ANTHROPIC_BASE_URL: upstream.url,
    });
    const url = await primary.url();
    let asked = 0;
    while (answered(primary).size < 2) {
      asked++;
      await (await ask(`${url}/v1/chat/completions`, { body: question }).answer).text();
      await until(() => primary.lines().filter(({ msg }) => msg === 'request').length === asked);
    }

    const names = await readdir(join(directory, 'heard'));
    expect(names).toHaveLength(asked);
    for (const pid of answered(primary)) {
      expect(names.some((name) => name.includes(`-${String(pid)}-`))).toBe(true);
    }
  });

  describe('starts nothing, and says why once,', () => {
    it('where the port is taken', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;

      const primary = run(['--port', String(port), '--workers', '2']);

      expect(await primary.ended).toBe(1);
      expect(primary.output()).toMatch(/^listen EADDRINUSE.*\n$/);
      other.close();
    });

    it.each(['0', 'many'])('where it is told to have %s of them', async (workers) => {
      const primary = run(['--port', '0', '--workers', workers]);

      expect(await primary.ended).toBe(1);
      expect(primary.output()).toBe(
        `The configuration has a problem:\n- MARBLEGATE_WORKERS: expected a number from 1 to 512, or auto\n`,
      );
    });

    it('where no worker can start', async () => {
      await writeFile(
        join(directory, 'broken.yaml'),
        'port: 0\nworkers: 2\nturnMemory: { store: none }\nstages: { claude: [./none.mjs] }\n',
      );
      const primary = run(['--config', 'broken.yaml']);

      expect(await primary.ended).toBe(1);
      expect(primary.output().match(/problem/g)).toHaveLength(1);
      expect(primary.output()).toContain('./none.mjs');
      expect(primary.output()).not.toContain('    at ');
    });

    it('where it is itself a worker', async () => {
      await writeFile(
        join(directory, 'cluster.mjs'),
        `import cluster from 'node:cluster';
        cluster.setupPrimary({ exec: 'dist/cli.js', args: ['--port', '0', '--workers', '2'] });
        cluster.fork();`,
      );
      const child = spawn(process.execPath, ['cluster.mjs'], { cwd: directory, env: {} });
      let output = '';
      child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
      await until(() => output.includes('workers'));
      child.kill('SIGKILL');
      await once(child, 'close');

      expect(output).toContain('itself a worker');
    });
  });
});

/** Whether nobody listens there any more, asked by connecting anew each time. */
function refusing(url: string): () => boolean {
  let isRefused = false;
  return () => {
    const asking = ask(`${url}/health`);
    asking.answer.then(asking.leave, (error: unknown) => {
      isRefused ||= String(error).includes('ECONNREFUSED');
    });
    return isRefused;
  };
}
