import type { ClaudeEvent, ClaudeEventOf } from '../claude/events.ts';
import type { Fold } from '../folds/Fold.ts';
import { fusible, type FusibleOperator, type Sink, steadyOf } from './fused.ts';
import { type OneOrMany, say } from './mapMany.ts';

/** How a stream is rewritten in Claude's own words, knowing what a fold remembers. */
export interface Rewriting<S> {
  /** What is said in place of an event: itself, others, or `[]`. */
  event(event: ClaudeEvent, after: S, before: S): OneOrMany<ClaudeEvent>;
  /** What is said when the source ends. @defaultValue nothing */
  end?(state: S): OneOrMany<ClaudeEvent>;
  /**
   * Whether a delta that passed as it is, and changed nothing, stands for all of its kind and block
   * that come right after it, whatever they say: they then need not be shown. @defaultValue no
   */
  isSteady?(delta: ClaudeEventOf<'content_block_delta'>, state: S): boolean;
}

/**
 * Rewrites a Claude stream in Claude's own words: a fold remembers, the rule says each event anew.
 *
 * This is `scan` and `mapMany` in one step, and the shape of every operator that makes a stream
 * regular before it is translated.
 *
 * ```text
 * source    a----b-----|     fold: s0 → s1 → s2      rule: (a, s1, s0) → a, (b, s2, s1) → [x, b]
 * result    a----(xb)--|
 * ```
 *
 * **Errors** – whatever the fold or the rule throws becomes the error notification.
 */
export function rewrite<S>(
  fold: Fold<S>,
  rule: Rewriting<S>,
): FusibleOperator<ClaudeEvent, ClaudeEvent> {
  return fusible((downstream) => {
    let state = fold.seed;
    let passed: ClaudeEvent | undefined;
    return {
      next(event) {
        const before = state;
        state = fold.next(before, event);
        const said = rule.event(event, state, before);
        passed = said === event && state === before ? event : undefined;
        if (said === event) downstream.next(event);
        else say(said, downstream);
      },
      complete() {
        if (rule.end !== undefined) say(rule.end(state), downstream);
        downstream.complete();
      },
      steady(): Sink<ClaudeEvent> {
        return passed?.type === 'content_block_delta' && rule.isSteady?.(passed, state)
          ? steadyOf(downstream)
          : this;
      },
    };
  });
}
