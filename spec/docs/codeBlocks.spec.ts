/** Code that is shown to people: it compiles, and it does what it says. */
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type CodeBlock, codeBlocks, pages } from '../support/docs/codeBlocks.ts';
import { typeProblems } from '../support/docs/typeProblems.ts';

// A compiler takes its time on a busy machine.
jest.setTimeout(180_000);

const root = new URL('../../', import.meta.url).pathname;
const blocks = pages.flatMap(codeBlocks);
const programs = blocks.filter(({ language }) => language === 'ts' || language === 'js');
const commands = blocks.filter(({ language }) => language === 'sh');

/** Pages' blocks as files, below the project so that they find what it has. */
const cache = join(root, 'node_modules', '.cache');
mkdirSync(cache, { recursive: true });
const directory = mkdtempSync(join(cache, 'marblegate-docs-'));

const isFile = ({ note }: CodeBlock): boolean => /^\w\S*\.\w+$/.test(note);
const fileOf = ({ place, language, note }: CodeBlock): string => {
  const name = place.replaceAll(/[^\w]+/g, '-');
  if (note.includes('.')) return join(directory, note);
  return join(directory, `${name}.${language === 'js' ? 'mjs' : 'ts'}`);
};

const wrong = join(directory, 'wrong.ts');
let problems: readonly string[] = [];

beforeAll(() => {
  // A block without an import is a module all the same.
  for (const block of programs) writeFileSync(fileOf(block), `${block.code}\nexport {};\n`);
  writeFileSync(
    wrong,
    "import { version } from 'marblegate';\nexport const n: number = version;\n",
  );
  problems = typeProblems([...programs.map(fileOf), wrong]);
}, 180_000);

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('the code of README and docs', () => {
  it('is there', () => {
    expect(programs.length).toBeGreaterThan(5);
    expect(commands.length).toBeGreaterThan(1);
  });

  it('compiles', () => {
    expect(problems.filter((problem) => !problem.startsWith('wrong.ts'))).toEqual([]);
  });

  it('is held to its types', () => {
    expect(problems).toContain("wrong.ts:2: Type 'string' is not assignable to type 'number'.");
  });

  const printed: string[] = [];
  const print = console.log;
  afterEach(() => {
    console.log = print;
  });

  const runnable = programs.filter((block) => block.note === '');
  it.each(runnable)('runs: $place', async (block) => {
    printed.length = 0;
    console.log = (...values: readonly unknown[]) => {
      printed.push(values.map((it) => (typeof it === 'string' ? it : inspect(it))).join(' '));
    };
    await import(fileOf(block));

    for (const promised of promises(block.code)) expect(printed).toContain(promised);
  });

  it.each(programs.filter(isFile))('is the file it names: $place', ({ note, code }) => {
    const example = join(
      root,
      'examples',
      note.startsWith('hideSecret') ? 'hide-secret' : '',
      note,
    );

    expect(code).toBe(readFileSync(example, 'utf8'));
  });

  it('says of each block that does not run that it does not', () => {
    const notes = programs.filter((block) => !isFile(block)).map(({ note }) => note);

    expect(notes.filter((note) => note !== '' && note !== 'no-run')).toEqual([]);
  });
});

/** What a program says it prints: a comment behind, or below, a line that prints. */
const promises = (code: string): readonly string[] =>
  [...code.matchAll(/^.*console\.log\(.*\);? \/\/ (.+)$|^\/\/ (.+)$/gm)].map(
    ([, behind, below]) => behind ?? below ?? '',
  );

describe('the commands of README and docs', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const cli = readFileSync(join(root, 'src', 'cli.ts'), 'utf8');
  const subcommands = [...cli.matchAll(/\.command\('([\w-]+)/g)].map(([, name]) => name);
  const flags = [...cli.matchAll(/\.option\(\s*'(?:-\w, )?--([\w-]+)/g)].map(([, name]) => name);
  const tools = ['curl', 'cat', 'cd', 'docker', 'echo', 'export', 'git', 'mkdir', 'jq', 'openssl'];

  /** What is wrong with one simple command. */
  function problem(command: string): string | undefined {
    const [tool = '', ...args] = command
      .replace(/^(?:\w+=\S* )+/, '')
      .replace(/\s#.*$/, '')
      .trim()
      .split(/\s+/);
    const [first = ''] = args;
    if (tool === '' || tool.startsWith('#') || tools.includes(tool)) return undefined;
    if (tool === 'npm') {
      const script = first === 'run' ? (args[1] ?? '') : first;
      const isBuiltIn = ['ci', 'install', 'i', 'pack', 'view', 'init'].includes(first);
      return isBuiltIn || script in manifest.scripts ? undefined : `no script ${script}`;
    }
    if (tool === 'npx') return problem(args.join(' '));
    if (tool === 'jest' || tool in manifest.devDependencies) return undefined;
    if (tool === 'node') {
      const file = first.replace(/^dist\/(.*)\.js$/, 'src/$1.ts');
      return existsSync(join(root, file)) ? undefined : `no file ${first}`;
    }
    if (tool !== 'marblegate') return `${tool} is not known`;
    const words = args.filter((arg) => /^[a-z]/.test(arg));
    const named = args
      .filter((arg) => arg.startsWith('--'))
      .map((arg) => arg.slice(2).split('=')[0]);
    const unknown = named.filter((flag) => !flags.includes(flag) && flag !== 'help');
    if (unknown.length > 0) return `no flag ${unknown.join(' ')}`;
    const isCommand = first === '' || first.startsWith('-') || subcommands.includes(first);
    return isCommand || words.length === 0 ? undefined : `no command ${first}`;
  }

  const lines = commands.flatMap(({ place, code }) =>
    code
      .replaceAll(/\\\n\s*/g, ' ')
      .replaceAll(/'[^']*'/g, "''")
      .split('\n')
      .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/&&|\|(?!\|)|;/))
      .map((command) => ({ place, command: command.trim() }))
      .filter(({ command }) => command !== ''),
  );

  it.each(lines)('$place: $command', ({ command }) => {
    expect(problem(command)).toBeUndefined();
  });

  it.each(['npm run nothing', 'marblegate swim', 'npx marblegate --wet', 'node none.js', 'foo'])(
    'would not have: %s',
    (command) => {
      expect(problem(command)).toEqual(expect.any(String));
    },
  );
});
