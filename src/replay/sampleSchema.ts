import { generateSync, type JsonSchema } from 'json-schema-faker';
import { z } from 'zod';
import { plausibleValue, type Words } from './plausibleValue.ts';

export interface SampleOptions {
  readonly seed: number;
  /** Words for strings nothing else is known of. */
  readonly words?: Words;
}

/**
 * Makes up a value that satisfies a JSON schema, the same for the same seed.
 *
 * The faker is not always right (it may take a `default` of the wrong type, or leave out a required
 * property called `constructor`), so each sample is checked by another reader of schemas and tried
 * again where it fails. What no sample satisfies gets the likeliest one; a schema the faker cannot
 * read, or that would grow beyond all bounds, gives undefined.
 */
export function sampleSchema(schema: unknown, { seed, words }: SampleOptions): unknown {
  const tame = tamed(schema);
  if (tame === undefined) return undefined;
  const satisfies = checker(tame);
  let likeliest: unknown;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const sample = fake(tame, {
      seed: seed + attempt,
      // Given and plausible values first; then bare ones, which break fewer rules.
      given: attempt % 3 < 2,
      words: attempt % 3 < 1 ? (words ?? {}) : undefined,
    });
    if (sample !== undefined && satisfies(sample)) return sample;
    likeliest ??= sample;
  }
  return likeliest;
}

const attempts = 12;
/** Values in one sample, and subschemas that apply to one value. */
const maxValues = 5_000;
const maxInPlace = 2_000;
/** Longest list, or string, that is made because a schema insists. */
const maxSize = 1_000;

function fake(
  schema: JsonSchema,
  how: { readonly seed: number; readonly given: boolean; readonly words: Words | undefined },
): unknown {
  let values = 0;
  try {
    return generateSync(schema, {
      seed: how.seed,
      // Beyond its depth the faker writes null; the bound that matters here is `maxValues`.
      maxDepth: 20,
      maxDefaultItems: 2,
      useDefaultValue: how.given,
      useExamplesValue: how.given,
      outputTransform: (value, subschema, path) => {
        if (++values > maxValues) throw new RangeError('The schema asks for too much.');
        return how.words ? plausibleValue(value, subschema, path, how.words) : value;
      },
    });
  } catch {
    return undefined;
  }
}

/** Says whether a value satisfies the schema; always, where the schema is beyond this reader too. */
function checker(schema: JsonSchema): (value: unknown) => boolean {
  try {
    const isOld = typeof schema === 'object' && schema['definitions'] !== undefined;
    const parser = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0], {
      defaultTarget: isOld ? 'draft-7' : 'draft-2020-12',
    });
    return (value) => {
      try {
        return parser.safeParse(value).success;
      } catch {
        return true;
      }
    };
  } catch {
    return () => true;
  }
}

const sizes = new Set(['minItems', 'minLength', 'minProperties', 'minContains']);

/**
 * A copy of the schema that is safe to sample, since it is a client's: sizes are bounded, and no
 * long `default` or example is left beside a `pattern`, which could take for ever to match.
 * Undefined where the schema is none, is nested too deep, or its `allOf`s multiply.
 */
function tamed(schema: unknown): JsonSchema | undefined {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
      if (typeof value === 'number' && sizes.has(key)) return Math.min(value, maxSize);
      if (!isSchemaObject(value) || !('pattern' in value)) return value;
      const { default: given, examples, ...rest } = value;
      return isShort(given) && isShort(examples) ? value : rest;
    });
    return (isSchemaObject(copy) || copy === true) && isBounded(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}

const isShort = (value: unknown): boolean =>
  value === undefined || JSON.stringify(value).length <= 24;

type Schema = Readonly<Record<string, unknown>>;

const isSchemaObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether few enough subschemas apply to any one value. The faker merges them all, at a cost that
 * doubles with each level of two `$ref`s in an `allOf`: eighteen levels take minutes.
 */
function isBounded(root: unknown): boolean {
  const seen = new Set<unknown>();
  const visit = (schema: unknown): boolean => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return true;
    seen.add(schema);
    return countInPlace(schema, root, maxInPlace) > 0 && Object.values(schema).every(visit);
  };
  return visit(root);
}

const inPlace = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not', 'dependentSchemas'];

/** What is left of a budget once a schema and all that apply to the same value have taken theirs. */
function countInPlace(schema: unknown, root: unknown, budget: number): number {
  if (budget <= 0 || !isSchemaObject(schema)) return budget;
  const referred = typeof schema['$ref'] === 'string' ? [resolve(schema['$ref'], root)] : [];
  const applied = inPlace.flatMap((keyword) => {
    const value = schema[keyword];
    return isSchemaObject(value) && keyword !== 'dependentSchemas' ? [value] : listed(value);
  });
  return [...referred, ...applied].reduce<number>(
    (left, next) => countInPlace(next, root, left),
    budget - 1,
  );
}

const listed = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Follows a JSON pointer within the schema. */
function resolve(ref: string, root: unknown): unknown {
  if (!ref.startsWith('#')) return undefined;
  return ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, part) => (isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined),
      root,
    );
}

const isRecord = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
