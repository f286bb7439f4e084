import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claude, type FakeClaude, fakeClaude, scripts, toSse } from '../../src/testing/index.ts';
import { ask } from '../support/ask.ts';
import { buildCli } from '../support/buildCli.ts';
import { until } from '../support/settled.ts';

const { blockStop, message, messageStart, streamError, text, textStart } = claude;
const greeting = message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0));

/** Where the process under test is built to, and where it runs. */
let directory = '';
const children: ChildProcess[] = [];
const fakes: FakeClaude[] = [];

beforeAll(async () => {
  directory = await buildCli();
}, 30_000);
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(directory, 'dist', 'cli.js'), ...args], {
    cwd: directory,
    env: { PATH: process.env['PATH'], ...env },
  });
  children.push(child);
  const printed = { out: '', err: '' };
  child.stdout.on('data', (bytes: Buffer) => (printed.out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (printed.err += bytes.toString()));
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { printed, code, stop: () => child.kill('SIGTERM') };
}

/** Runs a command to its end. */
async function run(...args: readonly string[]) {
  const { printed, code } = start(args);
  return { code: await code, ...printed };
}

describe('marblegate marbles', () => {
  it('draws what record wrote of a failure, and makes a spec of it', async () => {
    const fake = await fakeClaude(
      scripts.says([messageStart(), textStart(0), text(0, 'Hel'), streamError('api_error', 'Oh')]),
    );
    fakes.push(fake);
    const relay = start(['--port', '0', 'record', 'tapes'], {
      ANTHROPIC_BASE_URL: fake.url,
      ANTHROPIC_API_KEY: 'sk-ant-the-relays-own-key-0123',
    });
    await until(() => /http:\/\/[\d.:]+\d/.test(relay.printed.out));
    const url = /http:\/\/[\d.:]+\d/.exec(relay.printed.out)?.[0] ?? '';
    const body = {
      model: 'claude-opus-5',
      stream: true,
      messages: [{ role: 'user', content: 'Hi' }],
    };
    await (await ask(`${url}/v1/chat/completions`, { body }).answer).text();
    relay.stop();
    await relay.code;

    const [name = ''] = await readdir(join(directory, 'tapes'));
    const capture = await readFile(join(directory, 'tapes', name), 'utf8');
    expect(capture).toContain('"text":"Hel"');
    expect(capture).not.toContain('the-relays-own-key');

    const drawn = await run('marbles', join('tapes', name), '--spec', 'failure.spec.ts');
    expect(drawn).toMatchObject({ code: 0, err: '' });
    expect(drawn.out).toMatch(/ms {2}claude {2}-*STt-*E/);
    expect(drawn.out).toMatch(/openai {2}-*S-t-*#/);
    expect(drawn.out).toContain('#  UpstreamError: Oh');
    const spec = await readFile(join(directory, 'failure.spec.ts'), 'utf8');
    expect(spec).toContain("it(\n    'fails as it did'");
    expect(spec).toContain("new UpstreamError('Oh', { type: 'api_error' })");
  }, 60_000);

  it('draws any event stream of Claude', async () => {
    await writeFile(join(directory, 'curl.sse'), toSse(greeting));
    const { code, out } = await run('marbles', 'curl.sse');

    expect(code).toBe(0);
    expect(out).toContain('claude  STt.DX');
    expect(out).toContain('t  text');
  });

  it('puts a spec beside the capture or prints it, and overwrites none', async () => {
    await writeFile(join(directory, 'talk.sse'), toSse(greeting));
    const first = await run('marbles', 'talk.sse', '--spec');
    const again = await run('marbles', 'talk.sse', '--spec');
    const printed = await run('marbles', 'talk.sse', '--spec', '-');
    const plain = await run('marbles', 'talk.sse', '--spec', 'talk.spec.mjs');

    expect([first.code, again.code, printed.code, plain.code]).toEqual([0, 1, 0, 0]);
    expect(first.out).toContain('The spec is in talk.spec.ts.');
    expect(again.err).toContain('talk.spec.ts: EEXIST');
    expect(printed.out).toBe(await readFile(join(directory, 'talk.spec.ts'), 'utf8'));
    expect(await readFile(join(directory, 'talk.spec.mjs'), 'utf8')).not.toContain('Alphabet');
  }, 30_000);

  it('says what is wrong with the file', async () => {
    const { code, err } = await run('marbles', 'nowhere.sse');

    expect(code).toBe(1);
    expect(err).toContain('nowhere.sse: ENOENT');
    expect(err).not.toContain('at ');
  });
});

describe('the setting record', () => {
  it('needs a directory that can be made', async () => {
    await writeFile(join(directory, 'no.yaml'), 'record:\n  bodies: false\n');
    const none = await run('--config', 'no.yaml', 'check-config');
    expect(none.err).toContain('record.directory: missing');

    await writeFile(join(directory, 'bad.yaml'), 'record:\n  directory: /dev/null/tapes\n');
    const bad = await run('--config', 'bad.yaml', '--port', '0');
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining('record.directory: ')]);
  }, 30_000);
});
