import type { ClaudeEvent } from '../claude/events.ts';
import type { Fold } from '../folds/Fold.ts';
import type { FusibleOperator } from './fused.ts';
import { scanned } from './scanned.ts';

export type Folds = Readonly<Record<string, Fold<unknown>>> & { readonly event?: never };

/** An event, and beside it the state of each fold after that event. */
export type Tracked<F extends Folds> = { readonly event: ClaudeEvent } & {
  readonly [Name in Exclude<keyof F, 'event'>]: F[Name] extends Fold<infer S> ? S : never;
};

/**
 * Runs folds alongside the stream: a `scan` that keeps the event with the states it led to.
 *
 * ```text
 * source    a-------b-------|
 * result    {a,s1}--{b,s2}--|     s2 = fold.next(s1, b)
 * ```
 *
 * Name a fold after what it knows, and a record of folds reads as a sentence:
 * `track({ toolIndex, messageHead })`.
 *
 * **Errors** – whatever a fold throws becomes the error notification.
 */
export function track<F extends Folds>(folds: F): FusibleOperator<ClaudeEvent, Tracked<F>> {
  const entries = Object.entries<Fold<unknown>>(folds);
  const seed: States = Object.fromEntries(entries.map(([name, { seed }]) => [name, seed]));
  const next = (last: States, event: ClaudeEvent): Tracked<F> => {
    // One object of one shape per event: what did not change is the same state as before.
    const tracked: Record<string, unknown> = { event };
    for (const [name, fold] of entries) tracked[name] = fold.next(last[name], event);
    return tracked as Tracked<F>;
  };
  return scanned(next, seed);
}

type States = Readonly<Record<string, unknown>>;
