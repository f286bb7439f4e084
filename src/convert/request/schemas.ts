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
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (listed.has(keyword) && Array.isArray(value)) return [keyword, changedList(value, each)];
    if (!isRecord(value)) return [keyword, value];
    if (single.has(keyword)) return [keyword, each(value)];
    return [keyword, named.has(keyword) ? changedRecord(value, each) : value];
  });
  return same(schema, entries) ? schema : Object.fromEntries(entries);
}

type Change = (value: unknown) => unknown;

function changedList(list: readonly unknown[], change: Change): readonly unknown[] {
  const changed = list.map(change);
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

function changedRecord(record: Schema, change: Change): Schema {
  const entries = Object.entries(record).map(([name, value]): [string, unknown] => [
    name,
    change(value),
  ]);
  return same(record, entries) ? record : Object.fromEntries(entries);
}

function same(record: Schema, entries: readonly (readonly [string, unknown])[]): boolean {
  return entries.every(([name, value]) => value === record[name]);
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
