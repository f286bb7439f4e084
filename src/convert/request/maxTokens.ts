import type { OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { refusal } from './refusals.ts';

/** Output tokens, when neither the client nor the table says more. */
const FALLBACK = 32_000;

/**
 * The limit of output tokens, which Claude demands: the client's, lowered to what the model can; or
 * the model's own, which is what OpenAI's silence means. Both sides count reasoning inside it.
 */
export function toMaxTokens(
  request: OpenAIRequest,
  { settings, model, concede }: Conversion,
): number {
  const { maxOutput, defaultMaxTokens } = model.traits;
  // Claude's own way to warm a cache without an answer.
  if (request['anthropic_max_tokens'] === 0) return 0;
  const asked = request.max_completion_tokens ?? request.max_tokens;
  if (asked === undefined) {
    return Math.min(
      maxOutput ?? defaultMaxTokens ?? FALLBACK,
      settings.defaultMaxTokens ?? Number.MAX_SAFE_INTEGER,
    );
  }
  if (maxOutput === null || asked <= maxOutput) return asked;
  const param =
    request.max_completion_tokens === undefined ? 'max_tokens' : 'max_completion_tokens';
  concede.clamp(param, {
    refusal: () =>
      refusal(
        param,
        `max_tokens is too large: ${asked}. This model supports at most ${maxOutput} completion tokens, whereas you provided ${asked}.`,
        'invalid_value',
      ),
  });
  return maxOutput;
}
