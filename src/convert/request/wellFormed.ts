import { RequestError } from '../../errors.ts';
import { isRecord } from './isRecord.ts';

/** Levels of nesting beyond which no honest request goes, and recursion is no longer safe. */
const DEEPEST = 400;

/**
 * The same JSON value without unpaired surrogates. What is whole already is not copied.
 *
 * A string cut in the middle of an emoji is legal in JSON's grammar and in JavaScript, but not in
 * UTF-8: Claude refuses the whole request, and the conversation stays broken for good.
 *
 * **Errors** – {@link RequestError} for a value nested deeper than any tool would.
 */
export function wellFormed<T>(value: T): T {
  return whole(value, 0) as T;
}

function whole(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (depth > DEEPEST) throw new RequestError('The request is nested too deeply.');
  if (Array.isArray(value)) return wholeList(value, depth + 1);
  if (isRecord(value)) return wholeRecord(value, depth + 1);
  return value;
}

function wholeList(list: readonly unknown[], depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const better = whole(item, depth);
    if (better !== item) {
      copy ??= [...list];
      copy[index] = better;
    }
  }
  return copy ?? list;
}

function wholeRecord(record: Readonly<Record<string, unknown>>, depth: number): unknown {
  const entries = Object.entries(record);
  const better = entries.map(([key, item]): [string, unknown] => [
    key.isWellFormed() ? key : key.toWellFormed(),
    whole(item, depth),
  ]);
  const isSame = entries.every(
    ([key, item], index) => better[index]?.[0] === key && better[index][1] === item,
  );
  // fromEntries defines, it does not assign: a key `__proto__` stays data.
  return isSame ? record : Object.fromEntries(better);
}
