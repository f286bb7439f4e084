import type { MonoTypeOperatorFunction } from 'rxjs';
import type { BedrockInvocationMetrics, ClaudeEvent, ClaudeUsage } from '../claude/events.ts';
import { type CountedUsage, countedUsage } from '../folds/countedUsage.ts';
import { rewrite } from './rewrite.ts';

/**
 * Tells the token totals Claude left out, where Bedrock counted them itself.
 *
 * Bedrock leaves usage out now and then, and adds its own count to the last event. Only what is
 * missing is told, in a `message_delta` that repeats how the message ended.
 *
 * ```text
 * source    S-t-D-X        X message_stop with metrics, D message_delta without usage
 * result    S-t-D-(dX)     d D again, with usage
 * ```
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html
 */
export function fillUsage(): MonoTypeOperatorFunction<ClaudeEvent> {
  return rewrite(countedUsage, {
    event(event, counted) {
      if (event.type !== 'message_stop') return event;
      const usage = missing(counted, event['amazon-bedrock-invocationMetrics']);
      const stop: ClaudeEvent = { type: 'message_stop' };
      return Object.keys(usage).length === 0
        ? stop
        : [{ type: 'message_delta', delta: counted.delta, usage }, stop];
    },
  });
}

type Total = keyof typeof metricOf;

const metricOf = {
  input_tokens: 'inputTokenCount',
  output_tokens: 'outputTokenCount',
  cache_read_input_tokens: 'cacheReadInputTokenCount',
  cache_creation_input_tokens: 'cacheWriteInputTokenCount',
} as const satisfies Partial<Record<keyof ClaudeUsage, keyof BedrockInvocationMetrics>>;

function missing(
  { usage, isOutputFinal }: CountedUsage,
  metrics: BedrockInvocationMetrics = {},
): ClaudeUsage {
  const isTold = (total: Total): boolean =>
    typeof usage[total] === 'number' && (total !== 'output_tokens' || isOutputFinal);
  return Object.fromEntries(
    Object.entries(metricOf).flatMap(([total, metric]): [string, number][] => {
      const count = metrics[metric];
      return typeof count === 'number' && !isTold(total as Total) ? [[total, count]] : [];
    }),
  );
}
