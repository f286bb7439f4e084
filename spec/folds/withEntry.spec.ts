import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withEntry } from '../../src/folds/withEntry.ts';

const mapOf = (...keys: readonly string[]) =>
  keys.reduce<ReadonlyMap<string, number>>((map, key, at) => withEntry(map, key, at), new Map());

/** Everything a map can be asked. */
const told = (map: ReadonlyMap<string, number>, keys: readonly string[]) => {
  const each: (readonly [string, number])[] = [];
  map.forEach((value, key) => each.push([key, value]));
  return {
    size: map.size,
    values: keys.map((key) => map.get(key)),
    has: keys.map((key) => map.has(key)),
    lists: [[...map], [...map.entries()], [...map.keys()], [...map.values()], each],
  };
};

describe('withEntry', () => {
  it('adds an entry behind the others', () => {
    expect([...mapOf('b', 'a')]).toEqual([
      ['b', 0],
      ['a', 1],
    ]);
  });

  it('gives a key another value in its old place', () => {
    expect([...mapOf('b', 'a', 'b')]).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  it('leaves the map it is given as it is, a Map as well', () => {
    const plain = new Map([['a', 0]]);
    const one = withEntry(plain, 'b', 1);
    withEntry(one, 'a', 2);

    expect(plain).toEqual(new Map([['a', 0]]));
    expect([...one]).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  it('knows an undefined value from none', () => {
    const one = withEntry<string, undefined>(new Map(), 'a', undefined);
    const two = withEntry(one, 'b', undefined);
    withEntry(two, 'a', undefined);

    expect([one.has('a'), one.has('b'), two.has('b')]).toEqual([true, false, true]);
  });

  it('is not changed by what is made of it while it is told', () => {
    const one = mapOf('a', 'b');
    const seen: string[] = [];
    let last = one;
    for (const [key] of one) {
      seen.push(key);
      last = withEntry(last, `${key}${key}`, 7);
    }

    expect(seen).toEqual(['a', 'b']);
    expect([...last.keys()]).toEqual(['a', 'b', 'aa', 'bb']);
  });

  it('is to matchers what a Map is', () => {
    expect(mapOf('a')).toEqual(new Map([['a', 0]]));
    expect(new Map([['a', 0]])).toStrictEqual(mapOf('a'));
    expect(mapOf('a')).not.toEqual(new Map([['a', 1]]));
    expect(mapOf('a', 'b')).not.toEqual(new Map([['a', 0]]));
  });

  it('says what copies would say, whichever map another is made of', () => {
    const keys = ['a', 'b', 'c', 'd'];
    const steps = fc.array(fc.record({ of: fc.nat(), key: fc.constantFrom(...keys) }), {
      maxLength: 30,
    });

    fc.assert(
      fc.property(steps, (made) => {
        const maps: ReadonlyMap<string, number>[] = [new Map()];
        const copies: ReadonlyMap<string, number>[] = [new Map()];
        made.forEach(({ of, key }, at) => {
          const from = of % maps.length;
          maps.push(withEntry(maps[from] ?? mapOf(), key, at));
          copies.push(new Map(copies[from]).set(key, at));
        });

        expect(maps.map((map) => told(map, keys))).toEqual(copies.map((map) => told(map, keys)));
      }),
      { seed: 20, numRuns: 200 },
    );
  });
});
