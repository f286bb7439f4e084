import { from, type MonoTypeOperatorFunction, type ObservableInput } from 'rxjs';
import type { ClaudeBlock, ClaudeEvent } from '../claude/events.ts';
import { inRuns, told } from '../folds/inRuns.ts';
import { messageContent, toBlocks } from '../folds/messageContent.ts';
import { stopReason } from '../folds/stopReason.ts';
import { fusible } from './fused.ts';

/** Puts the content of a message away; what it gives is waited for, undefined is not. */
export type KeepContent = (content: readonly ClaudeBlock[]) => ObservableInput<unknown> | undefined;

/**
 * Hands the content of a message over when it is whole, and holds its end back until that is done.
 *
 * A client that reads the end asks its next question at once: by then, what that question needs must
 * have been put away.
 *
 * ```text
 * source    S-T-t-.-D-X
 * keep                --|
 * result    S-T-t-.-D---(X|)
 * ```
 *
 * A message that gave its reason but ends without `message_stop` is handed over where its source
 * ends. One that failed or was cut off is not.
 *
 * **Errors** – those of the source, and of what `keep$` gives.
 */
export function keepContent(keep$: KeepContent): MonoTypeOperatorFunction<ClaudeEvent> {
  return fusible((downstream, life) => {
    let content = contentInRuns.seed;
    let stop = stopReason.seed;
    let isOver = false;

    function end(last?: ClaudeEvent) {
      isOver = true;
      const isWhole = last !== undefined || stop.reason !== undefined;
      const kept$ = isWhole ? keep$(toBlocks(told(messageContent, content))) : undefined;
      if (kept$ === undefined) {
        finish(last);
        return;
      }
      life.leave();
      life.add(
        from(kept$).subscribe({
          error: (error: unknown) => {
            life.run(() => {
              throw error;
            });
          },
          complete: () => {
            life.run(() => {
              finish(last);
            });
          },
        }),
      );
    }
    function finish(last: ClaudeEvent | undefined) {
      if (last !== undefined) downstream.next(last);
      downstream.complete();
    }
    return {
      next(event) {
        if (isOver) return;
        content = contentInRuns.next(content, event);
        stop = stopReason.next(stop, event);
        if (event.type === 'message_stop') end(event);
        else downstream.next(event);
      },
      complete() {
        if (!isOver) end();
      },
    };
  });
}

const contentInRuns = inRuns(messageContent);
