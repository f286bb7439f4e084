import type { ClaudeUsage } from '../claude/events.ts';

/**
 * The usage of two answers that are told as one: each of them is billed.
 *
 * Numbers are added, field by field and level by level; what is not a number is the later one's.
 */
export const addUsage = (one: ClaudeUsage, other: ClaudeUsage): ClaudeUsage => sum(one, other);

const sum = (one: object, other: object): object =>
  Object.entries(other).reduce<Record<string, unknown>>(
    (total, [field, value]: [string, unknown]) => ({
      ...total,
      [field]: added((one as Record<string, unknown>)[field], value),
    }),
    { ...one },
  );

function added(a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])];
  return isObject(a) && isObject(b) ? sum(a, b) : (b ?? a);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
