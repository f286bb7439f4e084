import { isRecord } from './isRecord.ts';

/** A JSON Schema that is an object; `true` and `false` are schemas too, but have no members. */
export type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a schema, a list of schemas or a dictionary of schemas. */
const single = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const listed = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const named = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/**
 * A schema with every schema directly inside it changed; itself when nothing changed.
 *
 * Names of properties are data: one called `__proto__` stays what it is.
 */
export function mapSubschemas(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const each = (inner: unknown): unknown => (isRecord(inner) ? change(inner) : inner);
  return changedRecord(schema, (value, keyword) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return listed.has(keyword) ? changedList(value, each) : value;
    if (single.has(keyword)) return each(value);
    return named.has(keyword) ? changedRecord(value as Schema, each) : value;
  });
}

function changedList(
  list: readonly unknown[],
  change: (value: unknown) => unknown,
): readonly unknown[] {
  const changed = list.map((item) => change(item));
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

/** Copied only from the first member on that changes: hardly any schema has one. */
function changedRecord(record: Schema, change: (value: unknown, name: string) => unknown): Schema {
  let changed: Map<string, unknown> | undefined;
  for (const name in record) {
    const value = record[name];
    const better = change(value, name);
    if (better === value) continue;
    changed ??= new Map(Object.entries(record));
    changed.set(name, better);
  }
  return changed === undefined ? record : Object.fromEntries(changed);
}

/** The schema a local reference (`#/$defs/Name`) points at; undefined when there is none. */
export function follow(ref: string, root: Schema): Schema | undefined {
  const [, keyword, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? [];
  if (keyword === undefined || name === undefined) return undefined;
  const definitions = root[keyword];
  const key = name.replace(/~1/g, '/').replace(/~0/g, '~');
  if (!isRecord(definitions) || !Object.hasOwn(definitions, key)) return undefined;
  const found = definitions[key];
  return isRecord(found) ? found : undefined;
}

/** The description with a sentence added. */
export function describedAs(description: unknown, sentence: string): string {
  return typeof description === 'string' && description.trim() !== ''
    ? `${description}\n${sentence}`
    : sentence;
}
