import { manies } from '../fixture/manyBlocks.ts';
import type { Cell } from '../harness/table.ts';
import { costOf } from './costOf.ts';
import type { Bench, Finding, Measure } from './Measure.ts';

const counts = [1, 10, 100, 1000, 5000];

/** The conversion of answers, by how much there is in one: an event must cost what it always does. */
export const growth: Measure = {
  name: 'growth',
  title: 'Conversion of long answers, µs an event',
  needsFleet: false,
  async run({ quick, progress }: Bench): Promise<Finding> {
    const asked = quick ? counts.slice(0, 2) : counts;
    const rows: Cell[][] = [];
    for (const many of manies) {
      const costs: number[] = [];
      for (const count of asked) {
        progress(`growth: ${count} ${many}`);
        costs.push((await costOf({ of: 'growth', many, count }, quick)).nsPerItem / 1000);
      }
      rows.push([many, ...costs]);
    }
    return {
      columns: ['a message of so many', ...asked.map((count) => count.toLocaleString('en'))],
      rows,
      note: '`claudeToOpenAI` alone. With few events, building the pipeline is most of it.',
      headlines: [],
      faults: [],
    };
  },
};
