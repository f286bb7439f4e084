/** The record without some of its members; itself when it has none of them. */
export function without<T extends object, K extends string>(
  record: T,
  names: readonly K[],
): Omit<T, K> {
  for (const name of names) {
    if (!Object.hasOwn(record, name)) continue;
    return Object.fromEntries(
      Object.entries(record).filter(([member]) => !(names as readonly string[]).includes(member)),
    ) as Omit<T, K>;
  }
  return record;
}
