import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleSchema } from '../../src/replay/sampleSchema.ts';
import { breaches } from './breaches.ts';

type Schema = Readonly<Record<string, unknown>>;

const required = (properties: Record<string, unknown>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});

/** `sub`: a schema whose own `$ref`s, if it has any, are to `#/$defs/leaf`. */
const { schema: anySchema } = fc.letrec<{ schema: Schema; leaf: Schema }>((tie) => ({
  leaf: fc.oneof(
    fc.constant<Schema>({ type: 'boolean' }),
    fc.constant<Schema>({ type: 'null' }),
    fc.constant<Schema>({ type: 'string' }),
    fc.constant<Schema>({ type: ['string', 'null'] }),
    fc.constantFrom('email', 'date', 'uuid').map((format) => ({ type: 'string', format })),
    fc
      .constantFrom('^[A-Z]{2}\\d+$', '^(a|bc)+$', '^x?$')
      .map((pattern) => ({ type: 'string', pattern })),
    fc.tuple(fc.nat(12), fc.nat(12)).map(([min, more]) => ({
      type: 'string',
      minLength: min,
      maxLength: min + more,
    })),
    fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat(50)).map(([min, more]) => ({
      type: 'integer',
      minimum: min,
      maximum: min + more,
    })),
    fc.tuple(fc.nat(9), fc.constantFrom('integer', 'number')).map(([min, type]) => ({
      type,
      exclusiveMinimum: min,
    })),
    fc.integer({ min: 2, max: 9 }).map((multipleOf) => ({ type: 'integer', multipleOf })),
    fc
      .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), {
        minLength: 1,
        maxLength: 5,
      })
      .map((values) => ({ enum: values })),
    fc.oneof(fc.string(), fc.integer(), fc.boolean()).map((value) => ({ const: value })),
    fc.string().map((value) => ({ type: 'string', default: value })),
    fc.array(fc.integer(), { minLength: 1 }).map((examples) => ({ type: 'integer', examples })),
    // A default that is wrong: schemas in the wild have them.
    fc.constant<Schema>({ type: 'string', default: 5 }),
  ),
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.constant<Schema>({ $ref: '#/$defs/leaf' }),
    fc.tuple(tie('schema'), fc.nat(3), fc.nat(3)).map(([items, min, more]) => ({
      type: 'array',
      items,
      minItems: min,
      maxItems: min + more,
    })),
    fc.tuple(fc.array(tie('schema'), { minLength: 1, maxLength: 3 })).map(([anyOf]) => ({ anyOf })),
    fc
      .tuple(
        fc.dictionary(fc.string({ minLength: 1 }), fc.tuple(tie('schema'), fc.boolean()), {
          maxKeys: 4,
          noNullPrototype: true,
        }),
        fc.boolean(),
      )
      .map(([members, closed]) => ({
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(members).map(([name, [schema]]) => [name, schema]),
        ),
        required: Object.keys(members).filter((name) => members[name]?.[1]),
        ...(closed && { additionalProperties: false }),
      })),
  ),
}));

const rooted = anySchema.map((schema) => ({
  ...schema,
  $defs: { leaf: { type: 'integer', minimum: 3, maximum: 4 } },
}));

