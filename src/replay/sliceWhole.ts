/** The first `length` UTF-16 units of a text, one fewer where that would halve a character. */
export function sliceWhole(text: string, length: number): string {
  const halves = length < text.length && /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, halves ? length - 1 : length);
}
