import { parseArgs } from 'node:util';
import { contenders, isInstalled } from './harness/contenders.ts';
import { startFleet } from './harness/fleet.ts';
import { describeMachine } from './harness/machine.ts';
import {
  clearProgress,
  printFinding,
  printHeadlines,
  printMachine,
  progress,
} from './harness/print.ts';
import { keep } from './harness/results.ts';
import { abort } from './measures/abort.ts';
import { latency } from './measures/latency.ts';
import type { Finding, Measure } from './measures/Measure.ts';
import { memory } from './measures/memory.ts';
import { flatten } from './measures/flatten.ts';
import { growth } from './measures/growth.ts';
import { longHistories } from './measures/longHistories.ts';
import { operators } from './measures/operators.ts';
import { requests } from './measures/requests.ts';
import { stages } from './measures/stages.ts';
import { stall } from './measures/stall.ts';
import { steady } from './measures/steady.ts';
import { workers } from './measures/workers.ts';

const measures: readonly Measure[] = [
  steady,
  latency,
  memory,
  stall,
  abort,
  requests,
  workers,
  longHistories,
  growth,
  stages,
  operators,
  flatten,
];

/** Nothing here may run for ever; the whole takes about a quarter of an hour. */
const LIMIT_MS = 60 * 60 * 1000;

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: measures.map(({ name }) => name).join(',') },
    relays: { type: 'string', default: contenders.map(({ name }) => name).join(',') },
    rounds: { type: 'string', default: '5' },
    quick: { type: 'boolean', default: false },
    events: { type: 'string' },
    'at-once': { type: 'string' },
  },
});

if (process.platform !== 'linux') {
  console.error('The bench reads CPU and memory of its processes from /proc: it needs Linux.');
  process.exit(1);
}
setTimeout(() => {
  console.error(`Not done in ${LIMIT_MS / 60_000} minutes.`);
  process.exit(1);
}, LIMIT_MS).unref();

const chosen = named(measures, flags.only);
const isServed = chosen.some(({ needsFleet }) => needsFleet);
const asked = isServed ? named(contenders, flags.relays) : [];
const present = asked.filter(isInstalled);
const machine = describeMachine();
printMachine(machine);
for (const { name, file } of asked) {
  if (!present.some((contender) => contender.name === name)) {
    console.log(`Skipped: ${name} is not there (${file}).`);
  }
}
if (isServed && !present.some(({ name }) => name === 'marblegate')) {
  console.error('There is nothing of ours to measure: npm run build.');
  process.exit(1);
}

const findings: Record<string, Finding> = {};
for (const measure of chosen) {
  const finding = await run(measure);
  findings[measure.name] = finding;
  clearProgress();
  printFinding(measure.title, finding);
}
printHeadlines(Object.values(findings).flatMap(({ headlines }) => headlines));
console.log(`\nKept in ${keep(machine.at, { machine, flags, findings })}`);

const faults = Object.values(findings).flatMap(({ faults }) => faults);
for (const fault of new Set(faults)) console.error(`WRONG  ${fault}`);
console.log(faults.length === 0 ? 'Every answer was right.' : 'Not every answer was right.');
process.exit(faults.length === 0 ? 0 : 1);

/** Every measure has processes of its own: what one leaves behind is not held against the next. */
async function run({ needsFleet, run }: Measure): Promise<Finding> {
  const fleet = await startFleet(needsFleet ? present : []);
  try {
    const rounds = flags.quick ? 1 : Number(flags.rounds);
    return await run({
      fleet,
      quick: flags.quick,
      rounds,
      progress,
      ...(flags.events !== undefined && { events: numbers(flags.events) }),
      ...(flags['at-once'] !== undefined && { concurrencies: numbers(flags['at-once']) }),
    });
  } finally {
    await fleet.stop();
  }
}

function numbers(list: string): number[] {
  return list.split(',').map(Number);
}

/** Those of a list that are named, in the list's own order. */
function named<T extends { readonly name: string }>(list: readonly T[], names: string): T[] {
  const wanted = new Set(names.split(','));
  for (const { name } of list) wanted.delete(name);
  for (const unknown of wanted) {
    console.error(`No “${unknown}” here: ${list.map(({ name }) => name).join(', ')}`);
    process.exit(1);
  }
  return list.filter(({ name }) => names.split(',').includes(name));
}
