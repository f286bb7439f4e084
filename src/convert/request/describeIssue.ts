import type { z } from 'zod';
import { RequestError } from '../../errors.ts';
import { isRecord } from './isRecord.ts';
import { paramAt, type Path } from './paramAt.ts';
import { invalidValue, missingParameter, wrongType } from './refusals.ts';

/** What one thing is called, when it was expected. */
const expectations: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** Says a fault of shape in OpenAI's words, codes and paths. */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown): RequestError {
  return describe(issue, [], input);
}

function describe(issue: z.core.$ZodIssue, base: Path, input: unknown): RequestError {
  const path = [...base, ...issue.path];
  const param = paramAt(path);
  const value = valueAt(path, input);
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined
        ? missingParameter(param)
        : wrongType(param, expectations[issue.expected] ?? issue.expected, value);
    case 'invalid_value':
      return value === undefined
        ? missingParameter(param)
        : invalidValue(param, value, issue.values.map(String));
    case 'too_small':
      return outOfRange(param, value, 'below minimum', `>= ${issue.minimum}`, 'below_min_value');
    case 'too_big':
      return outOfRange(param, value, 'above maximum', `<= ${issue.maximum}`, 'above_max_value');
    case 'invalid_union':
      return describeUnion(issue, path, input);
    default:
      return new RequestError(`Invalid '${param}': ${issue.message}`, {
        param,
        reason: 'invalid_value',
      });
  }
}

/** Of several readings that failed, the one that got furthest is the one the client meant. */
function describeUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: Path,
  input: unknown,
): RequestError {
  const firsts = issue.errors.flatMap((branch) => branch.slice(0, 1));
  const deepest = firsts.reduce<z.core.$ZodIssue | undefined>(
    (best, next) => (next.path.length > (best?.path.length ?? 0) ? next : best),
    undefined,
  );
  if (deepest !== undefined) return describe(deepest, path, input);
  const value = valueAt(path, input);
  if (value === undefined) return missingParameter(paramAt(path));
  const names = firsts.flatMap((first) => {
    if (first.code === 'invalid_value') return first.values.map((word) => `'${String(word)}'`);
    return first.code === 'invalid_type' ? [expectations[first.expected] ?? first.expected] : [];
  });
  return wrongType(paramAt(path), `one of ${names.join(' or ')}`, value);
}

function outOfRange(
  param: string,
  value: unknown,
  where: string,
  expected: string,
  reason: string,
): RequestError {
  const kind = Number.isInteger(value) && !/temperature|top_p/.test(param) ? 'integer' : 'decimal';
  return new RequestError(
    `Invalid '${param}': ${kind} ${where} value. Expected a value ${expected}, but got ${String(value)} instead.`,
    { param, reason: `${kind}_${reason}` },
  );
}

function valueAt(path: Path, input: unknown): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)] as unknown;
    return isRecord(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined;
  }, input);
}
