/**
 * The record without its members that are null; itself when it has none. Null is OpenAI's word for
 * absent, and refused by Claude in many places.
 */
export function withoutNulls<T extends object>(record: T): T {
  for (const name in record) {
    if (record[name] !== null) continue;
    return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as T;
  }
  return record;
}
