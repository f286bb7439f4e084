import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { from } from 'rxjs';
import { ConfigError } from '../../src/relay/ConfigError.ts';
import { loadStages } from '../../src/relay/loadStages.ts';
import { silentLog } from '../../src/relay/log.ts';
import type { StageEntries } from '../../src/relay/StageEntry.ts';
import { claudeToOpenAI } from '../../src/operators/index.ts';
import { claude, emitted, openai } from '../../src/testing/index.ts';
import { until } from '../support/settled.ts';
import { anyRequest } from '../stages/anyRequest.ts';

let directory = '';
const logged: unknown[] = [];
const log = { ...silentLog, info: (...line: readonly unknown[]) => logged.push(line) };

const load = ({ claude = [], openai = [] }: Partial<StageEntries>) =>
  loadStages({ claude, openai }, { directory, log });

/** Everything that is wrong with some entries. */
async function problems(entries: Partial<StageEntries>): Promise<readonly string[]> {
  const error: unknown = await load(entries).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigError)) throw new Error('no configuration error');
  return error.problems;
}

/** What the factories of these modules put on their stages. */
const optionsOf = (stage: object): unknown => Reflect.get(stage, 'options');

/** Modules as users write them; none needs a package. */
const modules: Readonly<Record<string, string>> = {
  'pass.mjs': 'export default () => () => (source$) => source$;',
  'named.mjs': `
    export const first = (options) => Object.assign(() => (source$) => source$, { options });
    export const second = () => () => (source$) => source$;
    export const notOne = 1;`,
  'later.mjs': 'export default async () => () => (source$) => source$;',
  'throws.mjs': 'throw new Error("no luck");',
  'syntax.mjs': 'export default {',
  'stage.mjs': 'export default (context) => (source$) => source$;',
  'options.mjs': 'export default ({ size }) => () => (source$) => source$.pipe(size.length);',
  'no-stage.mjs': 'export default () => null;',
  'complains.mjs': `
    export const validate = ({ a, b } = {}) => [...(a ? [] : ['a is missing']), ...(b ? [] : ['b is missing'])];
    export default () => () => (source$) => source$;`,
  'schema.mjs': `
    export const validate = {
      '~standard': {
        version: 1,
        vendor: 'spec',
        validate: (value) =>
          typeof value?.size === 'number'
            ? { value: { size: value.size * 2 } }
            : { issues: [{ message: 'expected a number', path: ['size', { key: 0 }] }, { message: 'bad' }] },
      },
    };
    export default (options) => Object.assign(() => (source$) => source$, { options });`,
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'marblegate-stages-'));
  for (const [name, text] of Object.entries(modules)) await writeFile(join(directory, name), text);
  const own = join(directory, 'node_modules', 'own-stage');
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'package.json'), '{"name":"own-stage","exports":"./index.mjs"}');
  await writeFile(join(own, 'index.mjs'), modules['named.mjs'] ?? '');
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describe('loadStages', () => {
  it('loads modules by path, with or without ./, and packages that are beside the file', async () => {
    const options = { size: 1 };
    const { claudeStages, openaiStages } = await load({
      claude: ['./pass.mjs', 'pass.mjs', join(directory, 'later.mjs')],
      openai: [
        { module: 'own-stage', export: 'first', options },
        { module: './named.mjs', export: 'second' },
      ],
    });

    expect(claudeStages).toHaveLength(3);
    expect(openaiStages.map(optionsOf)).toEqual([options, undefined]);
  });

  it('names every entry that cannot be used, and why, at once', async () => {
    const expected = [
      ['./none.mjs', /^it cannot be loaded: .*none\.mjs/],
      ['./throws.mjs', /^it cannot be loaded: no luck$/],
      ['./syntax.mjs', /^it cannot be loaded: /],
      ['./named.mjs', /^it has no default export .* \(it has first, second\)$/],
      ['./no-stage.mjs', /^its factory returned no stage but null$/],
      ['./options.mjs', /^its factory: Cannot destructure .*size/],
      ['./stage.mjs', /^its stage: .*pipe|^its stage returned no operator but /],
    ] as const;

    const found = await problems({
      openai: expected.map(([module]) => module),
      claude: ['nothing'],
    });

    expect(found).toEqual([
      expect.stringMatching(/^stages\.claude\.0 \(nothing\): /),
      ...expected.map(([module], nth) =>
        expect.stringContaining(`stages.openai.${nth} (${module}): `),
      ),
    ]);
    for (const [nth, [, reason]] of expected.entries()) {
      expect(found[nth + 1]?.replace(/^\S+ \S+: /, '')).toMatch(reason);
    }
  });

  it('asks a module what is wrong with its options', async () => {
    expect(await problems({ openai: [{ module: './complains.mjs', options: { b: 1 } }] })).toEqual([
      'stages.openai.0 (./complains.mjs): options: a is missing',
    ]);
    expect(await problems({ openai: ['./complains.mjs', './schema.mjs'] })).toEqual([
      'stages.openai.0 (./complains.mjs): options: a is missing',
      'stages.openai.0 (./complains.mjs): options: b is missing',
      'stages.openai.1 (./schema.mjs): options.size.0: expected a number',
      'stages.openai.1 (./schema.mjs): options: bad',
    ]);
  });

  it('gives the factory what a schema made of the options', async () => {
    const { openaiStages } = await load({
      openai: [{ module: './schema.mjs', options: { size: 2 } }],
    });

    expect(openaiStages.map(optionsOf)).toEqual([{ size: 4 }]);
  });

  it('names near misses of exports and short names', async () => {
    expect(
      await problems({
        openai: ['redcat', { module: './named.mjs', export: 'secnd' }, 'meter', 'toString'],
        claude: [{ module: 'guard', export: 'x', options: { patterns: ['a'] } }],
      }),
    ).toEqual([
      'stages.claude.0 (guard): export: guard is a shipped stage, and no module',
      expect.stringMatching(/^stages\.openai\.0 \(redcat\): .*did you mean redact\?$/),
      'stages.openai.1 (./named.mjs): it has no function secnd: did you mean second?',
      'stages.openai.2 (meter): it is a stage of the other side: put it under stages.claude',
      expect.stringMatching(/^stages\.openai\.3 \(toString\): /),
    ]);
  });

  it('checks the options of the shipped stages', async () => {
    expect(
      await problems({
        openai: [
          'redact',
          { module: 'redact', options: { patterns: ['(', 'a'], maxChar: 1 } },
          { module: 'smooth', options: { gapMs: -1 } },
        ],
        claude: [{ module: 'meter', options: 3 }],
      }),
    ).toEqual([
      expect.stringMatching(/^stages\.claude\.0 \(meter\): options: /),
      expect.stringMatching(/^stages\.openai\.0 \(redact\): options\.patterns: /),
      expect.stringMatching(/^stages\.openai\.1 \(redact\): options\.patterns\.0: .*\(/),
      'stages.openai.1 (redact): options.maxChar: unknown setting: did you mean maxChars?',
      expect.stringMatching(/^stages\.openai\.2 \(smooth\): options\.gapMs: /),
    ]);
  });

  it('sets up the shipped stages, in order', async () => {
    const { claudeStages, openaiStages } = await load({
      claude: [
        { module: 'meter', options: { file: 'usage.jsonl' } },
        'meter',
        { module: 'guard', options: { patterns: ['/BOMB/gi'], explanation: 'No bombs.' } },
      ],
      openai: [
        { module: 'redact', options: { patterns: ['sk-\\w+'], replacement: '*' } },
        { module: 'smooth', options: { gapMs: 0 } },
      ],
    });
    const said = claude.message(
      'end_turn',
      claude.textStart(0),
      ...['sk', '-1 ', 'a bo', 'mb'].map((piece) => claude.text(0, piece)),
    );
    const stages = [...claudeStages].reduce(
      (event$, stage) => event$.pipe(stage(anyRequest)),
      from(said),
    );
    const chunks = emitted(
      openaiStages.reduce(
        (chunk$, stage) => chunk$.pipe(stage(anyRequest)),
        stages.pipe(claudeToOpenAI()),
      ),
    );

    expect(chunks).toEqual(
      openai.answer(
        'content_filter',
        openai.contentChunk('*'),
        openai.contentChunk(' a bo'),
        openai.refusalChunk('No bombs.'),
      ),
    );
    expect(logged).toEqual([[expect.objectContaining({ requestId: 'req_1' }), 'metered']]);
    const file = join(directory, 'usage.jsonl');
    let line = '';
    await until(() => {
      line = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return line.endsWith('\n');
    });
    expect(JSON.parse(line)).toMatchObject({ requestId: 'req_1', toolCalls: {}, ending: 'left' });
  });
});
