import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { weightedOrder } from '../../../src/channels/router/weightedOrder.ts';

describe('weightedOrder', () => {
  it('orders all of them, whatever chance says', () => {
    const weighted = fc.array(fc.record({ weight: fc.nat(5) }));
    fc.assert(
      fc.property(
        weighted,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (items, chance) => {
          const order = weightedOrder(items, () => Number(chance.next().value));

          expect(new Set(order)).toEqual(new Set(items));
          expect(order).toHaveLength(items.length);
        },
      ),
    );
  });

  it('puts each first as often as it weighs', () => {
    const items = [{ weight: 1 }, { weight: 2 }, { weight: 5 }];
    const firsts = Array.from({ length: 800 }, (_, at) => weightedOrder(items, () => at / 800)[0]);

    expect(items.map((item) => firsts.filter((first) => first === item).length)).toEqual([
      100, 200, 500,
    ]);
  });

  it('takes what has no weight for an ordinary one, and puts what weighs nothing last', () => {
    const spare = { weight: 0 };
    const ordinary = {};

    expect(weightedOrder([spare, ordinary], () => 0)).toEqual([ordinary, spare]);
  });
});
