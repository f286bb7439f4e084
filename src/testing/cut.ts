/**
 * Cuts bytes at the given places, as a network would: inside a line, a `\r\n`, or a character.
 *
 * @param places - offsets in bytes, in any order; those outside the bytes cut nothing off
 */
export function cut(bytes: Uint8Array, ...places: readonly number[]): readonly Uint8Array[] {
  const ordered = [...new Set(places)]
    .filter((place) => place > 0 && place < bytes.length)
    .sort((a, b) => a - b);
  return [0, ...ordered].map((from, nth) => bytes.subarray(from, ordered[nth]));
}

/** Cuts bytes into single ones. */
export const cutEverywhere = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from(bytes, (byte) => Uint8Array.of(byte));
