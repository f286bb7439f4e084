import type { Cell } from '../harness/table.ts';
import { costOf } from './costOf.ts';
import type { Bench, Finding, Measure } from './Measure.ts';

const counts = [0, 1, 4, 16];

/** What stages cost that do nothing. */
export const stages: Measure = {
  name: 'stages',
  title: 'Conversion behind stages, ns an event',
  needsFleet: false,
  async run({ quick, progress }: Bench): Promise<Finding> {
    const asked = quick ? counts.slice(0, 2) : counts;
    const rows: Cell[][] = [];
    for (const plain of [false, true]) {
      const costs: number[] = [];
      for (const count of asked) {
        progress(`stages: ${count}`);
        costs.push((await costOf({ of: 'stages', stages: count, plain }, quick)).nsPerItem);
      }
      rows.push([plain ? 'of RxJS operators' : 'that can be fused', ...costs]);
    }
    return {
      columns: ['so many stages', ...asked.map(String)],
      rows,
      note: 'Whole messages of 4,000 events; each stage passes every event on as it is.',
      headlines: [],
      faults: [],
    };
  },
};
