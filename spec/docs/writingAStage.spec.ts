/** What a user does who has read nothing but the page: two files in a folder, and the stock server. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { claude, type FakeClaude, fakeClaude, scripts } from '../../src/testing/index.ts';
import { ask } from '../support/ask.ts';
import { fileBlock } from '../support/docs/codeBlocks.ts';

jest.setTimeout(60_000);

const page = 'docs/writing-a-stage.md';
let built = '';
let folder = '';
let upstream: FakeClaude | undefined;
const children: ChildProcess[] = [];

beforeAll(async () => {
  const cache = join(process.cwd(), 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  built = await mkdtemp(join(cache, 'marblegate-stage-'));
  await writeFile(join(built, 'package.json'), '{"type":"module","version":"0.0.0"}');
  await build({
    entryPoints: ['src/cli.ts'],
    outfile: join(built, 'dist', 'cli.js'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  // No package is to be found from here: the stage gets RxJS from the relay.
  folder = await mkdtemp(join(tmpdir(), 'marblegate-page-'));
  for (const file of ['hideSecret.mjs', 'marblegate.yaml']) {
    await writeFile(join(folder, file), fileBlock(page, file));
  }
});

afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await upstream?.close();
  for (const made of [built, folder]) await rm(made, { recursive: true, force: true });
});

function marblegate(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(built, 'dist', 'cli.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], REFRESH_MODELS_MS: '0', ...env },
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  return { child, output: () => output };
}

describe('a stage written from docs/writing-a-stage.md', () => {
  it('hides a secret cut in three, by configuration only', async () => {
    const { blockStop, message, text, textStart } = claude;
    const pieces = ['It is sw', 'ord', 'fish, so is', ' sword'].map((piece) => text(0, piece));
    upstream = await fakeClaude(
      scripts.says(message('end_turn', textStart(0), ...pieces, blockStop(0))),
    );
    const { child, output } = marblegate(['--port', '0'], {
      SECRET: 'swordfish',
      ANTHROPIC_API_KEY: 'sk-ant-test',
      ANTHROPIC_BASE_URL: upstream.url,
    });
    const url = await new Promise<string>((resolve, reject) => {
      const look = () => {
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output()) ?? [];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', look);
      child.once('exit', () => {
        reject(new Error(output()));
      });
    });
    const question = { model: 'claude-opus-5', messages: [{ role: 'user', content: 'Password?' }] };

    const plain = await ask(`${url}/v1/chat/completions`, { body: question }).answer;
    const streamed = await ask(`${url}/v1/chat/completions`, {
      body: { ...question, stream: true },
    }).answer;

    expect(JSON.parse(await plain.text())).toMatchObject({
      choices: [{ message: { content: 'It is [hidden], so is sword' }, finish_reason: 'stop' }],
    });
    const told = await streamed.text();
    expect(told).toContain('[hidden]');
    expect(told).not.toContain('swordfish');
    expect(told).toContain('[DONE]');
  });

  it('is told what is wrong with its options before anything starts', async () => {
    const { child, output } = marblegate(['check-config'], { SECRET: '' });
    await once(child, 'close');

    expect(child.exitCode).toBe(1);
    expect(output()).toContain(
      'stages.openai.0 (./hideSecret.mjs): options: secret: expected a text',
    );
  });
});
