/** Knows where places of a text have gone while parts of it were replaced. */
export interface MovedOffsets {
  /** The next part of the text, as it was and as it is told. */
  note(was: string, is: string): void;
  /** Where a place is now; one inside a replaced part is where that begins. */
  moved(offset: number): number;
}

/** Annotations and reasoning details point into the content; offsets count Unicode code points. */
export function movedOffsets(): MovedOffsets {
  let length = 0;
  const edits: { readonly from: number; readonly to: number; readonly growth: number }[] = [];
  return {
    note(was, is) {
      const from = length;
      length += points(was);
      if (was !== is) edits.push({ from, to: length, growth: points(is) - points(was) });
    },
    moved(offset) {
      let now = offset;
      for (const { from, to, growth } of edits) {
        if (to <= offset) now += growth;
        else if (from < offset) now -= offset - from;
      }
      return now;
    },
  };
}

const points = (text: string): number => Array.from(text).length;
