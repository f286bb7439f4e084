import type { ClaudeMessageParam, ClaudeRequest } from '../../claude/request.ts';
import { isReasoning } from './cacheMarks.ts';
import { without } from './without.ts';

/**
 * The request with all reasoning taken out of its history: what to send once more when Claude
 * refused a signature. A budget for thinking goes too, since it demands signatures.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export function withoutThinking(body: ClaudeRequest): ClaudeRequest {
  const bare = { ...body, messages: body.messages.map(withoutReasoning) };
  return body.thinking?.type === 'enabled' ? without(bare, ['thinking']) : bare;
}

/** Whether there is reasoning in the history of a request. */
export function hasReasoning({ messages }: ClaudeRequest): boolean {
  return messages.some(({ content }) => content.some(({ type }) => isReasoning(type)));
}

/** The message without reasoning; itself if it has none. */
export function withoutReasoning(message: ClaudeMessageParam): ClaudeMessageParam {
  return message.content.some(({ type }) => isReasoning(type))
    ? { ...message, content: message.content.filter(({ type }) => !isReasoning(type)) }
    : message;
}
