import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { acceptor } from '../../../../src/convert/request/shapes/acceptor.ts';
import { byType } from '../../../../src/convert/request/shapes/byType.ts';
import { request } from '../../../../src/convert/request/shapes/request.ts';
import { everyField } from '../../../support/everyField.ts';

/** One or two values of each kind JSON has. */
const values: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  7,
  2 ** 60,
  '',
  ' ',
  'auto',
  'https://example.org',
  [],
  [null],
  ['x'],
  [{}],
  {},
  { type: 'text' },
  { type: 'ephemeral', ttl: 'x' },
];

/** A value with each of these in every place of it, and with every member left out. */
function* spoilt(value: unknown): Generator {
  yield* values;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const inner of spoilt(item)) yield (value as unknown[]).with(at, inner);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const inner of spoilt(member)) yield { ...value, [name]: inner };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    }
  }
}

describe('acceptor', () => {
  it.each(Object.entries(everyField))('comes to what zod comes to: %s', (_, field) => {
    const accepts = acceptor(request);
    const whole = { model: 'm', messages: [], ...field };
    let refused = 0;
    for (const spoiled of [whole, ...spoilt(whole)]) {
      const { success } = request.safeParse(spoiled);
      if (!success) refused += 1;
      expect([accepts(spoiled), spoiled]).toEqual([success, spoiled]);
    }
    expect(refused).toBeGreaterThan(0);
  });

  it('takes whatever a shape takes that nobody taught it', () => {
    for (const [shape, right, wrong] of [
      [z.tuple([z.string()]), ['a'], [1]],
      [z.strictObject({ a: z.string() }), { a: 'a' }, { a: 'a', b: 1 }],
      [z.record(z.string(), z.number()), { a: 1 }, { a: 'a' }],
      [z.string().min(2).max(3), 'abc', 'abcd'],
      [z.custom((value) => value === 7), 7, 8],
    ] as const) {
      expect(acceptor(shape)(right)).toBe(true);
      expect(acceptor(shape)(wrong)).toBe(false);
    }
  });

  it('knows a shape that lies inside itself', () => {
    const list: z.ZodType = z.looseObject({ next: z.lazy(() => list).optional(), at: z.number() });
    expect(acceptor(list)({ at: 1, next: { at: 2, next: { at: 3 } } })).toBe(true);
    expect(acceptor(list)({ at: 1, next: { at: 2, next: { at: '3' } } })).toBe(false);
  });

  it('lets tomorrow’s types be, and those that look like members of every object', () => {
    const accepts = acceptor(byType({ a: z.looseObject({ x: z.string() }) }));
    expect(accepts({ type: 'a', x: 1 })).toBe(false);
    for (const type of ['b', 'constructor', '__proto__', 'toString']) {
      expect(accepts({ type, x: 1 })).toBe(true);
    }
  });

  it('is made once for a shape', () => {
    const shape = z.looseObject({});
    expect(acceptor(shape)).toBe(acceptor(shape));
  });
});
