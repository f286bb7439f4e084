/** What a state says now, in values that nothing shares. A map need not be a `Map`. */
export function snapshot(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Symbol.iterator in value) return [...(value as Iterable<unknown>)].map(snapshot);
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, snapshot(it)]));
}
