import type { AnswerOptions } from '../convert/answerOptions.ts';
import type { ClaudeEvent } from '../claude/events.ts';
import {
  answer,
  customInput,
  messageHead,
  stopReason,
  tokenUsage,
  toolIndex,
} from '../folds/index.ts';
import type { FusibleOperator } from './fused.ts';
import { scanned } from './scanned.ts';
import type { Mappable } from './toChunks.ts';

/**
 * What a conversion remembers of the answer: the folds of {@link Mappable}, run alongside the stream.
 *
 * ```ts
 * track({ messageHead, toolIndex, answer: answer(textSeparator), customInput: customInput(customTools),
 *         stopReason, tokenUsage })
 * ```
 *
 * means the same. Written out, each event costs one object literal, which V8 makes in a fraction of
 * the time it takes to name six fields.
 */
export function trackAnswer({
  textSeparator,
  customTools = new Set(),
}: Pick<AnswerOptions, 'textSeparator' | 'customTools'> = {}): FusibleOperator<
  ClaudeEvent,
  Mappable
> {
  const told = answer(textSeparator);
  const custom = customInput(customTools);
  return scanned<ClaudeEvent, Omit<Mappable, 'event'>, Mappable>(
    (last, event) =>
      event.type === 'content_block_delta'
        ? {
            event,
            messageHead: last.messageHead,
            toolIndex: last.toolIndex,
            answer: told.next(last.answer, event),
            customInput: custom.next(last.customInput, event),
            stopReason: last.stopReason,
            tokenUsage: last.tokenUsage,
          }
        : {
            event,
            messageHead: messageHead.next(last.messageHead, event),
            toolIndex: toolIndex.next(last.toolIndex, event),
            answer: told.next(last.answer, event),
            customInput: custom.next(last.customInput, event),
            stopReason: stopReason.next(last.stopReason, event),
            tokenUsage: tokenUsage.next(last.tokenUsage, event),
          },
    {
      messageHead: messageHead.seed,
      toolIndex: toolIndex.seed,
      answer: told.seed,
      customInput: custom.seed,
      stopReason: stopReason.seed,
      tokenUsage: tokenUsage.seed,
    },
  );
}
