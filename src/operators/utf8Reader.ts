/** Reads UTF-8 that comes in pieces, cut anywhere. */
export interface Utf8Reader {
  /** The text of a piece, as far as its characters are whole. */
  read(bytes: Uint8Array): string;
  /** What is left: a character that was cut off reads as U+FFFD. */
  end(): string;
}

/**
 * What `TextDecoder` reads with `stream: true`, a mark at the beginning left out.
 *
 * A decoder that may stand inside a character is made anew for each stream, and is slow. One that
 * never does can be shared, and is neither: it reads every piece that ends with a character's end,
 * which ASCII is sure to be. Nearly all pieces do.
 */
export function utf8Reader(): Utf8Reader {
  let cutting: InstanceType<typeof TextDecoder> | undefined;
  let mayBeCut = false;
  let hasBegun = false;
  return {
    read(bytes) {
      const last = bytes.at(-1);
      if (last === undefined) return '';
      const wasCut = mayBeCut;
      const isFirst = !hasBegun;
      mayBeCut = last >= 0x80;
      hasBegun = true;
      if (!wasCut && !mayBeCut) return (isFirst ? beginning : later).decode(bytes);
      cutting ??= new TextDecoder('utf-8', { ignoreBOM: !isFirst });
      return cutting.decode(bytes, { stream: true });
    },
    end: () => cutting?.decode() ?? '',
  };
}

const beginning = new TextDecoder();
/** Only what stands at the very beginning is a mark. */
const later = new TextDecoder('utf-8', { ignoreBOM: true });
