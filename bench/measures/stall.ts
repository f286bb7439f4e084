import { comesTrue } from '../harness/clock.ts';
import { residentBytes } from '../harness/proc.ts';
import type { Cell } from '../harness/table.ts';
import type { Bench, Finding, Measure } from './Measure.ts';
import { warmUp } from './warmUp.ts';

/** What happens when a client reads nothing while the upstream offers much. */
export const stall: Measure = {
  name: 'stall',
  title: 'A client that does not read',
  needsFleet: true,
  async run({ fleet, quick, progress }: Bench): Promise<Finding> {
    const bytes = (quick ? 32 : 200) * 2 ** 20;
    const rows: Cell[][] = [];
    const faults: string[] = [];
    const growth: Record<string, number> = {};
    for (const runner of fleet.runners) {
      progress(`stall: ${runner.name}`);
      const { faults: wrong, request } = await warmUp(fleet, runner, {
        events: 300,
        ms: quick ? 200 : 3000,
      });
      faults.push(...wrong);
      await fleet.upstream.ask('behave', { kind: 'firehose', bytes });

      const before = residentBytes(runner.pid);
      let peak = before;
      const sampling = setInterval(() => {
        peak = Math.max(peak, residentBytes(runner.pid));
      }, 25);
      await fleet.client.ask('stall', { port: runner.port, request });
      const taken = await whenSettled(
        async () => (await fleet.upstream.ask('tally', null)).bytes,
        quick ? 300 : 2000,
      );
      const stalledPeak = peak;
      const readAt = performance.now();
      const answer = await fleet.client.ask('finish', 90_000);
      const seconds = (performance.now() - readAt) / 1000;
      clearInterval(sampling);

      // The text alone is more than nine tenths of what was offered.
      if (answer?.status !== 200 || answer.bodyBytes < bytes * 0.9) {
        faults.push(`${runner.name}: the stalled answer did not come whole when it was read on`);
      }
      growth[runner.name] = (stalledPeak - before) / 2 ** 20;
      rows.push([
        runner.name,
        bytes / 2 ** 20,
        taken / 2 ** 20,
        (stalledPeak - before) / 2 ** 20,
        (peak - before) / 2 ** 20,
        (answer?.bodyBytes ?? 0) / 2 ** 20 / seconds,
      ]);
    }
    return {
      columns: [
        'relay',
        'offered MB',
        'taken from the upstream while stalled MB',
        'growth while stalled MB',
        'growth to the end MB',
        'then read at MB/s',
      ],
      rows,
      note:
        'The client reads the first bytes and stops until the upstream can write no more, then ' +
        'reads on to the end. What is taken includes the buffers of two sockets in the kernel.',
      headlines: [{ what: 'MB grown for a client that does not read', figures: growth }],
      faults,
    };
  },
};

/** A number once it has not changed for so long. */
async function whenSettled(read: () => Promise<number>, forMs: number): Promise<number> {
  let last = await read();
  let since = performance.now();
  await comesTrue(async () => {
    const now = await read();
    if (now !== last) since = performance.now();
    last = now;
    return performance.now() - since >= forMs;
  }, 30_000);
  return last;
}
