import type { OperatorFunction } from 'rxjs';
import type { Capture } from '../../capture/Capture.ts';
import type { ClaudeEvent } from '../../claude/events.ts';
import type { OpenAIChunk } from '../../openai/chunks.ts';
import { claudeToOpenAI } from '../../operators/claudeToOpenAI.ts';
import type { Alphabet } from '../marbles.ts';
import { type Line, toColumns } from './columns.ts';
import { drawRows, toRow, untilEnd } from './diagram.ts';
import { hearCapture } from './hearCapture.ts';
import { chunkKind, claudeKinds } from './kindLetters.ts';
import { type Speller, spellers } from './spellOut.ts';

/** What becomes of what Claude says. @defaultValue `claudeToOpenAI()` */
export type Conversion = OperatorFunction<ClaudeEvent, OpenAIChunk>;

/** A stream as marbles: what `cold` and `toBe` of `createMarbles` take. */
export interface Marbles<T> {
  readonly diagram: string;
  readonly alphabet: Alphabet<T>;
  /** Set when the stream ends in an error. */
  readonly error?: unknown;
}

/** A capture as marbles, under one clock. */
export interface CaptureMarbles {
  /** Milliseconds of the capture that one column, a virtual millisecond, stands for. */
  readonly columnMs: number;
  /** What Claude said. */
  readonly claude: Marbles<ClaudeEvent>;
  /** What it became. */
  readonly openai: Marbles<OpenAIChunk>;
}

/**
 * A capture as a marble test sees it: what Claude said, and what it becomes, with time kept.
 *
 * The same letter in both diagrams is what became of that letter's event. Where the capture ends in
 * an error, so do the diagrams.
 *
 * ```ts
 * const { claude, openai } = toMarbles(readCapture(await readFile('capture.sse')));
 *
 * it('says it as it did', marbles(({ cold, expectObservable }) => {
 *   const claude$ = cold(claude.diagram, claude.alphabet, claude.error);
 *   expectObservable(claude$.pipe(claudeToOpenAI()))
 *     .toBe(openai.diagram, openai.alphabet, openai.error);
 * }));
 * ```
 */
export function toMarbles(
  capture: Capture,
  convert$: Conversion = claudeToOpenAI(),
): CaptureMarbles {
  const { columnMs, ...columns } = toColumns(hearCapture(capture), convert$);
  const { speller } = spellers();
  const says = speller<ClaudeEvent>();
  const becomes = speller<OpenAIChunk>();
  const kindOf = claudeKinds();

  const letterAt = new Map<number, string>();
  for (const { column, value } of columns.claude.values)
    letterAt.set(column, says.letterOf(value, kindOf(value).letter));
  const claude = columns.claude.values.map(({ column }) => letterMark(column, letterAt));
  const openai = columns.openai.values.map(
    ({ column, value }) =>
      [column, becomes.letterOf(value, chunkKind(value, letterAt.get(column)).letter)] as const,
  );

  const stretches = drawRows([
    toRow([...claude, ...endingMark(columns.claude)]),
    toRow([...openai, ...endingMark(columns.openai)]),
  ]);
  const diagram = (row: number): string =>
    stretches.map(({ texts }) => texts[row] ?? '').join('') || '-';
  return {
    columnMs,
    claude: marblesOf(diagram(0), says, columns.claude),
    openai: marblesOf(diagram(1), becomes, columns.openai),
  };
}

const letterMark = (
  column: number,
  letters: ReadonlyMap<number, string>,
): readonly [number, string] => [column, letters.get(column) ?? ''];

/** The mark of how a line ends; none for one that goes on. */
export const endingMark = ({
  ending,
}: Pick<Line<unknown>, 'ending'>): readonly (readonly [number, string])[] =>
  ending === undefined ? [] : [[ending.column, ending.how === 'error' ? '#' : '|']];

const marblesOf = <T>(
  diagram: string,
  { alphabet }: Speller<T>,
  { ending }: Line<T>,
): Marbles<T> => ({
  diagram: untilEnd(diagram),
  alphabet,
  ...(ending?.how === 'error' && { error: ending.error }),
});
