import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { utf8Reader } from '../../src/operators/utf8Reader.ts';
import { cut } from '../../src/testing/index.ts';

/** What the platform reads of bytes in pieces, with one decoder for all of them. */
function expected(pieces: readonly Uint8Array[]): readonly string[] {
  const decoder = new TextDecoder();
  return [...pieces.map((bytes) => decoder.decode(bytes, { stream: true })), decoder.decode()];
}

function read(pieces: readonly Uint8Array[]): readonly string[] {
  const text = utf8Reader();
  return [...pieces.map((bytes) => text.read(bytes)), text.end()];
}

describe('utf8Reader', () => {
  it.each([
    ['ASCII', 'one two'],
    ['characters of two, three and four bytes', 'é北🙂 and on'],
    ['a mark at the beginning', '\uFEFFa'],
    ['a mark alone', '\uFEFF'],
    ['a mark after a mark', '\uFEFF\uFEFFa'],
    ['a mark in the midst', 'a\uFEFFb'],
    ['a mark after a character', 'é\uFEFFé\uFEFF'],
    ['nothing', ''],
  ])('reads %s as TextDecoder does, cut at any place', (_, text) => {
    const whole = new TextEncoder().encode(text);
    for (let at = 0; at <= whole.length; at += 1) {
      for (let then = at; then <= whole.length; then += 1) {
        const pieces = cut(whole, at, then);

        expect(read(pieces)).toEqual(expected(pieces));
      }
    }
  });

  it('reads bytes that are no UTF-8 as TextDecoder does (seed 3)', () => {
    const piece = fc.array(
      fc.constantFrom(0x61, 0x0a, 0x7f, 0x80, 0xbb, 0xbf, 0xc3, 0xe5, 0xef, 0xf0, 0x9f, 0x99, 0xff),
      { maxLength: 6 },
    );

    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (some) => {
        const pieces = some.map((bytes) => Uint8Array.from(bytes));

        expect(read(pieces)).toEqual(expected(pieces));
      }),
      { seed: 3, numRuns: 20_000 },
    );
  });

  it('reads streams side by side', () => {
    const one = utf8Reader();
    const other = utf8Reader();
    const [first, rest] = [Uint8Array.of(0xe5, 0x8c), Uint8Array.of(0x97)];

    expect([one.read(first), other.read(Uint8Array.of(0x61)), one.read(rest), one.end()]).toEqual([
      '',
      'a',
      '北',
      '',
    ]);
  });
});
