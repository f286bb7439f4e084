import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { latin1 } from '../../src/relay/latin1.ts';
import { textBatch } from '../../src/relay/textBatch.ts';

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.tuple(fc.constantFrom('a', 'é', '北', '🙂'), fc.nat(9000)).map(([of, n]) => of.repeat(n)),
  ),
  { maxLength: 12 },
);

describe('textBatch', () => {
  it.each([
    ['utf8', (text: string) => text],
    ['latin1', latin1],
  ] as const)('gives every text once, in order, whenever it is asked: %s', (encoding, spell) => {
    fc.assert(
      fc.property(fc.array(texts), (batches) => {
        const batch = textBatch(encoding);
        const taken = batches.map((some) => {
          some.forEach((text) => batch.add(spell(text)));
          return batch.take();
        });

        expect(Buffer.concat(taken).toString()).toBe(batches.flat().join(''));
        expect(batch.take()).toHaveLength(0);
      }),
      { seed: 4, numRuns: 200 },
    );
  });

  it('does not take back what it gave', () => {
    const batch = textBatch('utf8');
    batch.add('one ');
    batch.add('two');
    const first = batch.take();
    batch.add('three ');
    batch.add('four');
    batch.take();

    expect(first.toString()).toBe('one two');
  });

  it('asks to be written at 16 KiB', () => {
    const batch = textBatch('utf8');

    expect(batch.add('x'.repeat(16 * 1024 - 1))).toBe(false);
    expect(batch.add('x')).toBe(true);
    batch.take();
    expect(batch.add('x')).toBe(false);
  });
});

describe('latin1', () => {
  it('is a character for each byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Buffer.from(latin1(text), 'latin1')).toEqual(Buffer.from(text));
      }),
    );
  });

  it.each(['', 'plain', '\u007f'])('leaves ASCII as it is: %j', (text) => {
    expect(latin1(text)).toBe(text);
  });
});
