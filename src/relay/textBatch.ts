/** Characters collected before they are written without waiting for the end of the read. */
const BATCH_CHARS = 16 * 1024;

/**
 * How the characters of a text become bytes: each is one already, as in what `latin1` makes of a text,
 * or each is encoded.
 */
export type TextEncoding = 'latin1' | 'utf8';

/** Texts that are written at once. */
export interface TextBatch {
  /** @returns whether there is enough of it to be written now */
  add(text: string): boolean;
  /** All texts since the last time, as bytes. */
  take(): Buffer;
}

/**
 * Collects texts.
 *
 * Those that are bytes need only be put together and copied. Of others, one character beyond Latin has
 * V8 keep all of them in two bytes each, and encode every one.
 */
export function textBatch(encoding: TextEncoding): TextBatch {
  let texts = '';
  return {
    add(text) {
      texts += text;
      return texts.length >= BATCH_CHARS;
    },
    take() {
      const taken = Buffer.from(texts, encoding);
      texts = '';
      return taken;
    },
  };
}
