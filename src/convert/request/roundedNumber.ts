import { isRecord } from './isRecord.ts';

/**
 * A whole number in a JSON value, the first one, that may not be the one that was sent: doubles hold
 * every whole number up to 2^53 only, and reading JSON rounds without a word.
 */
export function roundedNumber(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? value : undefined;
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      const rounded = roundedNumber(item);
      if (rounded !== undefined) return rounded;
    }
  } else if (isRecord(value)) {
    for (const name in value) {
      const rounded = roundedNumber(value[name]);
      if (rounded !== undefined) return rounded;
    }
  }
  return undefined;
}
