import { defer } from 'rxjs';
import { mapMany } from '../operators/mapMany.ts';
import { answerRedactor } from './redaction/answerRedactor.ts';
import type { OpenAIStage } from './Stage.ts';

/** What is hidden, and how. */
export interface RedactOptions {
  readonly patterns: readonly RegExp[];
  /** Stands in the place of each secret. @defaultValue `'[redacted]'` */
  readonly replacement?: string;
  /**
   * The longest secret that is surely caught, in characters. Content is told this much late, until
   * its end; a longer one is caught, too, if its first characters already match.
   *
   * @defaultValue 64
   */
  readonly maxChars?: number;
}

/**
 * Hides what matches in everything the client is told: content, reasoning, refusals, annotations
 * and the strings in the arguments of tool calls.
 *
 * Claude streams tokens, so a secret comes in pieces, each of them harmless. The end of a text is
 * held back until it is known to be none; what is held is told before the finish.
 *
 * ```text
 * source    R--s--k--1--.-----F|     sk1 is a secret
 * result    R--------------(x.F|)    x [redacted]
 * ```
 *
 * Content is one text for the client, whatever comes between its pieces, so its end waits for the
 * answer's end. A thought or a call is over when something else is told. Reasoning details that held
 * a secret lose their signature: it would not fit any more.
 */
export function redact({
  patterns,
  replacement = '[redacted]',
  maxChars = 64,
}: RedactOptions): OpenAIStage {
  return () => (chunk$) =>
    defer(() => {
      const redactor = answerRedactor({ patterns, replacement, maxChars });
      return chunk$.pipe(mapMany(redactor.redacted, redactor.rest));
    });
}
