import { describe, expect, it } from '@jest/globals';
import { cut, cutEverywhere } from '../../src/testing/index.ts';

const bytes = Uint8Array.of(1, 2, 3, 4);
const lists = (pieces: readonly Uint8Array[]) => pieces.map((piece) => [...piece]);

describe('cut', () => {
  it.each([
    ['nowhere', [], [[1, 2, 3, 4]]],
    ['in two', [1], [[1], [2, 3, 4]]],
    ['in any order, each place once', [3, 1, 3], [[1], [2, 3], [4]]],
    ['nothing off the ends', [0, 4, 9, -1], [[1, 2, 3, 4]]],
  ])('cuts %s', (_where, places, pieces) => {
    expect(lists(cut(bytes, ...places))).toEqual(pieces);
  });

  it('cuts everywhere', () => {
    expect(lists(cutEverywhere(bytes))).toEqual([[1], [2], [3], [4]]);
  });
});
