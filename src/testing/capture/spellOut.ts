import { plain } from '../describeLog.ts';
import type { Alphabet } from '../marbles.ts';

/** Gives values letters: equal ones the same, different ones different. */
export interface Speller<T> {
  /** @param wish - the letter it would like to have; another one if that is taken */
  letterOf(value: T, wish: string): string;
  readonly alphabet: Alphabet<T>;
}

/** Makes spellers for the streams of one diagram: a letter given out anew is new to all of them. */
export function spellers(): { speller<T>(): Speller<T> } {
  const given = new Set<string>();
  const fresh = spareLetters(given);
  return { speller };

  function speller<T>(): Speller<T> {
    const alphabet: Record<string, T> = {};
    const letters = new Map<string, string>();
    return {
      alphabet,
      letterOf(value, wish) {
        const key = plain(value);
        const known = letters.get(key);
        if (known !== undefined) return known;
        const letter = Object.hasOwn(alphabet, wish) ? fresh() : wish;
        given.add(letter);
        letters.set(key, letter);
        alphabet[letter] = value;
        return letter;
      },
    };
  }
}

/**
 * Letters of all alphabets that one column shows and no diagram gives a meaning to, Latin first. Those
 * the kinds wish for are left to them.
 */
const spareRanges: readonly (readonly [from: number, to: number])[] = [
  [0x61, 0x7a],
  [0x41, 0x5a],
  [0x3b1, 0x3c9],
  [0x430, 0x45f],
  [0xdf, 0x24f],
  [0x410, 0x42f],
  [0x561, 0x586],
  [0x10d0, 0x10fa],
  [0x13a0, 0x13f4],
  [0x1e00, 0x1eff],
  [0x1401, 0x166c],
  [0x4e00, 0x9fa5],
];
const wished = new Set('STtMmRscAaBbCcGgHhIiJjKk.DUXpEoFrnx$');

function spareLetters(given: ReadonlySet<string>): () => string {
  const letters = letterRanges();
  return () => {
    for (;;) {
      const { value = '', done } = letters.next();
      if (done === true) throw new RangeError('more different values than there are letters');
      if (!given.has(value)) return value;
    }
  };
}

function* letterRanges(): Generator<string, undefined> {
  for (const [from, to] of spareRanges) {
    for (let code = from; code <= to; code += 1) {
      const letter = String.fromCodePoint(code);
      if (/\p{L}/u.test(letter) && !wished.has(letter)) yield letter;
    }
  }
  return undefined;
}
