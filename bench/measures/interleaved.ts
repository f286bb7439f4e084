import type { ContenderName } from '../harness/contenders.ts';
import { median } from '../harness/statistics.ts';

/** What one round found for each relay. */
export type Round<T> = Readonly<Partial<Record<ContenderName, T>>>;

/**
 * Measures A B C, B A C, C A B …: one after the other in every round, so that what drifts on a shared
 * machine drifts for all of them; every other round backwards, so that nobody always follows the same.
 */
export async function interleaved<R extends { readonly name: ContenderName }, T>(
  rounds: number,
  runners: readonly R[],
  measure: (runner: R) => Promise<T>,
): Promise<readonly Round<T>[]> {
  const found: Round<T>[] = [];
  for (let round = 0; round < rounds; round++) {
    const results: Partial<Record<ContenderName, T>> = {};
    for (let turn = 0; turn < runners.length; turn++) {
      const step = round % 2 === 0 ? turn : -turn;
      const runner = runners.at((round + step) % runners.length);
      if (runner !== undefined) results[runner.name] = await measure(runner);
    }
    found.push(results);
  }
  return found;
}

/** The median over the rounds of one figure of one relay. */
export const medianOf = <T>(
  rounds: readonly Round<T>[],
  name: ContenderName,
  figure: (result: T) => number,
): number => median(figuresOf(rounds, name, figure));

/**
 * The median over the rounds of a relay's figure against another's in the same round: a ratio within
 * a round means more than a ratio of medians.
 */
export const medianRatio = <T>(
  rounds: readonly Round<T>[],
  name: ContenderName,
  to: ContenderName,
  figure: (result: T) => number,
): number =>
  median(
    rounds.flatMap(({ [name]: own, [to]: other }) =>
      own === undefined || other === undefined ? [] : [figure(own) / figure(other)],
    ),
  );

/** How far the rounds lie apart: half the range, as a share of the median. */
export function spread<T>(
  rounds: readonly Round<T>[],
  name: ContenderName,
  figure: (result: T) => number,
): number {
  const figures = figuresOf(rounds, name, figure);
  return (Math.max(...figures) - Math.min(...figures)) / 2 / median(figures);
}

const figuresOf = <T>(
  rounds: readonly Round<T>[],
  name: ContenderName,
  figure: (result: T) => number,
): number[] =>
  rounds.flatMap(({ [name]: result }) => (result === undefined ? [] : [figure(result)]));
