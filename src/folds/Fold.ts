import type { ClaudeEvent } from '../claude/events.ts';

/**
 * Something remembered while a message streams by: what is known before the first event, and how
 * each event changes it.
 *
 * All state of a conversion lives in folds. `next` must return a new state or the one it was given,
 * never change it: the seed is shared by every subscription.
 */
export interface Fold<S, E = ClaudeEvent> {
  readonly seed: S;
  // A method, not a property: folds of different states may stand in one record.
  next(state: S, event: E): S;
}
