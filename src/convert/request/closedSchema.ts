import { isRecord } from './isRecord.ts';
import { describedAs, follow, type Schema } from './schemas.ts';

/** A schema Claude can hold an answer to, and what it costs. */
export interface ClosedSchema {
  readonly schema: Schema;
  /** Properties that may be left out. */
  readonly optional: number;
  /** Places with more than one type. */
  readonly unions: number;
}

/** Most optional properties, and most unions, of all schemas of one request together. */
export const MOST_OPTIONAL = 24;
export const MOST_UNIONS = 16;

/** References that lead to references: beyond it a schema counts as recursive. */
const LONGEST_CHAIN = 100;

/** Keywords that stay as they are. */
const kept = new Set([
  '$ref',
  'title',
  'description',
  'default',
  'const',
  'enum',
  'type',
  'required',
]);

/** Keywords that only comment. */
const silent = new Set([
  '$anchor',
  '$comment',
  '$id',
  '$schema',
  'additionalItems',
  'deprecated',
  'examples',
  'readOnly',
  'strict',
  'writeOnly',
]);

/** Keywords that change what a schema means in ways Claude's grammar cannot follow. */
const beyond = [
  '$dynamicRef',
  'contains',
  'dependentRequired',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'patternProperties',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];

const formats = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** Raised inside this file for a schema that cannot be said. */
class Beyond extends Error {}

/**
 * The schema in the part of JSON Schema that Claude can enforce: every object closed, constraints
 * it does not know moved into descriptions, where the model reads them.
 *
 * @returns undefined for a schema that would change its meaning: recursion, references to
 *   elsewhere, open maps, conditions, a root that is no object, too many options
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
export function closeSchema(schema: Schema): ClosedSchema | undefined {
  try {
    const closing = new Closing(schema);
    const closed = closing.close(schema, true);
    const { optional, unions } = closing;
    return optional > MOST_OPTIONAL || unions > MOST_UNIONS
      ? undefined
      : { schema: closed, optional, unions };
  } catch (error) {
    if (error instanceof Beyond) return undefined;
    throw error;
  }
}

class Closing {
  optional = 0;
  unions = 0;
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
    if (isRecursive(root)) throw new Beyond();
  }

  close(schema: Schema, isRoot = false): Schema {
    if (beyond.some((keyword) => Object.hasOwn(schema, keyword))) throw new Beyond();
    const isObject = schema['type'] === 'object' || isRecord(schema['properties']);
    if (isRoot && !isObject) throw new Beyond();
    if (
      Array.isArray(schema['type']) ||
      Object.hasOwn(schema, 'anyOf') ||
      Object.hasOwn(schema, 'oneOf')
    ) {
      this.unions += 1;
    }

    const closed: [string, unknown][] = [];
    const moved: string[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      const entry = this.#keyword(keyword, value);
      if (entry !== undefined) closed.push(entry);
      else if (!silent.has(keyword) && keyword !== 'additionalProperties') {
        moved.push(`${keyword}: ${JSON.stringify(value)}`);
      }
    }
    const result = new Map(closed);
    if (isObject) this.#closeObject(schema, result, isRoot);
    if (moved.length > 0) {
      result.set('description', describedAs(schema['description'], `{${moved.join(', ')}}`));
    }
    return Object.fromEntries(result);
  }

  /** What becomes of one keyword; undefined when it does not stay. */
  #keyword(keyword: string, value: unknown): [string, unknown] | undefined {
    if (
      keyword === 'enum' &&
      (!Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null))
    ) {
      throw new Beyond();
    }
    if (
      keyword === '$ref' &&
      (typeof value !== 'string' || follow(value, this.#root) === undefined)
    ) {
      throw new Beyond();
    }
    if (kept.has(keyword)) return [keyword, value];
    switch (keyword) {
      case 'properties':
      case '$defs':
      case 'definitions':
        return [keyword, this.#each(value)];
      case 'anyOf':
      case 'oneOf':
        return ['anyOf', this.#list(value)];
      case 'allOf':
      case 'prefixItems':
        return [keyword, this.#list(value)];
      case 'items':
        return isRecord(value) ? [keyword, this.close(value)] : undefined;
      case 'format':
        return formats.has(String(value)) ? [keyword, value] : undefined;
      case 'minItems':
        return value === 0 || value === 1 ? [keyword, value] : undefined;
      default:
        return undefined;
    }
  }

  #each(value: unknown): unknown {
    if (!isRecord(value)) throw new Beyond();
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, this.#inner(inner)]),
    );
  }

  #list(value: unknown): unknown {
    if (!Array.isArray(value)) throw new Beyond();
    return value.map((inner) => this.#inner(inner));
  }

  #inner(inner: unknown): Schema {
    if (!isRecord(inner)) throw new Beyond();
    return this.close(inner);
  }

  #closeObject(schema: Schema, result: Map<string, unknown>, isRoot: boolean): void {
    const { properties, additionalProperties } = schema;
    const names = isRecord(properties) ? Object.keys(properties) : [];
    const isMap = isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0;
    const isOpen = additionalProperties !== false && names.length === 0 && !isRoot;
    if (isMap || isOpen) throw new Beyond();
    const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : []);
    this.optional += names.filter((name) => !required.has(name)).length;
    result.set('type', schema['type'] ?? 'object');
    result.set('additionalProperties', false);
  }
}

/** Whether a chain of references comes back to where it was. */
function isRecursive(root: Schema): boolean {
  const done = new Set<string>();
  // Only references lead deeper here: the levels between them would add up to more than the stack.
  const comesBack = (refs: readonly string[], path: ReadonlySet<string>): boolean =>
    refs.some((ref) => {
      if (path.has(ref) || path.size > LONGEST_CHAIN || ref === '#') return true;
      if (done.has(ref)) return false;
      if (comesBack(refsIn(follow(ref, root)), new Set([...path, ref]))) return true;
      done.add(ref);
      return false;
    });
  return comesBack(refsIn(root), new Set());
}

/** The references inside a schema, followed by nobody. */
function refsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isRecord(value)) return [];
  const { $ref } = value;
  const inside = Object.values(value).flatMap(refsIn);
  return typeof $ref === 'string' ? [$ref, ...inside] : inside;
}
