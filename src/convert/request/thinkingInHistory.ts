import type { ClaudeMessageParam } from '../../claude/request.ts';
import { isReasoning } from './cacheMarks.ts';
import type { Conversion } from './Conversion.ts';
import { thinks, type ThinkingPlan } from './thinking.ts';
import { withoutReasoning } from './withoutThinking.ts';

/** A plan that goes with its history, and a history that goes with the plan. */
export interface SettledThinking {
  readonly plan: ThinkingPlan;
  readonly messages: readonly ClaudeMessageParam[];
}

/**
 * Makes thinking and history agree.
 *
 * A model that thinks within a budget refuses a running tool loop whose last assistant turn does
 * not open with its signed block, and plain OpenAI clients cannot bring that block back: then this
 * request goes without thinking. Where there is no thinking, the history shows none either.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#extended-thinking-with-tool-use
 */
export function settleThinking(
  planned: ThinkingPlan,
  messages: readonly ClaudeMessageParam[],
  { model, concede }: Conversion,
): SettledThinking {
  let plan = planned;
  if (planned.thinking?.type === 'enabled' && !isSigned(messages)) {
    concede.drop('reasoning_effort');
    plan = { ...(planned.effort && { effort: planned.effort }) };
  }
  return { plan, messages: thinks(plan, model.traits) ? messages : messages.map(withoutReasoning) };
}

function isSigned(messages: readonly ClaudeMessageParam[]): boolean {
  const last = messages.findLast(({ role }) => role === 'assistant');
  if (last?.content.some(({ type }) => type === 'tool_use') !== true) return true;
  return isReasoning(last.content[0]?.type ?? '');
}
