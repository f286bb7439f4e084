import { describe, expect, it } from '@jest/globals';
import { stamped, StampReader } from '../../bench/fixture/stamp.ts';
import { toFrame } from '../../bench/fixture/toWire.ts';

describe('StampReader', () => {
  it('finds every stamp, wherever the bytes are cut', () => {
    const bytes = Buffer.from(toFrame(stamped(1234)) + toFrame(stamped(987_654_321)));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const found: number[] = [];
      const reader = new StampReader();
      const onStamp = (sentUs: number) => found.push(sentUs);
      reader.read(bytes.subarray(0, cut), onStamp);
      reader.read(bytes.subarray(cut), onStamp);
      expect(found).toEqual([1234, 987_654_321]);
    }
  });
});
