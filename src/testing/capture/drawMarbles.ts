import type { Capture } from '../../capture/Capture.ts';
import { claudeToOpenAI } from '../../operators/claudeToOpenAI.ts';
import { toColumns } from './columns.ts';
import { drawRows, type Stretch, toRow, untilEnd } from './diagram.ts';
import { hearCapture } from './hearCapture.ts';
import { chunkKind, claudeKinds, type Kind } from './kindLetters.ts';
import { type Conversion, endingMark } from './toMarbles.ts';

export interface DrawMarblesOptions {
  /** What becomes of what Claude says. @defaultValue `claudeToOpenAI()` */
  readonly convert$?: Conversion;
  /** Columns of the paper. @defaultValue 100 */
  readonly width?: number;
}

/**
 * Draws a capture for people: both diagrams under one clock, in rows as wide as the paper, and what
 * the letters mean. A letter stands for a kind of event here, not for one event.
 *
 * ```text
 * one column is 5 ms
 *
 *     0 ms  claude  -----S--Tt--t-t-.DX|
 *           openai  -----S---t--t-t--D|
 *
 *   S  message of claude-opus-5 starts   role
 *   t  text ×3                           content ×3
 * ```
 */
export function drawMarbles(
  capture: Capture,
  { convert$ = claudeToOpenAI(), width = 100 }: DrawMarblesOptions = {},
): string {
  const { columnMs, claude, openai } = toColumns(hearCapture(capture), convert$);
  const kindOf = claudeKinds();
  const said = claude.values.map(({ column, value }) => ({ column, ...kindOf(value) }));
  const letters = new Map(said.map(({ column, letter }) => [column, letter]));
  const became = openai.values.map(({ column, value }) => ({
    column,
    ...chunkKind(value, letters.get(column)),
  }));

  const rows = [
    toRow([...said.map(markOf), ...endingMark(claude)]),
    toRow([...became.map(markOf), ...endingMark(openai)]),
  ];
  const endings = [claude, openai].map(({ ending }) =>
    ending?.how === 'error' ? String(ending.error) : '',
  );
  return [
    `one column is ${columnMs} ms`,
    '',
    ...sheet(drawRows(rows), columnMs, width),
    ...legend(said, became),
    ...(endings.some(Boolean)
      ? [`  #  ${[...new Set(endings.filter(Boolean))].join(', then ')}`]
      : []),
  ].join('\n');
}

const markOf = ({ column, letter }: Kind & { readonly column: number }) =>
  [column, letter] as const;

const names = ['claude', 'openai'];

/** The diagrams in rows of the paper's width, each with the time it begins at. */
function sheet(stretches: readonly Stretch[], columnMs: number, width: number): readonly string[] {
  const timeOf = ({ column }: Stretch): string => `${column * columnMs} ms`;
  const margin = Math.max(0, ...stretches.map((stretch) => timeOf(stretch).length));
  const room = Math.max(20, width - margin - 12);
  const lines: string[] = [];
  let rest = stretches;
  while (rest.length > 0) {
    const count = fitting(rest, room);
    const [first] = rest;
    for (const [row, name] of names.entries()) {
      const time = row === 0 && first !== undefined ? timeOf(first) : '';
      const diagram = rest
        .slice(0, count)
        .map(({ texts }) => texts[row] ?? '')
        .join('');
      lines.push(`  ${time.padStart(margin)}  ${name}  ${untilEnd(diagram)}`);
    }
    lines.push('');
    rest = rest.slice(count);
  }
  return lines;
}

/** How many stretches fit; at least one. */
function fitting(stretches: readonly Stretch[], room: number): number {
  let width = 0;
  const tooMany = stretches.findIndex(({ texts }) => {
    width += Array.from(texts[0] ?? '').length;
    return width > room;
  });
  return tooMany === -1 ? stretches.length : Math.max(1, tooMany);
}

function legend(said: readonly Kind[], became: readonly Kind[]): readonly string[] {
  const letters = [...new Set([...said, ...became].map(({ letter }) => letter))];
  const wordsOf = (kinds: readonly Kind[], letter: string): string =>
    counted(kinds.filter((kind) => kind.letter === letter).map(({ words }) => words));
  const left = letters.map((letter) => wordsOf(said, letter));
  const margin = Math.max(0, ...left.map((words) => words.length));
  return letters.map((letter, nth) =>
    `  ${letter}  ${(left[nth] ?? '').padEnd(margin)}  ${wordsOf(became, letter)}`.trimEnd(),
  );
}

/** Each once, and how often it came. */
function counted(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Array.from(counts, ([word, count]) => (count > 1 ? `${word} ×${count}` : word)).join(', ');
}
