import type { ClaudeEventOf, ClaudeUsage } from '../claude/events.ts';
import type { Fold } from './Fold.ts';
import { tokenUsage } from './tokenUsage.ts';

/** Which token totals Claude itself has told. */
export interface CountedUsage {
  readonly usage: ClaudeUsage;
  /** The answer was counted to its end; what `message_start` says of output is a beginning. */
  readonly isOutputFinal: boolean;
  /** All that was said of how the message ended; a field that is null takes nothing back. */
  readonly delta: Delta;
}

type Delta = ClaudeEventOf<'message_delta'>['delta'];

/**
 * Which token totals have been told, and with which words the message was ended.
 *
 * ```text
 * source          S{in:10,out:1}--------D{out:25}-----X
 * countedUsage    {10, 1, beginning}----{10, 25, final}
 * ```
 */
export const countedUsage: Fold<CountedUsage> = {
  seed: { usage: {}, isOutputFinal: false, delta: {} },
  next(counted, event) {
    const usage = tokenUsage.next(counted.usage, event);
    if (event.type !== 'message_delta') {
      return usage === counted.usage ? counted : { ...counted, usage };
    }
    const isOutputFinal = counted.isOutputFinal || typeof event.usage?.output_tokens === 'number';
    return { usage, isOutputFinal, delta: merged(counted.delta, event.delta) };
  },
};

const merged = (known: Delta, news: Delta): Delta => ({
  ...news,
  ...Object.fromEntries(
    Object.entries(known).filter(([name]) => (news[name as keyof Delta] ?? null) === null),
  ),
});
