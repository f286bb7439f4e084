import { type AnswerAnnotations, nextAnnotations, noAnnotations } from './answerAnnotations.ts';
import { type AnswerReasoning, nextReasoning, noReasoning } from './answerReasoning.ts';
import { type AnswerText, answerText } from './answerText.ts';
import type { Fold } from './Fold.ts';

/** What the answer amounts to so far, beyond what each event says by itself. */
export interface Answer {
  readonly text: AnswerText;
  readonly reasoning: AnswerReasoning;
  readonly annotations: AnswerAnnotations;
}

/**
 * Where the answer stands: how much text, which thoughts, which sources.
 *
 * The three are folded together because they are measured against each other: a thought has a
 * position in the text, a source covers a span of it.
 *
 * ```text
 * source    S-T-t"Hi"---M-m"Hm"-----------------|    T text, M thinking
 * answer    {}--{text: 2}-{thought at 2: "Hm"}--|
 * ```
 *
 * @param separator - see {@link answerText}
 */
export function answer(separator?: string): Fold<Answer> {
  const text = answerText(separator);
  return {
    seed: { text: text.seed, reasoning: noReasoning, annotations: noAnnotations },
    next(before, event) {
      if (event.type === 'ping') return before;
      const after = text.next(before.text, event);
      const reasoning = nextReasoning(before.reasoning, event, after.length);
      const annotations = nextAnnotations(before.annotations, event, before.text, after);
      return after === before.text &&
        reasoning === before.reasoning &&
        annotations === before.annotations
        ? before
        : { text: after, reasoning, annotations };
    },
  };
}
