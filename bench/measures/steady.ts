import type { Cell } from '../harness/table.ts';
import { type Round, interleaved, medianOf, medianRatio, spread } from './interleaved.ts';
import type { Bench, Finding, Headline, Measure } from './Measure.ts';
import { type Cost, measureLoad } from './measureLoad.ts';
import { warmUp } from './warmUp.ts';

/** Streams of so many events, asked by so many clients at once. */
interface Case {
  readonly events: number;
  readonly concurrencies: readonly number[];
}

const full: readonly Case[] = [
  { events: 20, concurrencies: [1, 16, 64] },
  { events: 300, concurrencies: [1, 16, 64] },
  { events: 3000, concurrencies: [1, 16, 64] },
  { events: 30_000, concurrencies: [1] },
];
const brief: readonly Case[] = [
  { events: 20, concurrencies: [1, 16] },
  { events: 300, concurrencies: [16] },
];

/** What a relay costs once it is warm: CPU of its process, for whole answers delivered in a burst. */
export const steady: Measure = {
  name: 'steady',
  title: 'Steady load',
  needsFleet: true,
  async run({ fleet, quick, rounds, progress, ...asked }: Bench): Promise<Finding> {
    const rows: Cell[][] = [];
    const headlines: Headline[] = [];
    const faults: string[] = [];
    const windowMs = quick ? 100 : 1000;

    for (const { events, concurrencies } of chosen(quick ? brief : full, asked)) {
      progress(`steady: warming up with ${events} events`);
      const warm = [];
      for (const runner of fleet.runners) {
        const ready = await warmUp(fleet, runner, { events, ms: quick ? 200 : 12_000 });
        faults.push(...ready.faults);
        warm.push({ ...ready, name: runner.name });
      }
      for (const concurrency of concurrencies) {
        progress(`steady: ${events} events, ${concurrency} at once`);
        const found = await interleaved(rounds, warm, (relay) =>
          measureLoad(fleet, relay, { concurrency, windowMs }),
        );
        faults.push(...found.flatMap((round) => Object.values(round).flatMap((c) => c.faults)));
        rows.push(...warm.map(({ name }) => row(found, name, events, concurrency)));
        if (concurrency === 16 || events === 30_000) {
          headlines.push({
            what: `CPU µs per event, ${events} events, ${concurrency} at once`,
            figures: Object.fromEntries(
              warm.map(({ name }) => [name, medianOf(found, name, cpuUs) / events]),
            ),
          });
        }
      }
    }
    return {
      columns: [
        'relay',
        'events',
        'at once',
        'req/s',
        'CPU µs/request',
        '± %',
        'CPU µs/event',
        "of the raw pipe's capacity",
        '× Portkey',
        '× before',
      ],
      rows,
      note:
        `The upstream delivers each answer in one write. Median of ${rounds} interleaved rounds of ` +
        `about ${windowMs} ms a relay; ratios within a round; ± is half the range of the rounds.`,
      headlines,
      faults,
    };
  },
};

/** Of the cases those that were asked for, or all. */
const chosen = (
  cases: readonly Case[],
  {
    events = cases.map((one) => one.events),
    concurrencies,
  }: Pick<Bench, 'events' | 'concurrencies'>,
): readonly Case[] =>
  cases
    .filter((one) => events.includes(one.events))
    .map((one) => ({ ...one, concurrencies: concurrencies ?? one.concurrencies }));

const cpuUs = ({ cpuUs }: Cost): number => cpuUs;

const row = (
  found: readonly Round<Cost>[],
  name: Parameters<typeof medianOf>[1],
  events: number,
  concurrency: number,
): Cell[] => [
  name,
  events,
  concurrency,
  medianOf(found, name, ({ requestsPerSecond }) => requestsPerSecond),
  medianOf(found, name, cpuUs),
  spread(found, name, cpuUs) * 100,
  medianOf(found, name, cpuUs) / events,
  medianRatio(found, 'raw-pipe', name, cpuUs),
  medianRatio(found, 'portkey', name, cpuUs),
  medianRatio(found, 'before', name, cpuUs),
];
