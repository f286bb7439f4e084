// Breaks the code on purpose, one small change at a time, and looks which specs notice:
//
//   npm run mutate                                   every row of spec/mutations/tables
//   npm run mutate -- --only toolIndex               the rows whose file or words contain this
//   npm run mutate -- --only src/folds --resume      … and what an earlier run found out already
//   npm run mutate -- --write-docs                   … and the list in docs/testing.md anew
//   npm run mutate -- --generic 50 --seed 7          50 changes nobody thought of
//
// Everything happens in a copy of the tree. It fails where a mutation survives that nobody has
// explained, where a row no longer applies, and where the specs are red to begin with.
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Bench } from './mutations/Bench.mjs';
import { genericMutations } from './mutations/genericMutations.mjs';
import { knownResults } from './mutations/knownResults.mjs';
import { writePage } from './mutations/page.mjs';
import { printResult, printScores } from './mutations/print.mjs';
import { explainedChanges, tableMutations } from './mutations/tables/index.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    jobs: { type: 'string', default: '1' },
    limit: { type: 'string', default: '240' },
    resume: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
    generic: { type: 'string' },
    seed: { type: 'string' },
  },
});

const wholeNumber = (name) => {
  const number = Number(options[name]);
  if (Number.isInteger(number) && number >= 0) return number;
  console.error(`--${name} must be a whole number, not ${options[name]}`);
  process.exit(2);
};

const root = fileURLToPath(new URL('..', import.meta.url));
const isWanted = ({ file, words }) =>
  options.only === undefined || options.only.some((part) => `${file} ${words}`.includes(part));

let mutations;
if (options.generic === undefined) {
  mutations = tableMutations(root).filter(isWanted);
} else {
  options.seed ??= String(Math.trunc(Math.random() * 2 ** 31));
  mutations = genericMutations(root, wholeNumber('generic'), wholeNumber('seed'), isWanted).map(
    (mutation) => ({
      ...mutation,
      reason: explainedChanges.get(`${mutation.file}: ${mutation.words}`),
    }),
  );
  console.log(`seed ${options.seed}`);
}
const stale = mutations.filter(({ fault }) => fault !== undefined);
for (const { file, words, fault } of stale) console.error(`${file}: ${words}: ${fault}`);
if (stale.length > 0) process.exit(1);

const results = [];
const known = knownResults(path.join(root, 'node_modules/.cache/marblegate/mutations.json'));
const bench = new Bench(root, {
  jobs: Math.max(1, wholeNumber('jobs')),
  limitMs: wholeNumber('limit') * 1000,
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    bench.close();
    process.exit(128 + os.constants.signals[signal]);
  });

try {
  const told = (mutation, outcome) => {
    const result = { ...mutation, ...outcome };
    results.push(result);
    printResult(result, results.length, mutations.length);
  };
  const left = mutations.filter((mutation) => {
    const outcome = known.find(mutation);
    if (outcome === undefined || !options.resume) return true;
    told(mutation, outcome);
    return false;
  });
  await bench.each(left, (mutation, outcome) => {
    if (outcome.outcome === 'killed' || outcome.outcome === 'survived')
      known.keep(mutation, outcome);
    told(mutation, outcome);
  });
} finally {
  bench.close();
}

const order = new Map(mutations.map(({ id }, place) => [id, place]));
results.sort((one, other) => order.get(one.id) - order.get(other.id));
printScores(results);

const faults = {
  survived: 'SURVIVED',
  broken: 'does not load',
  unfit: 'its specs are red without it',
};
const bad = results.filter(
  (result) => result.outcome in faults && !(result.outcome === 'survived' && result.reason),
);
for (const { file, line, words, outcome } of bad)
  console.log(`${faults[outcome]}: ${file}:${line}  ${words}`);
const needless = results.filter(({ reason, outcome }) => reason && outcome === 'killed');
for (const { file, words } of needless)
  console.log(`killed, though it was explained: ${file}: ${words}`);
if (bad.length > 0 || needless.length > 0) process.exitCode = 1;

if (options['write-docs'] && process.exitCode !== 1) {
  const all = tableMutations(root);
  const missing = all.length - results.length;
  if (missing > 0 || options.generic !== undefined) {
    console.error('--write-docs wants all rows of the table: use it without --only and --generic');
    process.exitCode = 1;
  } else {
    await writePage(path.join(root, 'docs/testing.md'), results);
  }
}
