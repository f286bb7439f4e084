import { type Started, stop } from '../harness/children.ts';
import { crews } from '../harness/contenders.ts';
import { type Runner, startRelay } from '../harness/fleet.ts';
import { interleaved, medianOf, medianRatio, spread } from './interleaved.ts';
import type { Bench, Finding, Measure } from './Measure.ts';
import { type Cost, measureLoad } from './measureLoad.ts';
import { warmUp } from './warmUp.ts';

const EVENTS = 300;
const AT_ONCE = 64;

/** What a second process buys, and what sharing one port costs. */
export const workers: Measure = {
  name: 'workers',
  title: 'Workers',
  needsFleet: false,
  async run({ fleet, quick, rounds, progress, ...asked }: Bench): Promise<Finding> {
    const [events = EVENTS] = asked.events ?? [];
    const [concurrency = AT_ONCE] = asked.concurrencies ?? [];
    const windowMs = quick ? 100 : 2000;
    const started: (Runner & Started)[] = [];
    try {
      const warm = [];
      for (const crew of crews) {
        progress(`workers: warming up ${crew.name}`);
        const runner = await startRelay(crew, fleet.upstreamPort, 'any');
        started.push(runner);
        const ms = (quick ? 200 : 12_000) * crew.workers;
        warm.push({ ...(await warmUp(fleet, runner, { events, ms })), name: crew.name });
      }
      progress(`workers: ${events} events, ${concurrency} at once`);
      const found = await interleaved(rounds, warm, (relay) =>
        measureLoad(fleet, relay, { concurrency, windowMs }),
      );
      return {
        columns: [
          'relay',
          'events',
          'at once',
          'req/s',
          '× one worker',
          'CPU µs/request',
          '± %',
          'CPU × one worker',
        ],
        rows: warm.map(({ name }) => [
          name,
          events,
          concurrency,
          medianOf(found, name, requestsPerSecond),
          medianRatio(found, name, 'one worker', requestsPerSecond),
          medianOf(found, name, cpuUs),
          spread(found, name, cpuUs) * 100,
          medianRatio(found, name, 'one worker', cpuUs),
        ]),
        note:
          'CPU of all processes of a relay, the one that hands connections out among them. They may ' +
          'run on every core there is, and share them with the client and the upstream: on a machine ' +
          'of two cores the second worker finds only what those two leave. ' +
          `Median of ${rounds} interleaved rounds of about ${windowMs} ms; ratios within a round.`,
        headlines: [],
        faults: [
          ...warm.flatMap(({ faults }) => faults),
          ...found.flatMap((round) => Object.values(round).flatMap(({ faults }) => faults)),
        ],
      };
    } finally {
      for (const relay of started) await stop(relay);
    }
  },
};

const cpuUs = ({ cpuUs }: Cost): number => cpuUs;
const requestsPerSecond = ({ requestsPerSecond }: Cost): number => requestsPerSecond;
