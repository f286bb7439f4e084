import type { Cell } from '../harness/table.ts';
import { costOf } from './costOf.ts';
import type { Bench, Finding, Measure } from './Measure.ts';

/** Messages of a history, and characters of each. */
const histories = [
  { messages: 125, chars: 400 },
  { messages: 500, chars: 400 },
  { messages: 2000, chars: 400 },
  { messages: 8000, chars: 400 },
];

/** The conversion of requests, by the length of their history: it must be linear. */
export const longHistories: Measure = {
  name: 'histories',
  title: 'Conversion of long histories',
  needsFleet: false,
  async run({ quick, progress }: Bench): Promise<Finding> {
    const rows: Cell[][] = [];
    for (const { messages, chars } of quick ? histories.slice(0, 2) : histories) {
      progress(`histories: ${messages} messages`);
      const { nsPerItem, spread } = await costOf({ of: 'request', messages, chars }, quick);
      rows.push([messages, (nsPerItem * messages) / 1e6, nsPerItem / 1000, spread * 100]);
    }
    return {
      columns: ['messages', 'ms/request', 'µs/message', '± %'],
      rows,
      note: '`toClaudeRequest` alone, on parsed JSON. Linear means that µs/message stays level.',
      headlines: [],
      faults: [],
    };
  },
};
