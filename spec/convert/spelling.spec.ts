import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { noteSpelling, quoted, spelled } from '../../src/convert/spelling.ts';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '\n', '\u2028', '\u007f', '\ud83d', '\ude00', '🙂', 'é'),
);
const asLatin1 = (text: string) => Buffer.from(text).toString('latin1');

describe('quoted', () => {
  it('is JSON.stringify', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(quoted(text)).toBe(JSON.stringify(text));
      }),
    );
  });
});

describe('spelled', () => {
  it('says what was noted or what it makes itself, which is the same', () => {
    fc.assert(
      fc.property(fc.array(texts), fc.array(texts), (read, written) => {
        for (const text of [...read, ...written, ...read]) {
          if (read.includes(text)) noteSpelling(text, asLatin1(JSON.stringify(text)));

          expect(spelled(text, asLatin1)).toBe(asLatin1(JSON.stringify(text)));
        }
      }),
    );
  });

  it('spells a text anew only if another was read since', () => {
    let spellings = 0;
    const counted = (json: string) => {
      spellings += 1;
      return json;
    };
    noteSpelling('a', '"a"');

    expect(spelled('a', counted)).toBe('"a"');
    expect(spellings).toBe(0);

    noteSpelling('b', '"b"');

    expect(spelled('a', counted)).toBe('"a"');
    expect(spellings).toBe(1);
  });
});
