import {
  concatWith,
  defer,
  EMPTY,
  from,
  ignoreElements,
  type MonoTypeOperatorFunction,
  type ObservableInput,
  of,
  takeWhile,
} from 'rxjs';
import type { ClaudeBlock, ClaudeEvent } from '../claude/events.ts';
import { inRuns, told } from '../folds/inRuns.ts';
import { messageContent, toBlocks } from '../folds/messageContent.ts';
import { stopReason } from '../folds/stopReason.ts';

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
  return (claude$) =>
    defer(() => {
      let content = contentInRuns.seed;
      let stop = stopReason.seed;
      let end: ClaudeEvent | undefined;
      return claude$.pipe(
        takeWhile((event) => {
          content = contentInRuns.next(content, event);
          stop = stopReason.next(stop, event);
          if (event.type === 'message_stop') end = event;
          return end === undefined;
        }),
        concatWith(
          defer(() => {
            const end$ = end === undefined ? EMPTY : of(end);
            const isWhole = end !== undefined || stop.reason !== undefined;
            const kept$ = isWhole ? keep$(toBlocks(told(messageContent, content))) : undefined;
            return kept$ === undefined
              ? end$
              : from(kept$).pipe(ignoreElements(), concatWith(end$));
          }),
        ),
      );
    });
}

const contentInRuns = inRuns(messageContent);
