import { existsSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { comesTrue } from './harness/clock.ts';
import { contenders } from './harness/contenders.ts';
import { startFleet } from './harness/fleet.ts';
import { byFunction, byOwner, type Profile, type Shares } from './harness/Profile.ts';
import { table } from './harness/table.ts';
import { warmUp } from './measures/warmUp.ts';

// Where the CPU of the warm relay goes under load.

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '300' },
    'at-once': { type: 'string', default: '16' },
    seconds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '12' },
    top: { type: 'string', default: '30' },
  },
});
const events = Number(flags.events);

const profiler = new URL('./processes/profiler.js', import.meta.url);
const file = fileURLToPath(new URL('./relay.cpuprofile', import.meta.url));
rmSync(file, { force: true });

const ours = contenders
  .filter(({ name }) => name === 'marblegate')
  .map((contender) => ({
    ...contender,
    args: (...ports: [number, number]) => ['--import', profiler.href, ...contender.args(...ports)],
    env: (...ports: [number, number]) => ({ ...contender.env(...ports), BENCH_PROFILE: file }),
  }));
const fleet = await startFleet(ours);
const [runner] = fleet.runners;
if (runner === undefined) throw new Error('The relay did not start.');

const warm = await warmUp(fleet, runner, { events, ms: Number(flags.warm) * 1000 });
process.kill(runner.pid, 'SIGUSR2');
const { requests, cpuSeconds } = await fleet.client.ask('load', {
  request: warm.request,
  bodyBytes: warm.bodyBytes,
  port: runner.port,
  pid: runner.pid,
  concurrency: Number(flags['at-once']),
  requests: Number.MAX_SAFE_INTEGER,
  withinMs: Number(flags.seconds) * 1000,
});
process.kill(runner.pid, 'SIGUSR2');
if (!(await comesTrue(() => existsSync(file), 10_000))) throw new Error('No profile was written.');
await fleet.stop();

const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile;
const requestUs = (cpuSeconds / requests) * 1e6;
console.log(
  `${events} events a request, ${requestUs.toFixed(0)} µs CPU a request while profiled\n`,
);
const show = (what: string, shares: Shares) => {
  const rows = shares
    .slice(0, Number(flags.top))
    .map(([name, share]) => [name, share * 100, share * requestUs]);
  console.log(`${table([what, '%', 'µs/request'], rows)}\n`);
};
show('whose', byOwner(profile));
show('function', byFunction(profile));
console.log(`The profile, for Chrome's DevTools: ${file}`);
process.exit();
