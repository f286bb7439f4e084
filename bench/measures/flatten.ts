import type { Flattening } from '../duties/CostDuties.ts';
import type { Cell } from '../harness/table.ts';
import { costOf } from './costOf.ts';
import type { Bench, Finding, Measure } from './Measure.ts';

const flattenings: readonly Flattening[] = ['map', 'mapMany', 'concatMap', 'mergeMap'];

/** One value to none, one or many: `mapMany` against what RxJS has for it. */
export const flatten: Measure = {
  name: 'flatten',
  title: 'One value to many, ns a value',
  needsFleet: false,
  async run({ quick, progress }: Bench): Promise<Finding> {
    const rows: Cell[][] = [];
    for (const how of flattenings) {
      progress(`flatten: ${how}`);
      const { nsPerItem, spread } = await costOf({ of: 'flattening', how }, quick);
      rows.push([how, nsPerItem, spread * 100]);
    }
    return {
      columns: ['operator', 'ns/value', '± %'],
      rows,
      note: '100,000 values, of which every fourth becomes two or none; `map` only passes them on.',
      headlines: [],
      faults: [],
    };
  },
};
