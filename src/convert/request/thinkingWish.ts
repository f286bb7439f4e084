import type { OpenAIReasoningEffort, OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { withoutNulls } from './withoutNulls.ts';

/** What the client wants of Claude's thinking, whatever words it used. */
export type ThinkingWish =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'none' }
  | { readonly kind: 'effort'; readonly effort: Exclude<OpenAIReasoningEffort, 'none'> }
  | { readonly kind: 'budget'; readonly tokens: number }
  | { readonly kind: 'verbatim'; readonly thinking: Readonly<Record<string, unknown>> };

/**
 * Reads the wish out of a request: Claude's own `thinking` before OpenRouter's `reasoning`, before
 * OpenAI's `reasoning_effort`, before the end of the model's name, before the configuration.
 *
 * @see https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
export function readThinkingWish(
  { thinking, reasoning, reasoning_effort }: OpenAIRequest,
  { settings, model }: Conversion,
): ThinkingWish {
  if (thinking !== undefined) return { kind: 'verbatim', thinking: withoutNulls(thinking) };
  if (reasoning !== undefined) {
    const { effort, max_tokens, enabled } = reasoning;
    if (enabled === false) return { kind: 'none' };
    if (effort) return ofEffort(effort);
    if (typeof max_tokens === 'number') {
      return max_tokens === 0 ? { kind: 'none' } : { kind: 'budget', tokens: max_tokens };
    }
    if (enabled === true) return { kind: 'effort', effort: 'medium' };
  }
  const effort = reasoning_effort ?? model.effort ?? settings.reasoningEffort;
  return effort === undefined ? { kind: 'nothing' } : ofEffort(effort);
}

/** Whether the client wants no reasoning in the answer, thought or not. */
export function hidesReasoning(
  { reasoning, include_reasoning }: OpenAIRequest,
  { settings }: Conversion,
): boolean {
  return (
    reasoning?.exclude === true || include_reasoning === false || settings.reasoningField === 'none'
  );
}

function ofEffort(effort: OpenAIReasoningEffort): ThinkingWish {
  return effort === 'none' ? { kind: 'none' } : { kind: 'effort', effort };
}
