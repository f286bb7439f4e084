import { from } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { AnswerOptions } from '../../src/convert/answerOptions.ts';
import type { OpenAIChunk } from '../../src/openai/chunks.ts';
import { claudeToOpenAI } from '../../src/operators/index.ts';
import { emitted } from '../../src/testing/index.ts';
import { lawful } from './lawful.ts';

/** The chunks a client gets when Claude says these events; all their laws hold. */
export const converted = (
  events: readonly ClaudeEvent[],
  options: AnswerOptions = {},
): readonly OpenAIChunk[] => emitted(from(events).pipe(claudeToOpenAI(options), lawful(options)));
