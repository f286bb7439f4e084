import type { Leg } from '../duties/CostDuties.ts';
import { kinds } from '../fixture/kinds.ts';
import type { Cell } from '../harness/table.ts';
import { costOf } from './costOf.ts';
import type { Bench, Finding, Measure } from './Measure.ts';

const legs: readonly Leg[] = [
  'decodeSse',
  'parseEvents',
  'readEvents',
  'claudeToOpenAI',
  'encodeSse',
  'whole',
];

/** The pure road alone: no socket, no HTTP. */
export const operators: Measure = {
  name: 'operators',
  title: 'Operators alone, ns an event',
  needsFleet: false,
  async run({ quick, progress }: Bench): Promise<Finding> {
    const rows: Cell[][] = [];
    let whole = NaN;
    for (const kind of quick ? kinds.slice(-1) : kinds) {
      const costs: number[] = [];
      for (const leg of legs) {
        progress(`operators: ${leg}, ${kind}`);
        costs.push((await costOf({ of: 'leg', leg, kind }, quick)).nsPerItem);
      }
      rows.push([kind, ...costs]);
      if (kind === 'mixed') whole = costs.at(-1) ?? NaN;
    }
    return {
      columns: ['event', ...legs.map((leg) => (leg === 'whole' ? 'bytes to text' : leg))],
      rows,
      note:
        'Whole messages of 4,000 events in reads of 64 KB; every case in a process of its own. Bytes ' +
        'to text as the relay goes: readEvents, claudeToOpenAI, encodeSse as latin1.',
      headlines: [{ what: 'operators alone, µs per event', figures: { marblegate: whole / 1000 } }],
      faults: [],
    };
  },
};
