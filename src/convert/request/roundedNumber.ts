import { isRecord } from './isRecord.ts';

/**
 * A whole number in a JSON value, the first one, that may not be the one that was sent: doubles hold
 * every whole number up to 2^53 only, and reading JSON rounds without a word.
 */
export function roundedNumber(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? value : undefined;
  }
  if (!Array.isArray(value) && !isRecord(value)) return undefined;
  for (const inner of Object.values(value) as readonly unknown[]) {
    const rounded = roundedNumber(inner);
    if (rounded !== undefined) return rounded;
  }
  return undefined;
}
