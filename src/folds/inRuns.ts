import type { ClaudeEvent } from '../claude/events.ts';
import type { Fold } from './Fold.ts';

/** Deltas of one block and one kind that came one after the other, as one. */
interface Run {
  readonly index: number;
  readonly kind: keyof typeof pieces;
  readonly text: string;
}

/** What a fold knows, and the run it has not been told of yet. */
export interface InRuns<S> {
  readonly state: S;
  readonly run: Run | undefined;
}

/** Where the text of a delta is that continues the one before. */
const pieces = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  input_json_delta: 'partial_json',
} as const;

/**
 * A fold that is told a run of deltas as one: for folds that copy a block with every delta, and are
 * asked at the end only.
 *
 * A message is thousands of deltas in a handful of blocks. To put a text together from a run costs next
 * to nothing; to make a new block of every word costs as much as the whole conversion.
 */
export function inRuns<S>(fold: Fold<S>): Fold<InRuns<S>> {
  return {
    seed: { state: fold.seed, run: undefined },
    next(before, event) {
      const { state, run } = before;
      const piece = pieceOf(event);
      if (piece === undefined) {
        return event.type === 'ping'
          ? before
          : { state: fold.next(told(fold, before), event), run: undefined };
      }
      return run?.index === piece.index && run.kind === piece.kind
        ? { state, run: { index: run.index, kind: run.kind, text: run.text + piece.text } }
        : { state: told(fold, before), run: piece };
    },
  };
}

/** What the fold knows once it is told everything. */
export function told<S>(fold: Fold<S>, { state, run }: InRuns<S>): S {
  if (run === undefined) return state;
  const delta = { type: run.kind, [pieces[run.kind]]: run.text };
  return fold.next(state, {
    type: 'content_block_delta',
    index: run.index,
    delta,
  } as unknown as ClaudeEvent);
}

function pieceOf(event: ClaudeEvent): Run | undefined {
  if (event.type !== 'content_block_delta') return undefined;
  const { index, delta } = event;
  switch (delta.type) {
    case 'text_delta':
      return { index, kind: delta.type, text: delta.text };
    case 'thinking_delta':
      return { index, kind: delta.type, text: delta.thinking };
    case 'input_json_delta':
      return { index, kind: delta.type, text: delta.partial_json };
    default:
      return undefined;
  }
}
