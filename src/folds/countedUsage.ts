import type { ClaudeEventOf, ClaudeUsage } from '../claude/events.ts';
import type { Fold } from './Fold.ts';
import { tokenUsage } from './tokenUsage.ts';

/** Which token totals Claude itself has told. */
export interface CountedUsage {
  readonly usage: ClaudeUsage;
  /** The answer was counted to its end; what `message_start` says of output is a beginning. */
  readonly isOutputFinal: boolean;
  /** The last `message_delta`. */
  readonly delta: ClaudeEventOf<'message_delta'>['delta'];
}

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
    return { usage, isOutputFinal, delta: { ...counted.delta, ...event.delta } };
  },
};
