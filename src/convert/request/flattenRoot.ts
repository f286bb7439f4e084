import { isRecord } from './isRecord.ts';
import { follow, type Schema } from './schemas.ts';
import { without } from './without.ts';

interface Flat {
  readonly schema: Schema;
  readonly hint?: string;
}

/** Branches looked at before the rest is left to the model's good sense: references can multiply. */
const MOST_BRANCHES = 500;

const combinators = ['allOf', 'anyOf', 'oneOf', '$ref'] as const;

/**
 * A schema whose root says with plain `properties` and `required` what it said with combinators.
 *
 * Claude refuses the whole request for one tool with `oneOf`, `anyOf` or `allOf` at the top; deeper
 * down they are welcome. What `properties` cannot say is said in a sentence instead.
 */
export function flattenRoot(schema: Schema): Flat {
  return combinators.some((keyword) => Object.hasOwn(schema, keyword))
    ? flatten(schema, { root: schema, branches: MOST_BRANCHES }, new Set())
    : { schema };
}

/** What all branches of one schema share. */
interface Tree {
  readonly root: Schema;
  /** How many more branches may be looked at. */
  branches: number;
}

function flatten(schema: Schema, tree: Tree, followed: ReadonlySet<string>): Flat {
  if (tree.branches === 0) return { schema: {} };
  tree.branches -= 1;
  let properties = new Map(propertiesOf(schema));
  let required = new Set(requiredOf(schema));
  const hints: string[] = [];

  const { $ref } = schema;
  const target =
    typeof $ref === 'string' && !followed.has($ref) ? follow($ref, tree.root) : undefined;
  const seen = typeof $ref === 'string' ? new Set([...followed, $ref]) : followed;

  for (const branch of [...(target ? [target] : []), ...branchesOf(schema['allOf'])]) {
    const flat = flatten(branch, tree, seen);
    properties = merged(properties, propertiesOf(flat.schema));
    required = new Set([...required, ...requiredOf(flat.schema)]);
    if (flat.hint !== undefined) hints.push(flat.hint);
  }
  for (const [keyword, opening] of [
    ['oneOf', 'Exactly one of these shapes'],
    ['anyOf', 'At least one of these shapes'],
  ] as const) {
    const branches = branchesOf(schema[keyword]).map(
      (branch) => flatten(branch, tree, seen).schema,
    );
    if (branches.length === 0) continue;
    hints.push(`${opening}: ${branches.map(shapeOf).join(' or ')}.`);
    for (const branch of branches) properties = merged(properties, propertiesOf(branch));
    const [first = [], ...others] = branches.map(requiredOf);
    const shared = first.filter((name) => others.every((names) => names.includes(name)));
    required = new Set([...required, ...shared]);
  }

  const flat = {
    ...without(schema, [...combinators, 'properties', 'required']),
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
  };
  return { schema: flat, ...(hints.length > 0 && { hint: hints.join('\n') }) };
}

/** Where two branches define a property differently, either definition will do. */
function merged(
  known: ReadonlyMap<string, unknown>,
  more: readonly (readonly [string, unknown])[],
): Map<string, unknown> {
  const all = new Map(known);
  for (const [name, schema] of more) {
    const other = all.get(name);
    const same = other === undefined || JSON.stringify(other) === JSON.stringify(schema);
    all.set(name, same ? schema : { anyOf: [...alternatives(other), schema] });
  }
  return all;
}

function alternatives(schema: unknown): readonly unknown[] {
  if (!isRecord(schema) || Object.keys(schema).length !== 1) return [schema];
  return Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema];
}

function shapeOf(schema: Schema): string {
  const required = requiredOf(schema);
  const names = required.length > 0 ? required : propertiesOf(schema).map(([name]) => name);
  return `{${names.join(', ')}}`;
}

function branchesOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function propertiesOf({ properties }: Schema): readonly (readonly [string, unknown])[] {
  return isRecord(properties) ? Object.entries(properties) : [];
}

function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required)
    ? required.filter((name): name is string => typeof name === 'string')
    : [];
}
