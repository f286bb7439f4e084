import type { ClaudeUsage } from '../claude/events.ts';
import type { OpenAIUsage } from '../openai/chunks.ts';
import type { AnswerOptions } from './answerOptions.ts';

/**
 * Claude's token totals in OpenAI's form.
 *
 * Claude counts cached input apart from `input_tokens`; OpenAI counts it as part of the prompt.
 * Thinking is part of the output on both sides. Numbers that are missing count as 0.
 * `inputIncludesCache` is for upstreams that count cached tokens inside `input_tokens`.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching#tracking-cache-performance
 */
export function toUsage(
  usage: ClaudeUsage,
  { inputIncludesCache = false }: AnswerOptions = {},
): OpenAIUsage {
  const compactions = (usage.iterations ?? []).filter(({ type }) => type === 'compaction');
  const cached = count(usage.cache_read_input_tokens);
  const written = count(usage.cache_creation_input_tokens);
  const prompt_tokens =
    count(usage.input_tokens) +
    (inputIncludesCache ? 0 : cached + written) +
    sum(compactions, ({ input_tokens }) => input_tokens);
  const completion_tokens =
    count(usage.output_tokens) + sum(compactions, ({ output_tokens }) => output_tokens);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: count(usage.output_tokens_details?.thinking_tokens),
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

const count = (tokens: number | null | undefined): number =>
  Number.isFinite(tokens) ? (tokens ?? 0) : 0;

const sum = <T>(items: readonly T[], of: (item: T) => number | null | undefined): number =>
  items.reduce((total, item) => total + count(of(item)), 0);
