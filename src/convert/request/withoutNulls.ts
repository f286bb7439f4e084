/**
 * The record without its members that are null; itself when it has none. Null is OpenAI's word for
 * absent, and refused by Claude in many places.
 */
export function withoutNulls<T extends object>(record: T): T {
  const entries = Object.entries(record);
  return entries.some(([, value]) => value === null)
    ? (Object.fromEntries(entries.filter(([, value]) => value !== null)) as T)
    : record;
}
