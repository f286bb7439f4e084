/** The middle of some numbers; NaN of none. */
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** The number below which a share of the others lies, between neighbours in proportion. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.filter((n) => Number.isFinite(n)).sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? NaN;
  const above = sorted[Math.ceil(at)] ?? NaN;
  return below + (above - below) * (at - Math.floor(at));
}
