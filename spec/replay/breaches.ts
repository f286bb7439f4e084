type Schema = Readonly<Record<string, unknown>>;

/**
 * What is wrong with a value, by its schema: nothing, if it satisfies it.
 *
 * A reader of JSON Schema written for these specs and sharing nothing with the code they specify.
 * It knows the keywords the specs use and throws at any other, so none goes unchecked.
 */
export function breaches(
  schema: unknown,
  value: unknown,
  root: unknown = schema,
  at = '',
): readonly string[] {
  if (schema === true) return [];
  if (schema === false) return [`${at}: nothing is allowed here`];
  return Object.entries(schema as Schema).flatMap(([keyword, said]) => {
    const check = keywords[keyword];
    if (!check) throw new Error(`${keyword} is not known to this reader`);
    return check({ said, value, schema: schema as Schema, root, at }).map((breach) =>
      breach.startsWith('/') ? breach : `${at || '/'} ${keyword}: ${breach}`,
    );
  });
}

interface Place {
  readonly said: unknown;
  readonly value: unknown;
  readonly schema: Schema;
  readonly root: unknown;
  readonly at: string;
}
type Check = (place: Place) => readonly string[];

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const unless = (fine: boolean, value: unknown): readonly string[] =>
  fine ? [] : [JSON.stringify(value)];
const note: Check = () => [];

const size =
  (
    of: (value: unknown) => number | undefined,
    fine: (size: number, limit: number) => boolean,
  ): Check =>
  ({ said, value }) => {
    const measured = of(value);
    return unless(measured === undefined || fine(measured, said as number), value);
  };
const ofNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
const ofString = (value: unknown): number | undefined =>
  typeof value === 'string' ? Array.from(value).length : undefined;
const ofArray = (value: unknown): number | undefined =>
  Array.isArray(value) ? value.length : undefined;
const ofObject = (value: unknown): number | undefined =>
  isObject(value) ? Object.keys(value).length : undefined;
const least = (measured: number, limit: number): boolean => measured >= limit;
const most = (measured: number, limit: number): boolean => measured <= limit;

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: isObject,
};
const formats: Readonly<Record<string, RegExp>> = {
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
};

const keywords: Readonly<Record<string, Check>> = {
  $defs: note,
  title: note,
  description: note,
  default: note,
  examples: note,
  type: ({ said, value }) =>
    unless(
      [said].flat().some((type) => types[String(type)]?.(value)),
      value,
    ),
  enum: ({ said, value }) =>
    unless(
      (said as unknown[]).some((allowed) => same(allowed, value)),
      value,
    ),
  const: ({ said, value }) => unless(same(said, value), value),
  minimum: size(ofNumber, least),
  maximum: size(ofNumber, most),
  exclusiveMinimum: size(ofNumber, (measured, limit) => measured > limit),
  multipleOf: ({ said, value }) =>
    unless(typeof value !== 'number' || value % (said as number) === 0, value),
  minLength: size(ofString, least),
  maxLength: size(ofString, most),
  pattern: ({ said, value }) =>
    unless(typeof value !== 'string' || new RegExp(said as string, 'u').test(value), value),
  format: ({ said, value }) =>
    unless(typeof value !== 'string' || formats[said as string]?.test(value) === true, value),
  minItems: size(ofArray, least),
  maxItems: size(ofArray, most),
  uniqueItems: ({ value }) =>
    unless(
      !Array.isArray(value) ||
        new Set(value.map((item) => JSON.stringify(item))).size === value.length,
      value,
    ),
  items: ({ said, value, root, at }) =>
    Array.isArray(value)
      ? value.flatMap((item, nth) => breaches(said, item, root, `${at}/${nth}`))
      : [],
  minProperties: size(ofObject, least),
  required: ({ said, value }) =>
    isObject(value)
      ? (said as string[]).filter((name) => !Object.hasOwn(value, name)).map((name) => `no ${name}`)
      : [],
  properties: ({ said, value, root, at }) =>
    isObject(value)
      ? Object.entries(said as Schema).flatMap(([name, schema]) =>
          Object.hasOwn(value, name) ? breaches(schema, value[name], root, `${at}/${name}`) : [],
        )
      : [],
  additionalProperties: ({ said, value, schema, root, at }) =>
    isObject(value)
      ? Object.entries(value)
          .filter(([name]) => !Object.hasOwn(schema['properties'] ?? {}, name))
          .flatMap(([name, extra]) => breaches(said, extra, root, `${at}/${name}`))
      : [],
  allOf: ({ said, value, root, at }) =>
    (said as unknown[]).flatMap((schema) => breaches(schema, value, root, at)),
  anyOf: ({ said, value, root, at }) =>
    unless(
      (said as unknown[]).some((schema) => breaches(schema, value, root, at).length === 0),
      value,
    ),
  oneOf: ({ said, value, root, at }) =>
    unless(
      (said as unknown[]).filter((schema) => breaches(schema, value, root, at).length === 0)
        .length === 1,
      value,
    ),
  $ref: ({ said, value, root, at }) => {
    const name = (said as string).replace(/^#\/\$defs\//, '');
    const target = said === '#' ? root : ((root as Schema)['$defs'] as Schema)[name];
    return breaches(target, value, root, at);
  },
};
