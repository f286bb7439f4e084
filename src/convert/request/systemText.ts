import type { ClaudeTextParam } from '../../claude/request.ts';
import type { OpenAIMessageParam } from '../../openai/request.ts';
import { cacheMark, markLast } from './cacheMarks.ts';
import { isText, partsOf, passMarkOn, plainBlocks, toText } from './contentParts.ts';
import { invalidValue } from './refusals.ts';

/** Whether a message is an instruction; `developer` is OpenAI's newer word for it. */
export function isSystem({ role }: OpenAIMessageParam): boolean {
  return role === 'system' || role === 'developer';
}

/** One plain system text is a string, as everybody writes it. */
export function plainSystem(
  texts: readonly ClaudeTextParam[],
): string | readonly ClaudeTextParam[] {
  const [only] = texts;
  return only === undefined || texts.length > 1 || only.cache_control ? texts : only.text;
}

/** The text of a system message, a block per part. Nothing but text is allowed in it. */
export function toSystemText(
  message: OpenAIMessageParam,
  index: number,
): readonly ClaudeTextParam[] {
  if (typeof message.content === 'string') {
    return markLast(plainBlocks(message.content), cacheMark(message));
  }
  const texts: ClaudeTextParam[] = [];
  for (const [place, part] of partsOf(message).entries()) {
    const at = `messages.[${index}].content.[${place}]`;
    if (!isText(part)) throw invalidValue(`${at}.type`, part.type, ['text']);
    const text = toText(part, at);
    if (text === undefined) passMarkOn(texts, part);
    else texts.push(text);
  }
  return markLast(texts, cacheMark(message));
}
