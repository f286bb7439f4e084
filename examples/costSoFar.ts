/** A fold of your own: what an answer has cost so far, beside the stream. */
import { type Fold, tokenUsage } from 'marblegate/folds';
import type { ClaudeUsage } from 'marblegate';

/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** What is known, and what it comes to. */
export interface Cost {
  readonly usage: ClaudeUsage;
  /** US dollars. */
  readonly dollars: number;
}

/** Use it by name: `claude$.pipe(track({ cost: costSoFar(prices) }))` emits `{ event, cost }`. */
export const costSoFar = ({ input, output }: Prices): Fold<Cost> => ({
  seed: { usage: tokenUsage.seed, dollars: 0 },
  next(cost, event) {
    // Claude repeats totals and leaves out what has not changed: the fold that knows is at hand.
    const usage = tokenUsage.next(cost.usage, event);
    if (usage === cost.usage) return cost;
    const { input_tokens, output_tokens } = usage;
    const dollars = ((input_tokens ?? 0) * input + (output_tokens ?? 0) * output) / 1_000_000;
    return { usage, dollars };
  },
});
