/** A source of chance that gives the same numbers for the same seed. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** An identifier in Anthropic's manner: the prefix, then 22 letters and digits. */
  id(prefix: string): string;
  /** Opaque base64, as signatures and encrypted contents are. */
  opaque(length: number): string;
}

// Anthropic's ids are base 58: no 0, O, I or l.
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Makes a {@link Random}: mulberry32, whose whole state is one 32-bit number. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const letters = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(int(0, alphabet.length - 1))).join('');
  return {
    int,
    pick: <T>(items: readonly [T, ...T[]]) => items[int(0, items.length - 1)] as T,
    id: (prefix) => `${prefix}_01${letters(base58, 22)}`,
    opaque: (length) => letters(base64, length),
  };
}
