/** A text as the bytes of its UTF-8, a character each. */
export const latin1 = (text: string): string =>
  wide.test(text) ? Buffer.from(text).toString('latin1') : text;

const wide = /[^\u0000-\u007f]/;
