import { describe, expect, it } from '@jest/globals';
import { closeSchema } from '../../../src/convert/request/closedSchema.ts';

type Json = Readonly<Record<string, unknown>>;

const object = (properties: Json, more: Json = {}): Json => ({
  type: 'object',
  properties,
  ...more,
});
/** The schema of one property, closed. */
const inner = (schema: Json): unknown => {
  const closed = closeSchema(object({ p: schema }))?.schema;
  return (closed?.['properties'] as Json | undefined)?.['p'];
};

describe('closeSchema', () => {
  it('closes every object, however deep', () => {
    expect(
      closeSchema(
        object({ a: { type: 'array', items: object({ b: {} }) } }, { additionalProperties: true }),
      )?.schema,
    ).toEqual(
      object(
        { a: { type: 'array', items: object({ b: {} }, { additionalProperties: false }) } },
        { additionalProperties: false },
      ),
    );
    expect(inner({ properties: { x: {} } })).toEqual(
      object({ x: {} }, { additionalProperties: false }),
    );
  });

  it.each([
    [
      { type: 'integer', minimum: 0, maximum: 9 },
      { type: 'integer', description: '{minimum: 0, maximum: 9}' },
    ],
    [
      { type: 'string', description: 'A code', pattern: '^a' },
      { type: 'string', description: 'A code\n{pattern: "^a"}' },
    ],
    [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date' },
    ],
    [
      { type: 'string', format: 'phone' },
      { type: 'string', description: '{format: "phone"}' },
    ],
    [
      { type: 'array', minItems: 1 },
      { type: 'array', minItems: 1 },
    ],
    [
      { type: 'array', minItems: 2, uniqueItems: true },
      { type: 'array', description: '{minItems: 2, uniqueItems: true}' },
    ],
    [
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
      { anyOf: [{ type: 'string', description: '{minLength: 1}' }, { type: 'null' }] },
    ],
    [{ type: 'string', $comment: 'x', examples: ['y'] }, { type: 'string' }],
    [
      { enum: ['a', 1, null], const: 'a', default: 'a', title: 'T' },
      { enum: ['a', 1, null], const: 'a', default: 'a', title: 'T' },
    ],
  ])('says %j as %j', (schema, closed) => {
    expect(inner(schema)).toEqual(closed);
  });

  it('keeps references inside', () => {
    const schema = object(
      { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/A' } },
      { $defs: { A: object({ x: {} }) } },
    );
    expect(closeSchema(schema)?.schema).toMatchObject({
      $defs: { A: { additionalProperties: false } },
    });
  });

  it.each<[string, Json]>([
    ['a root that is no object', { type: 'array' }],
    ['recursion', object({ a: { $ref: '#' } })],
    [
      'recursion by detours',
      object(
        { a: { $ref: '#/$defs/A' } },
        {
          $defs: { A: { anyOf: [{ $ref: '#/$defs/B' }] }, B: object({ a: { $ref: '#/$defs/A' } }) },
        },
      ),
    ],
    ['a reference to elsewhere', object({ a: { $ref: 'https://example.org/a.json' } })],
    ['a dangling reference', object({ a: { $ref: '#/$defs/constructor' } }, { $defs: {} })],
    ['a map', object({ a: { type: 'object', additionalProperties: { type: 'string' } } })],
    ['an open object', object({ a: { type: 'object' } })],
    ['patterns of names', object({ a: { type: 'object', patternProperties: { a: {} } } })],
    ['a negation', object({ a: { not: {} } })],
    ['a condition', object({}, { if: {}, then: {} })],
    ['choices of objects', object({ a: { enum: [{ x: 1 }] } })],
    ['a schema that is a boolean', object({ a: true })],
    [
      'too many options',
      object(Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`p${n}`, {}]))),
    ],
    [
      'too many unions',
      object(
        Object.fromEntries(
          Array.from({ length: 17 }, (_, n) => [`p${n}`, { type: ['string', 'null'] }]),
        ),
        { required: Array.from({ length: 17 }, (_, n) => `p${n}`) },
      ),
    ],
  ])('gives up on %s', (_, schema) => {
    expect(closeSchema(schema)).toBeUndefined();
  });

  it('counts what the allowance of a request counts', () => {
    expect(
      closeSchema(object({ a: {}, b: { type: ['string', 'null'] }, c: {} }, { required: ['c'] })),
    ).toMatchObject({
      optional: 2,
      unions: 1,
    });
  });

  it('does not touch what it was given', () => {
    const schema = object({ n: { type: 'integer', minimum: 1 } });
    const before = JSON.stringify(schema);
    closeSchema(schema);
    expect(JSON.stringify(schema)).toBe(before);
  });
});
