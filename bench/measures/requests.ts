import { chatRequest, longConversation, screenshots } from '../fixture/chatRequest.ts';
import type { Cell } from '../harness/table.ts';
import { interleaved, medianOf, medianRatio } from './interleaved.ts';
import type { Bench, Finding, Headline, Measure } from './Measure.ts';
import { measureLoad } from './measureLoad.ts';
import { warmUp } from './warmUp.ts';

const full = {
  'the usual, 2 KB': chatRequest(),
  'history, 10 KB': longConversation(12, 500),
  'history, 300 KB': longConversation(120, 1900),
  'history, 5 MB': longConversation(1000, 4200),
  '2,000 messages, 600 KB': longConversation(2000, 180),
  'screenshots, 5 MB': screenshots(3, 1_250_000),
};
const brief = {
  'history, 10 KB': full['history, 10 KB'],
  'history, 300 KB': full['history, 300 KB'],
};

/** What it costs to take a request, large ones above all; the answer is short. */
export const requests: Measure = {
  name: 'requests',
  title: 'Large requests',
  needsFleet: true,
  async run({ fleet, quick, rounds, progress }: Bench): Promise<Finding> {
    const rows: Cell[][] = [];
    const headlines: Headline[] = [];
    const faults: string[] = [];
    for (const [what, body] of Object.entries(quick ? brief : full)) {
      progress(`requests: ${what}`);
      const warm = [];
      for (const runner of fleet.runners) {
        const ready = await warmUp(fleet, runner, { events: 20, ms: quick ? 100 : 3000, body });
        faults.push(...ready.faults);
        warm.push({ ...ready, name: runner.name });
      }
      const found = await interleaved(rounds, warm, (relay) =>
        measureLoad(fleet, relay, { concurrency: 4, windowMs: quick ? 50 : 1000 }),
      );
      faults.push(...found.flatMap((round) => Object.values(round).flatMap((c) => c.faults)));
      const kilobytes = Buffer.byteLength(JSON.stringify(body)) / 1024;
      for (const { name } of warm) {
        rows.push([
          name,
          what,
          kilobytes,
          medianOf(found, name, ({ requestsPerSecond }) => requestsPerSecond),
          medianOf(found, name, ({ cpuUs }) => cpuUs / 1000),
          medianOf(found, name, ({ cpuUs }) => cpuUs / kilobytes),
          medianRatio(found, 'raw-pipe', name, ({ cpuUs }) => cpuUs),
          medianRatio(found, 'portkey', name, ({ cpuUs }) => cpuUs),
        ]);
      }
      headlines.push({
        what: `CPU ms per request (${what})`,
        figures: Object.fromEntries(
          warm.map(({ name }) => [name, medianOf(found, name, ({ cpuUs }) => cpuUs / 1000)]),
        ),
      });
    }
    return {
      columns: [
        'relay',
        'request',
        'KB',
        'req/s',
        'CPU ms/request',
        'CPU µs/KB',
        "of the raw pipe's capacity",
        '× Portkey',
      ],
      rows,
      note: `Four at once, answered with 20 events. Median of ${rounds} interleaved rounds.`,
      headlines,
      faults,
    };
  },
};
