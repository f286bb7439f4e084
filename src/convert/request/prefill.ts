import type {
  ClaudeBlockParam,
  ClaudeMessageParam,
  ClaudeTextParam,
} from '../../claude/request.ts';
import type { Conversion } from './Conversion.ts';
import { unsupportedValue } from './refusals.ts';

/** What the user says when an assistant's message came last and cannot be continued. */
const GO_ON = 'Continue.';

/**
 * Ends a conversation so that Claude answers it. An assistant's message at the end is a beginning
 * for Claude to continue, where the model does that; else the user asks it to.
 *
 * @param isFree - whether neither thinking nor a schema stands in the way of continuing
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-engineering/prefill-claudes-response
 */
export function endConversation(
  messages: readonly ClaudeMessageParam[],
  isFree: boolean,
  { model, concede }: Conversion,
): readonly ClaudeMessageParam[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || isPaused(last)) return messages;
  if (model.traits.prefill && isFree) {
    return [...messages.slice(0, -1), { ...last, content: withoutEnd(last.content) }];
  }
  concede.rewrite('prefill', {
    refusal: () =>
      unsupportedValue('messages', 'assistant', ' The conversation must end with a user message.'),
  });
  return [...messages, { role: 'user', content: [{ type: 'text', text: GO_ON }] }];
}

/** A turn that stopped in the middle of server tools is continued by sending it back as it is. */
function isPaused({ content }: ClaudeMessageParam): boolean {
  return content.at(-1)?.type === 'server_tool_use';
}

/** Claude refuses white space at the end of what it is to continue. */
function withoutEnd(content: readonly ClaudeBlockParam[]): readonly ClaudeBlockParam[] {
  const last = content.at(-1);
  if (last?.type !== 'text') return content;
  const text = (last as ClaudeTextParam).text.trimEnd();
  return [...content.slice(0, -1), { ...last, text }];
}
