import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCapture, replay, emitted, toMarbleSpec, toSse } from '../src/testing/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};
const doors = Object.keys(manifest.exports)
  .filter((door) => door !== './package.json')
  .map((door) => door.replace(/^\./, 'marblegate'));

/** A project of somebody else's, in a folder of its own, with the package as npm would give it. */
let project = '';
let temporary = '';

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'marblegate-package-'));
  project = join(temporary, 'project');
  await mkdir(project);
  await write('package.json', JSON.stringify({ name: 'project', private: true, type: 'module' }));
  await install(await pack());
}, 240_000);
afterAll(() => rm(temporary, { recursive: true, force: true }));

describe('the package', () => {
  it('opens each door by import', async () => {
    await write(
      'main.mjs',
      doors
        .map(
          (door, nth) =>
            `import * as door${nth} from '${door}'; console.log(Object.keys(door${nth}).length > 0);`,
        )
        .join('\n'),
    );

    expect(lines(await node('main.mjs'))).toEqual(doors.map(() => 'true'));
  });

  it('opens each door by require, and finds the same behind it', async () => {
    await write(
      'main.cjs',
      `for (const door of ${JSON.stringify(doors)}) {
        const required = require(door);
        void import(door).then((imported) => console.log(required.RelayError === imported.RelayError &&
          Object.keys(imported).every((name) => required[name] === imported[name])));
      }`,
    );

    expect(lines(await node('main.cjs'))).toEqual(doors.map(() => 'true'));
  });

  it('compiles for those who check all types, and does what they wrote', async () => {
    await write('main.ts', consumer);
    await write('tsconfig.json', tsconfig('main.ts', false));

    expect(await compile()).toBe('');
    expect(lines(await node('main.js'))).toEqual(['Hello', '[]']);
  }, 120_000);

  it('does not compile what is wrong', async () => {
    await write(
      'wrong.ts',
      `import { claudeToOpenAI, encodeSse } from 'marblegate/operators';
       import { claude, replay } from 'marblegate/testing';
       // @ts-expect-error – an event of Claude's is no chunk
       replay('text').pipe(encodeSse());
       // @ts-expect-error – a tool has a name
       claude.toolStart(0);
       // @ts-expect-error – no such option
       replay('text').pipe(claudeToOpenAI({ include_usage: true }));`,
    );
    await write('tsconfig.json', tsconfig('wrong.ts', true));

    expect(await compile()).toBe('');
  }, 120_000);

  it('runs the marble specs that it writes', async () => {
    const capture = readCapture(toSse(emitted(replay('two-tools'))));
    const failed = readCapture(toSse(emitted(replay('error-midstream'))));
    await write('talk.spec.mjs', toMarbleSpec(capture, { name: 'two tools', types: false }));
    await write('failure.spec.mjs', toMarbleSpec(failed, { name: 'a failure', types: false }));

    const jest = join(root, 'node_modules/jest/bin/jest.js');
    const said = await node(
      '--experimental-vm-modules',
      jest,
      '--rootDir',
      project,
      '--testMatch',
      '**/*.spec.mjs',
    );
    expect(said).toContain('2 passed');
  }, 120_000);

  it('has a command that says its version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };

    expect(await node('node_modules/marblegate/dist/cli.js', '--version')).toBe(`${version}\n`);
  });
});

/** What a reader of the library's pages writes first. */
const consumer = `
import { expect } from 'expect';
import { from, lastValueFrom } from 'rxjs';
import { type ClaudeEvent, type ClaudeStage, createRelay, replayChannel } from 'marblegate';
import { type ModelTable, models } from 'marblegate/convert';
import { tokenUsage } from 'marblegate/folds';
import { claudeToOpenAI, toCompletion } from 'marblegate/operators';
import { brokenLaws, claude, emitted } from 'marblegate/testing';
import { toBeOpenAIStream } from 'marblegate/testing/jest';

const stage: ClaudeStage = () => (claude$) => claude$;
createRelay({ channel: replayChannel(), claudeStages: [stage] });
export const known: ModelTable = models;
export const seed = tokenUsage.seed;

const events: readonly ClaudeEvent[] = claude.message(
  'end_turn',
  claude.textStart(0),
  claude.text(0, 'Hello'),
  claude.blockStop(0),
);
const completion = await lastValueFrom(from(events).pipe(claudeToOpenAI(), toCompletion()));
console.log(completion.choices[0].message.content);
const chunks = emitted(from(events).pipe(claudeToOpenAI()));
console.log(JSON.stringify(brokenLaws(chunks)));
expect.extend({ toBeOpenAIStream });
expect(chunks).toBeOpenAIStream();
`;

const tsconfig = (file: string, skipLibCheck: boolean): string =>
  JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      skipLibCheck,
      types: ['node'],
    },
    files: [file],
  });

const write = (name: string, text: string): Promise<void> => writeFile(join(project, name), text);

const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

/** What the compiler has to say; nothing when it is content. */
const compile = (): Promise<string> =>
  node(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.').catch((error: unknown) =>
    String(error),
  );

/** Runs Node in the project; gives what it printed. */
const node = (...args: readonly string[]): Promise<string> =>
  run(project, process.execPath, ...args);

/** The package as it would be published, built anew from what is here. */
async function pack(): Promise<string> {
  const stage = join(temporary, 'stage');
  await mkdir(stage);
  for (const name of [
    'package.json',
    'LICENSE',
    'src',
    'docs',
    'tsconfig.json',
    'tsconfig.build.json',
  ]) {
    await cp(join(root, name), join(stage, name), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(stage, 'node_modules'));
  await run(
    stage,
    process.execPath,
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.build.json',
  );
  const packed = await run(stage, 'npm', 'pack', '--ignore-scripts', '--silent');
  return join(stage, lines(packed).at(-1) ?? '');
}

/**
 * Installs it as npm does. Where no registry can be reached, its dependencies are those that are
 * installed here.
 */
async function install(tarball: string): Promise<void> {
  const quietly = [
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=0',
    '--fetch-timeout=15000',
  ];
  try {
    await run(project, 'npm', 'install', ...quietly, tarball);
  } catch {
    console.log('no registry: the dependencies of the scratch project are linked');
    const own = join(project, 'node_modules', 'marblegate');
    await rm(join(project, 'node_modules'), { recursive: true, force: true });
    await mkdir(own, { recursive: true });
    await run(project, 'tar', '-xzf', tarball, '-C', own, '--strip-components=1');
    for (const name of [...Object.keys(manifest.dependencies), '@types/node']) await link(name);
  }
  // What a user brings along for specs.
  await link('expect');
}

async function link(name: string): Promise<void> {
  const path = join(project, 'node_modules', name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(join(root, 'node_modules', name), path);
}

function run(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' };
    execFile(
      command,
      args,
      { cwd, env, timeout: 180_000, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout + stderr);
        else
          reject(new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error }));
      },
    );
  });
}
