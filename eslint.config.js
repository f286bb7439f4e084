// @ts-check
import { defineConfig } from 'eslint/config';
import rxjsX from 'eslint-plugin-rxjs-x';
import tseslint from 'typescript-eslint';

const http = ['koa', '@koa/*', 'got', 'pino', 'commander', 'raw-body', 'yaml'];
const node = ['node:*'];
const rxjs = ['rxjs', 'rxjs/*'];
/** Layers, as seen from a folder directly below src: nobody imports a layer to its left. */
const layer = (...names) => names.flatMap((name) => [`../${name}/*`, `../../${name}/*`]);

/** Forbids imports from a folder: the arrows of ARCHITECTURE.md, as errors. */
const mayNotImport = (files, patterns) => ({
  files: [files],
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
});
/** Forbids the world: a pure layer has no clock, no timers, no console and no process. */
const isPure = (files) => ({
  files: [files],
  rules: {
    'no-restricted-globals': [
      'error',
      'process',
      'console',
      'Buffer',
      'setTimeout',
      'setInterval',
      'setImmediate',
      'fetch',
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: "Read the scheduler's clock." },
      { object: 'Math', property: 'random', message: 'Take the random source as an argument.' },
    ],
  },
});

export default defineConfig(
  { ignores: ['dist', 'dist-bench', 'coverage'] },
  {
    files: ['**/*.ts'],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      rxjsX.configs.strict,
    ],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // `$` marks a variable, parameter or property that holds an observable; nothing else may wear it.
    files: ['src/**'],
    rules: {
      'rxjs-x/finnish': [
        'error',
        {
          functions: false,
          methods: false,
          strict: true,
          names: { '^(cold|hot)$': false },
          types: { '^Subject$': false },
        },
      ],
    },
  },
  mayNotImport('src/{claude,openai}/**', [...rxjs, ...http, ...node, '../*']),
  mayNotImport('src/convert/**', [
    ...rxjs,
    ...http,
    ...node,
    ...layer('folds', 'operators', 'stages', 'replay', 'channels', 'relay', 'testing'),
  ]),
  mayNotImport('src/capture/**', [
    ...rxjs,
    ...http,
    ...node,
    ...layer('folds', 'operators', 'stages', 'replay', 'channels', 'relay', 'testing'),
  ]),
  mayNotImport('src/folds/**', [
    ...http,
    ...node,
    ...layer('operators', 'stages', 'replay', 'channels', 'relay', 'testing'),
  ]),
  mayNotImport('src/operators/**', [
    ...http,
    ...node,
    ...layer('stages', 'replay', 'channels', 'relay', 'testing'),
  ]),
  mayNotImport('src/stages/**', [
    ...http,
    ...node,
    ...layer('convert', 'replay', 'channels', 'relay', 'testing'),
  ]),
  mayNotImport('src/replay/**', [
    ...http,
    ...node,
    ...layer('stages', 'channels', 'relay', 'testing'),
  ]),
  mayNotImport('src/channels/**', ['koa', '@koa/*', ...layer('stages', 'relay', 'testing')]),
  mayNotImport('src/relay/**', ['got', ...layer('testing')]),
  mayNotImport('src/testing/**', [...http, 'jest', '@jest/*', ...layer('channels', 'relay')]),
  isPure('src/{claude,openai,convert,capture,folds,operators,stages,replay}/**'),
);
