export type Cell = string | number;

/**
 * Rows as a Markdown table whose columns also line up in a terminal. A column nobody has a number for
 * is left out.
 */
export function table(names: readonly string[], all: readonly (readonly Cell[])[]): string {
  const isKnown = names.map((_, at) => all.some((row) => !Number.isNaN(row[at])));
  const columns = names.filter((_, at) => isKnown[at]);
  const rows = all.map((row) => row.filter((_, at) => isKnown[at]));
  const cells = [columns, ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const isNumeric = columns.map((_, at) => rows.every((row) => typeof row[at] === 'number'));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (isNumeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => `${'-'.repeat(width - 1)}${isNumeric[at] ? ':' : '-'}`).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), rule, ...body.map(line)].join('\n');
}

/** Three significant digits: more would claim what a bench does not know. */
export function shown(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (!Number.isFinite(cell)) return '–';
  if (Number.isInteger(cell)) return cell.toLocaleString('en');
  const size = Math.abs(cell);
  if (size >= 100) return Math.round(cell).toLocaleString('en');
  return size >= 10 ? cell.toFixed(1) : cell.toFixed(size >= 1 ? 2 : 3);
}
