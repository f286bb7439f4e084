import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { latin1 } from '../../src/relay/latin1.ts';

describe('latin1', () => {
  it('is a character for each byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Buffer.from(latin1(text), 'latin1')).toEqual(Buffer.from(text));
      }),
    );
  });

  it.each(['é', 'ÿ', '北', 'é北🙂'])('spells what is beyond ASCII: %j', (text) => {
    expect(Buffer.from(latin1(text), 'latin1')).toEqual(Buffer.from(text));
  });

  it.each(['', 'plain', '\u007f'])('leaves ASCII as it is: %j', (text) => {
    expect(latin1(text)).toBe(text);
  });
});
