/** Marks at their columns: one mark, or several that come at once. */
export type Row = ReadonlyMap<number, string>;

/** Marks of one stream by column; more than one at the same place are a group. */
export function toRow(marks: readonly (readonly [column: number, mark: string])[]): Row {
  const row = new Map<number, string>();
  for (const [column, mark] of marks) row.set(column, (row.get(column) ?? '') + mark);
  return new Map(
    Array.from(row, ([column, all]) => [column, Array.from(all).length > 1 ? `(${all})` : all]),
  );
}

/** Columns of silence that are drawn; longer ones are told in numbers, in all rows alike. */
const LONG_SILENCE = 40;

/** A piece of the diagrams: all rows of it take the same room. */
export interface Stretch {
  /** Where it begins. */
  readonly column: number;
  readonly texts: readonly string[];
}

/**
 * Draws rows over one clock, column by column, with nothing longer than a long silence in between.
 * Joined they are diagrams as `TestScheduler` reads them.
 */
export function drawRows(rows: readonly Row[]): readonly Stretch[] {
  const starts = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  let drawn = 0;
  const silence = (until: number) => {
    const columns = until - drawn;
    const text = columns > LONG_SILENCE ? ` ${columns}ms ` : '';
    if (text !== '') stretches.push({ column: drawn, texts: rows.map(() => text) });
    else
      for (let column = drawn; column < until; column += 1)
        stretches.push({ column, texts: rows.map(() => '-') });
    drawn = until;
  };
  for (const [nth, start] of starts.entries()) {
    if (start < drawn) continue;
    silence(start);
    const next = starts[nth + 1] ?? Infinity;
    const marks = rows.map((row) => row.get(start) ?? '-');
    const width = Math.min(Math.max(...marks.map(widthOf)), Math.max(1, next - start));
    stretches.push({ column: start, texts: marks.map((mark) => mark.padEnd(width, '-')) });
    drawn = start + width;
  }
  return stretches;
}

const widthOf = (mark: string): number => Array.from(mark).length;

/** A diagram without what is drawn behind its end. */
export const untilEnd = (diagram: string): string => diagram.replace(/([|#]\)?).*$/, '$1');
