import { z } from 'zod';
import { didYouMean } from './didYouMean.ts';

/**
 * Everything that is wrong with some settings, a sentence each.
 *
 * @param nameOf - how whoever wrote them knows the setting at a path
 */
export function shapeProblems(
  schema: z.ZodType,
  value: unknown,
  nameOf: (path: string) => string,
): readonly string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') {
      const { message } = (issue.code === 'invalid_key' ? issue.issues[0] : undefined) ?? issue;
      return [`${nameOf(path)}: ${message.replace(/^Invalid input: /, '')}`];
    }
    const known = knownKeys(schema, issue.path);
    return issue.keys.map(
      (key) =>
        `${nameOf(path === '' ? key : `${path}.${key}`)}: unknown setting${didYouMean(key, others(known, key))}`,
    );
  });
}

/** Another channel of the list may well have it; this one has not. */
const others = (known: readonly string[], key: string): readonly string[] =>
  known.filter((name) => name !== key);

/** Names of the settings of the group at a path. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const group = unwrapped(schema);
  if (group instanceof z.ZodArray) return knownKeys(group.element as z.ZodType, path.slice(1));
  if (group instanceof z.ZodRecord) return knownKeys(group.valueType as z.ZodType, path.slice(1));
  if (group instanceof z.ZodUnion) {
    const options = group.options as readonly z.ZodType[];
    return [...new Set(options.flatMap((option) => knownKeys(option, path)))];
  }
  if (!(group instanceof z.ZodObject)) return [];
  const [first, ...rest] = path;
  if (first === undefined) return Object.keys(group.shape);
  const inner = group.shape[String(first)] as z.ZodType | undefined;
  return inner === undefined ? [] : knownKeys(inner, rest);
}

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}
