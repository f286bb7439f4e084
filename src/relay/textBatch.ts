/** Characters collected before they are written without waiting for the end of the read. */
const BATCH_CHARS = 16 * 1024;

/** Texts that are written at once. */
export interface TextBatch {
  /**
   * @param latin1 - bytes, a character each
   * @returns whether there is enough of it to be written now
   */
  add(latin1: string): boolean;
  /** All since the last time, as bytes. */
  take(): Buffer;
}

/**
 * Collects texts spelled in the bytes they are sent as: to put these together and copy them is all that
 * is left to do. One character beyond Latin would have V8 keep all of them in two bytes each, and
 * encode every one.
 */
export function textBatch(): TextBatch {
  let texts = '';
  return {
    add(latin1) {
      texts += latin1;
      return texts.length >= BATCH_CHARS;
    },
    take() {
      const taken = Buffer.from(texts, 'latin1');
      texts = '';
      return taken;
    },
  };
}
