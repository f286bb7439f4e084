import { comesTrue, pause } from '../harness/clock.ts';
import { residentBytes } from '../harness/proc.ts';
import type { Cell } from '../harness/table.ts';
import type { Bench, Finding, Measure } from './Measure.ts';
import { warmUp } from './warmUp.ts';

/** What a stream costs that says nothing: memory of the relay's process. */
export const memory: Measure = {
  name: 'memory',
  title: 'Memory of idle streams',
  needsFleet: true,
  async run({ fleet, quick, progress }: Bench): Promise<Finding> {
    const streams = quick ? 50 : 1000;
    const rows: Cell[][] = [];
    const faults: string[] = [];
    const perStream: Record<string, number> = {};
    for (const runner of fleet.runners) {
      progress(`memory: ${runner.name}`);
      const { faults: wrong, request } = await warmUp(fleet, runner, {
        events: 300,
        ms: quick ? 200 : 5000,
      });
      faults.push(...wrong);
      await fleet.upstream.ask('behave', { kind: 'silent' });
      await pause(quick ? 0 : 2000);

      const before = residentBytes(runner.pid);
      const spoken = await fleet.client.ask('hold', { port: runner.port, request, streams });
      if (spoken < streams) faults.push(`${runner.name}: only ${spoken} of ${streams} spoke`);
      // Until a collection or two has taken what opening them left behind.
      await pause(quick ? 200 : 8000);
      const held = residentBytes(runner.pid);
      await fleet.client.ask('leave', null);
      const allLeft = async () => (await fleet.upstream.ask('tally', null)).open === 0;
      await comesTrue(allLeft, 5000);
      const { open } = await fleet.upstream.ask('tally', null);

      perStream[runner.name] = (held - before) / streams / 1024;
      rows.push([
        runner.name,
        streams,
        before / 2 ** 20,
        held / 2 ** 20,
        perStream[runner.name] ?? NaN,
        open,
      ]);
      if (runner.name === 'marblegate' && open > 0) {
        faults.push(`marblegate: ${open} upstream streams left open by clients that left`);
      }
    }
    return {
      columns: [
        'relay',
        'streams',
        'before MB',
        'held MB',
        'KB per stream',
        'upstream streams left open after 5 s',
      ],
      rows,
      note: 'Each stream has said one word and is silent. Resident memory, so the kernel counts.',
      headlines: [{ what: 'KB per idle stream', figures: perStream }],
      faults,
    };
  },
};
