import type { ClaudeDelta } from '../claude/events.ts';
import type { Fold } from './Fold.ts';

/** What a fold knows, and what it has not been told of yet: deltas of one block and one kind, as one. */
export interface InRuns<S> {
  readonly state: S;
  /** None has come since the fold was told last. */
  readonly kind: RunKind | undefined;
  readonly index: number;
  readonly text: string;
}

/** Deltas whose text continues the one before. */
type RunKind = 'text_delta' | 'thinking_delta' | 'input_json_delta';

/**
 * A fold that is told a run of deltas as one: for folds that copy a block with every delta, and are
 * asked at the end only.
 *
 * A message is thousands of deltas in a handful of blocks. To put a text together from a run costs next
 * to nothing; to make a new block of every word costs as much as the whole conversion.
 */
export function inRuns<S>(fold: Fold<S>): Fold<InRuns<S>> {
  return {
    seed: allTold(fold.seed),
    next(before, event) {
      if (event.type === 'content_block_delta') {
        const text = textOf(event.delta);
        if (text !== undefined) {
          const { index } = event;
          const kind = event.delta.type as RunKind;
          return before.index === index && before.kind === kind
            ? { state: before.state, kind, index, text: before.text + text }
            : { state: told(fold, before), kind, index, text };
        }
      }
      return event.type === 'ping' ? before : allTold(fold.next(told(fold, before), event));
    },
  };
}

const allTold = <S>(state: S): InRuns<S> => ({ state, kind: undefined, index: -1, text: '' });

/** What the fold knows once it is told everything. */
export function told<S>(fold: Fold<S>, { state, kind, index, text }: InRuns<S>): S {
  if (kind === undefined) return state;
  return fold.next(state, { type: 'content_block_delta', index, delta: deltaOf(kind, text) });
}

function deltaOf(kind: RunKind, text: string): ClaudeDelta {
  switch (kind) {
    case 'text_delta':
      return { type: kind, text };
    case 'thinking_delta':
      return { type: kind, thinking: text };
    case 'input_json_delta':
      return { type: kind, partial_json: text };
  }
}

function textOf(delta: ClaudeDelta): string | undefined {
  switch (delta.type) {
    case 'text_delta':
      return delta.text;
    case 'thinking_delta':
      return delta.thinking;
    case 'input_json_delta':
      return delta.partial_json;
    default:
      return undefined;
  }
}
