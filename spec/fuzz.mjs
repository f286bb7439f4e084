// Tries the properties of spec/operators/properties.spec.ts on as many random streams as one has
// patience for:   npm run fuzz -- --runs 20000 [--seed -123456]
// A failure prints its seed; the same seed and number of runs repeat it.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5000' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(Math.trunc(Math.random() * 2 ** 31));
for (const [name, value] of Object.entries({ runs: values.runs, seed }))
  if (!Number.isInteger(Number(value))) {
    console.error(`--${name} must be a whole number, not ${value}`);
    process.exit(2);
  }
console.log(`runs ${values.runs}, seed ${seed}`);

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    'spec/operators/properties.spec.ts',
  ],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, FUZZ_RUNS: values.runs, FUZZ_SEED: seed },
    stdio: 'inherit',
  },
).once('exit', (code) => {
  process.exitCode = code ?? 1;
});
