import { comesTrue, pause } from '../harness/clock.ts';
import { quantile } from '../harness/statistics.ts';
import type { Cell } from '../harness/table.ts';
import type { Behaviour } from '../duties/UpstreamDuties.ts';
import type { Bench, Finding, Headline, Measure } from './Measure.ts';
import { warmUp } from './warmUp.ts';

const behaviours: readonly Behaviour[] = [
  { kind: 'paced', everyMs: 20 },
  { kind: 'silent' },
  { kind: 'firehose', bytes: 200 * 2 ** 20 },
];

/** Longer than this is never: the tokens of a stream nobody reads are paid for all the same. */
const LIMIT_MS = 3000;

/** How soon the upstream is left when the client has left. */
export const abort: Measure = {
  name: 'abort',
  title: 'A client that leaves',
  needsFleet: true,
  async run({ fleet, quick, progress }: Bench): Promise<Finding> {
    const rows: Cell[][] = [];
    const faults: string[] = [];
    const headlines: Headline[] = [];
    const { client, upstream } = fleet;
    const patience = quick ? 1 : 3;
    for (const runner of fleet.runners) {
      const { faults: wrong } = await warmUp(fleet, runner, { events: 20, ms: quick ? 100 : 2000 });
      faults.push(...wrong);
    }
    for (const behaviour of behaviours) {
      const figures: Record<string, number> = {};
      for (const runner of fleet.runners) {
        progress(`abort: ${behaviour.kind}, ${runner.name}`);
        const asked = { port: runner.port, request: runner.request() };
        const tookMs: number[] = [];
        let never = 0;
        for (let time = 0; time < (quick ? 3 : 20) && never < patience; time++) {
          await upstream.ask('behave', behaviour);
          if (behaviour.kind === 'firehose') await client.ask('stall', asked);
          else await client.ask('hold', { ...asked, streams: 1 });
          await pause(10 + Math.random() * 30);
          const leftUs = await client.ask('leave', null);
          let { left, lastLeftUs } = await upstream.ask('tally', null);
          const isLeft = async () => {
            ({ left, lastLeftUs } = await upstream.ask('tally', null));
            return left > 0;
          };
          if (await comesTrue(isLeft, LIMIT_MS)) tookMs.push((lastLeftUs - leftUs) / 1000);
          else never++;
        }
        if (runner.name === 'marblegate' && never > 0) {
          faults.push(`marblegate: an upstream (${behaviour.kind}) was not left`);
        }
        figures[runner.name] = quantile(tookMs, 0.5);
        rows.push([
          runner.name,
          behaviour.kind,
          tookMs.length,
          never,
          quantile(tookMs, 0.5),
          quantile(tookMs, 1),
        ]);
      }
      headlines.push({
        what: `client left → upstream left p50, ms (${behaviour.kind})`,
        figures,
      });
    }
    return {
      columns: [
        'relay',
        'upstream',
        'left',
        `not left in ${LIMIT_MS / 1000} s`,
        'p50 ms',
        'max ms',
      ],
      rows,
      note: 'From closing the client’s socket to the close the upstream sees. After a few nevers a relay is given up.',
      headlines,
      faults,
    };
  },
};
