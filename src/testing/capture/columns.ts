import { type OperatorFunction, Subject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import type { ClaudeEvent } from '../../claude/events.ts';
import type { OpenAIChunk } from '../../openai/chunks.ts';
import type { Heard, Timed } from './hearCapture.ts';

/** Something at its place in a diagram. */
export interface Placed<T> {
  readonly column: number;
  readonly value: T;
}

/** A stream laid out in columns, with its end. */
export interface Line<T> {
  readonly values: readonly Placed<T>[];
  readonly ending?:
    | { readonly column: number; readonly how: 'complete' }
    | { readonly column: number; readonly how: 'error'; readonly error: Error };
}

/** Two streams over one clock. */
export interface Columns {
  /** Milliseconds that one column stands for. */
  readonly columnMs: number;
  /** What Claude said. */
  readonly claude: Line<ClaudeEvent>;
  /** What it became. */
  readonly openai: Line<OpenAIChunk>;
}

/** How many columns an event is given, on average, before the clock is told more coarsely. */
const COLUMNS_AN_EVENT = 2;
/** Short streams are not squeezed below so many columns. */
const ROOMY_COLUMNS = 80;

/**
 * Lays a stream and what becomes of it out in columns, in true proportions as far as there is room:
 * events that came together stand side by side, and after one that becomes several the next one waits
 * until their group, as a diagram writes it, is over.
 */
export function toColumns(
  heard: Heard,
  convert$: OperatorFunction<ClaudeEvent, OpenAIChunk>,
): Columns {
  const { events, ending } = heard;
  const marks = marksOf(events, convert$);
  const columnMs = scaleOf(heard);
  let free = 0;
  const place = (atMs: number, width: number): number => {
    const column = Math.max(free, Math.round(atMs / columnMs));
    free = column + width;
    return column;
  };
  const values = events.map(({ atMs, value }, nth) => {
    const count = marks[nth] ?? 0;
    return { column: place(atMs, count > 1 ? count + 2 : 1), value };
  });
  const claude: Line<ClaudeEvent> = {
    values,
    ...(ending !== undefined && { ending: { ...ending, column: place(ending.atMs, 1) } }),
  };
  return { columnMs, claude, openai: converted(claude, convert$) };
}

/** How many marks each event becomes, an end or an error included. */
function marksOf(
  events: readonly Timed<ClaudeEvent>[],
  convert$: OperatorFunction<ClaudeEvent, OpenAIChunk>,
): readonly number[] {
  let marks = 0;
  const claude = new Subject<ClaudeEvent>();
  const count = () => {
    marks += 1;
  };
  const counts: number[] = [];
  new TestScheduler(() => undefined).run(() => {
    claude.pipe(convert$).subscribe({ next: count, error: count, complete: count });
    for (const { value } of events) {
      marks = 0;
      claude.next(value);
      counts.push(marks);
    }
  });
  return counts;
}

/** Runs the conversion over the columns, one a millisecond of virtual time. */
function converted(
  { values, ending }: Line<ClaudeEvent>,
  convert$: OperatorFunction<ClaudeEvent, OpenAIChunk>,
): Line<OpenAIChunk> {
  const chunks: Placed<OpenAIChunk>[] = [];
  let end: Line<OpenAIChunk>['ending'];
  const scheduler = new TestScheduler(() => undefined);
  scheduler.run(() => {
    const claude = new Subject<ClaudeEvent>();
    claude.pipe(convert$).subscribe({
      next: (value) => chunks.push({ column: scheduler.now(), value }),
      error: (error: unknown) =>
        (end = { column: scheduler.now(), how: 'error', error: error as Error }),
      complete: () => (end = { column: scheduler.now(), how: 'complete' }),
    });
    for (const { column, value } of values) {
      scheduler.schedule(() => {
        claude.next(value);
      }, column);
    }
    if (ending !== undefined) {
      scheduler.schedule(() => {
        if (ending.how === 'error') claude.error(ending.error);
        else claude.complete();
      }, ending.column);
    }
  });
  return end === undefined ? { values: chunks } : { values: chunks, ending: end };
}

/** A round number of milliseconds, so that the whole is neither cramped nor endless. */
function scaleOf({ events, ending }: Heard): number {
  const lastMs = ending?.atMs ?? events.at(-1)?.atMs ?? 0;
  const wide = Math.max(ROOMY_COLUMNS, events.length * COLUMNS_AN_EVENT);
  for (let power = 1; ; power *= 10) {
    const found = [1, 2, 5].find((digit) => lastMs / (digit * power) <= wide);
    if (found !== undefined) return found * power;
  }
}
