import type { ContenderName } from '../harness/contenders.ts';
import type { Fleet } from '../harness/fleet.ts';
import type { Cell } from '../harness/table.ts';

/** One thing the bench finds out. */
export interface Measure {
  readonly name: string;
  readonly title: string;
  /** Whether it needs processes; what has none is measured in a process of its own. */
  readonly needsFleet: boolean;
  run(bench: Bench): Promise<Finding>;
}

export interface Bench {
  readonly fleet: Fleet;
  /** A smoke test: everything once and briefly. Its figures mean nothing. */
  readonly quick: boolean;
  readonly rounds: number;
  /** Of the streams only those with so many events. */
  readonly events?: readonly number[];
  /** So many clients at once, instead of the measure's own numbers. */
  readonly concurrencies?: readonly number[];
  progress(words: string): void;
}

export interface Finding {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** What the table means, and under which conditions it was measured. */
  readonly note: string;
  readonly headlines: readonly Headline[];
  /** What no figure can excuse: answers that were not right. */
  readonly faults: readonly string[];
}

/** A figure for the table at the end. */
export interface Headline {
  readonly what: string;
  readonly figures: Readonly<Partial<Record<ContenderName, number>>>;
}
