import type { ClaudeUsage, ClaudeUsageIteration } from '../claude/events.ts';
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
  const more = uncounted(usage);
  const cached = total('cache_read_input_tokens', usage, more);
  const written = total('cache_creation_input_tokens', usage, more);
  const input = total('input_tokens', usage, more);
  const prompt_tokens = input + (inputIncludesCache ? 0 : cached + written);
  const completion_tokens = total('output_tokens', usage, more);
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

/**
 * Samplings that were billed but are not in the totals: compacting the context, asking an advisor.
 *
 * The totals already hold every `message`, and of a re-routed turn the attempt that served it.
 */
const uncounted = ({ iterations }: ClaudeUsage): readonly ClaudeUsageIteration[] =>
  Array.isArray(iterations)
    ? (iterations as readonly (ClaudeUsageIteration | null)[]).filter(
        (iteration): iteration is ClaudeUsageIteration =>
          iteration?.type === 'compaction' || iteration?.type === 'advisor_message',
      )
    : none;

const none: readonly ClaudeUsageIteration[] = [];

const count = (tokens: number | null | undefined): number =>
  Number.isFinite(tokens) ? (tokens ?? 0) : 0;

type TokenCount = Extract<keyof ClaudeUsageIteration, `${string}_tokens`> & keyof ClaudeUsage;

/** What was billed of a kind of tokens, in the totals and beside them. */
const total = (
  kind: TokenCount,
  usage: ClaudeUsage,
  more: readonly ClaudeUsageIteration[],
): number => more.reduce((sum, iteration) => sum + count(iteration[kind]), count(usage[kind]));
