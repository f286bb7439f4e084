import type { ClaudeCall } from '../Channel.ts';
import { toInvokeBody } from './toInvokeBody.ts';

/** Asks Anthropic's API for what Bedrock has an operation of its own for, and refuses the beta of. */
const COUNTING_BETA = 'token-counting-2024-11-01';

/**
 * A question for a count of tokens as Bedrock takes it: the body InvokeModel would get, as base64.
 *
 * It is checked as if it were to be answered, so it needs a length – more than may be thought.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html
 */
export function toCountBody(
  call: Pick<ClaudeCall, 'body' | 'betas' | 'headers'>,
  anthropic_version: string,
): object {
  const { budget_tokens: budget } = Object(call.body.thinking) as {
    readonly budget_tokens?: unknown;
  };
  const body = toInvokeBody(
    { ...call, betas: call.betas.filter((beta) => beta !== COUNTING_BETA) },
    anthropic_version,
  );
  const invoked = { max_tokens: typeof budget === 'number' ? budget + 1 : 1, ...body };
  const base64 = Buffer.from(JSON.stringify(invoked)).toString('base64');
  return { input: { invokeModel: { body: base64 } } };
}
