/** Characters collected before they are written without waiting for the end of the read. */
const BATCH_CHARS = 16 * 1024;

/** Where a batch is encoded: most that fill it have one text more than that, and few bytes a character. */
const scratch = Buffer.allocUnsafeSlow(4 * BATCH_CHARS);

/** Texts that are written at once. */
export interface TextBatch {
  /** @returns whether there is enough of it to be written now */
  add(text: string): boolean;
  /** All texts since the last time, as bytes. */
  take(): Buffer;
}

/**
 * Collects texts, and encodes them one by one.
 *
 * Put together first, one character beyond Latin makes V8 keep all of them in two bytes each, and the
 * batch costs twice as much to encode.
 */
export function textBatch(): TextBatch {
  let texts: string[] = [];
  let chars = 0;
  return {
    add(text) {
      texts.push(text);
      chars += text.length;
      return chars >= BATCH_CHARS;
    },
    take() {
      const taken = texts;
      // A unit of a text is three bytes of UTF-8 at most.
      const fits = 3 * chars <= scratch.length;
      texts = [];
      chars = 0;
      if (taken.length < 2 || !fits) return Buffer.from(taken.join(''));
      let length = 0;
      for (const text of taken) length += scratch.write(text, length);
      return Buffer.from(scratch.subarray(0, length));
    },
  };
}
