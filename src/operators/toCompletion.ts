import { map, type OperatorFunction, reduce } from 'rxjs';
import type { AnswerOptions } from '../convert/answerOptions.ts';
import { addChunk, emptyDraft, finishDraft } from '../convert/completion.ts';
import type { OpenAIChunk } from '../openai/chunks.ts';
import type { OpenAICompletion } from '../openai/completion.ts';

/**
 * Folds a stream of chunks into the one answer a client gets that did not ask for a stream.
 *
 * It is the fold of the very same chunks, so the two forms cannot disagree. Ask `claudeToOpenAI` for
 * usage (`includeUsage`): a completion always carries it.
 *
 * ```text
 * source    a-b-c-|
 * result    ------(m|)
 * ```
 */
export function toCompletion(
  options: AnswerOptions = {},
): OperatorFunction<OpenAIChunk, OpenAICompletion> {
  return (chunks$) =>
    chunks$.pipe(
      reduce(addChunk, emptyDraft),
      map((draft) => finishDraft(draft, options)),
    );
}