describe('sampleSchema', () => {
  it('satisfies any schema (seed 1)', () => {
    fc.assert(
      fc.property(rooted, fc.nat(), (schema, seed) => {
        expect(breaches(schema, sampleSchema(schema, { seed }))).toEqual([]);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it.each<[string, Schema]>([
    ['an empty schema', {}],
    [
      'nested objects',
      required({ a: required({ b: required({ c: required({ d: { type: 'string' } }) }) }) }),
    ],
    [
      'references to references',
      {
        $ref: '#/$defs/a',
        $defs: {
          a: required({ b: { $ref: '#/$defs/b' } }),
          b: required({ c: { $ref: '#/$defs/c' } }),
          c: required({ d: { $ref: '#/$defs/d' } }),
          d: { type: 'string' },
        },
      },
    ],
    [
      'a tree',
      {
        type: 'object',
        properties: {
          value: { type: 'string' },
          children: { type: 'array', items: { $ref: '#' } },
        },
        required: ['value', 'children'],
      },
    ],
    [
      'alternatives',
      required({
        a: {
          oneOf: [
            { type: 'integer', minimum: 5 },
            { type: 'string', minLength: 3 },
          ],
        },
      }),
    ],
    [
      'all of several',
      { allOf: [required({ a: { type: 'string' } }), required({ b: { type: 'integer' } })] },
    ],
    [
      'a list of different things',
      required({
        a: { type: 'array', items: { enum: [1, 2, 3] }, minItems: 3, uniqueItems: true },
      }),
    ],
    [
      'a list of different strings',
      required({ a: { type: 'array', items: { type: 'string' }, minItems: 9, uniqueItems: true } }),
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2 }],
  ])('satisfies %s', (_, schema) => {
    for (let seed = 0; seed < 20; seed++) {
      expect(breaches(schema, sampleSchema(schema, { seed }))).toEqual([]);
    }
  });

  it('gives the same value for the same seed, and others for others', () => {
    const schema = required({ name: { type: 'string' }, limit: { type: 'integer', minimum: 1 } });
    const samples = Array.from({ length: 20 }, (_, seed) =>
      JSON.stringify(sampleSchema(schema, { seed })),
    );

    expect(samples).toEqual(
      samples.map((_, seed) => JSON.stringify(sampleSchema(schema, { seed }))),
    );
    expect(new Set(samples).size).toBeGreaterThan(5);
  });

  it('takes a default, an example, a plausible word', () => {
    const schema = required({
      unit: { type: 'string', default: 'kelvin' },
      zip: { type: 'string', pattern: '^\\d{5}$', examples: ['90210'] },
      homeCity: { type: 'string' },
      count: { type: 'integer' },
    });

    expect(sampleSchema(schema, { seed: 1 })).toEqual({
      unit: 'kelvin',
      zip: '90210',
      homeCity: expect.stringMatching(/^(Lisbon|Osaka|Nairobi|Montreal)$/),
      count: expect.any(Number),
    });
  });

  it('invents no property the schema does not name', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: true,
    };
    for (let seed = 0; seed < 50; seed++) {
      expect(['{}', '{"a"}']).toContain(
        JSON.stringify(sampleSchema(schema, { seed })).replace(/:.*}/, '}'),
      );
    }
  });

  it('leaves the schema, and the prototype of all objects, as they were', () => {
    const json =
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"object"}},' +
      '"allOf":[{"properties":{"__proto__":{"properties":{"polluted":{"const":1}},"required":["polluted"]}}}],' +
      '"required":["__proto__","constructor"]}';
    const schema: unknown = JSON.parse(json);

    sampleSchema(schema, { seed: 1 });

    expect(JSON.stringify(schema)).toBe(json);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
  });

  describe('in the face of a schema that asks for too much', () => {
    const doubling = (levels: number): Schema => ({
      $ref: `#/$defs/d${levels}`,
      $defs: Object.fromEntries([
        ['d0', { type: 'object' }],
        ...Array.from({ length: levels }, (_, n) => [
          `d${n + 1}`,
          { allOf: [{ $ref: `#/$defs/d${n}` }, { $ref: `#/$defs/d${n}` }] },
        ]),
      ]) as unknown,
    });
    const deep = (levels: number): unknown =>
      Array.from({ length: levels }).reduce<unknown>((a) => required({ a }), { type: 'string' });

    it.each<[string, unknown]>([
      ['doubles at every level', doubling(40)],
      ['is its own part', { allOf: [{ $ref: '#' }, { $ref: '#' }] }],
      [
        'can only be satisfied without end',
        required({ child: { $ref: '#' }, again: { $ref: '#' } }),
      ],
      ['is nested without end', deep(20_000)],
      [
        'wants lists of lists of lists',
        {
          type: 'array',
          minItems: 1e9,
          items: { type: 'array', minItems: 1e9, items: { type: 'array', minItems: 1e9 } },
        },
      ],
      [
        'matches for ever',
        required({ a: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(60)}!` } }),
      ],
      ['refers to elsewhere', { $ref: 'https://example.com/schema' }],
      ['refers to nothing', { $ref: '#/$defs/nothing' }],
      ['allows nothing', false],
      ['is no schema', 'string'],
      ['is not there', undefined],
    ])('gives up or does what it can when it %s', (_, schema) => {
      const sample = sampleSchema(schema, { seed: 1 });

      expect(sample === undefined || JSON.stringify(sample).length < 200_000).toBe(true);
    });

    it('bounds the length of what it makes', () => {
      const sample = sampleSchema({ type: 'string', minLength: 1e9 }, { seed: 1 });

      expect(String(sample).length).toBeGreaterThan(500);
      expect(String(sample).length).toBeLessThan(5_000);
    });
  });
});
