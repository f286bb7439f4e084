import { RequestError } from '../../errors.ts';
import { isRecord } from './isRecord.ts';
import { paramAt, type Path } from './paramAt.ts';

/** Levels of nesting beyond which no honest request goes, and recursion is no longer safe. */
const DEEPEST = 400;

/** Steps of a path that say where something endless begins: `tools.[0].function.parameters`. */
const TELLING_STEPS = 4;

/** Raised inside this file for a value that cannot be passed on. */
class Unsayable extends Error {}

/**
 * The same JSON value without unpaired surrogates. What is whole already is not copied.
 *
 * A string cut in the middle of an emoji is legal in JSON's grammar and in JavaScript, but not in
 * UTF-8: Claude refuses the whole request, and the conversation stays broken for good.
 *
 * **Errors** – {@link RequestError} for a value nested deeper than any tool would, and for a number
 * too large to be one: JSON would pass it on as null.
 *
 * @param param - where the value stands, if it is not the request itself
 */
export function wellFormed<T>(value: T, param?: string): T {
  if (isWhole(value, 0)) return value;
  try {
    return whole(value, 0) as T;
  } catch (error) {
    if (!(error instanceof Unsayable)) throw error;
    const path = pathToFault(value, 0) ?? [];
    if (path.length > DEEPEST) {
      throw new RequestError('The request is nested too deeply.', {
        param: param ?? paramAt(path.slice(0, TELLING_STEPS)),
        reason: 'invalid_value',
      });
    }
    const where = param ?? paramAt(path);
    throw new RequestError(`Invalid '${where}': the number is too large.`, {
      param: where,
      reason: 'invalid_value',
    });
  }
}

/** Almost everything is: this looks without keeping anything. */
function isWhole(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (isFault(value, depth)) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isWhole(item, depth + 1)) return false;
    return true;
  }
  if (!isRecord(value)) return true;
  for (const key in value) {
    if (!key.isWellFormed() || !isWhole(value[key], depth + 1)) return false;
  }
  return true;
}

function whole(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (isFault(value, depth)) throw new Unsayable();
  if (Array.isArray(value)) return wholeList(value, depth + 1);
  if (isRecord(value)) return wholeRecord(value, depth + 1);
  return value;
}

function isFault(value: unknown, depth: number): boolean {
  return typeof value === 'number' ? !Number.isFinite(value) : depth > DEEPEST;
}

/** Looked for only once it is known that there is one. */
function pathToFault(value: unknown, depth: number): Path | undefined {
  if (typeof value === 'string') return undefined;
  if (isFault(value, depth)) return [];
  const entries: Iterable<[PropertyKey, unknown]> = Array.isArray(value)
    ? value.entries()
    : isRecord(value)
      ? Object.entries(value)
      : [];
  for (const [step, inner] of entries) {
    const rest = pathToFault(inner, depth + 1);
    if (rest !== undefined) return [step, ...rest];
  }
  return undefined;
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
