/** The record without some of its members; itself when it has none of them. */
export function without<T extends object, K extends string>(
  record: T,
  names: readonly K[],
): Omit<T, K> {
  return names.some((name) => Object.hasOwn(record, name))
    ? (Object.fromEntries(
        Object.entries(record).filter(([name]) => !(names as readonly string[]).includes(name)),
      ) as Omit<T, K>)
    : record;
}
