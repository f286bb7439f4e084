import type { ClaudeTool } from '../../claude/request.ts';
import { without } from '../../convert/request/without.ts';
import type { ClaudeCall } from '../Channel.ts';

/** What Bedrock wants said in place of the field `eager_input_streaming`, which it refuses. */
const EAGER_TOOLS_BETA = 'fine-grained-tool-streaming-2025-05-14';

/**
 * A Messages request as InvokeModel takes it: the model and whether to stream are in the address,
 * version and betas in the body.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html
 */
export function toInvokeBody(
  { body, betas, headers }: Pick<ClaudeCall, 'body' | 'betas' | 'headers'>,
  anthropic_version: string,
): object {
  const { tools, ...rest } = body;
  const isEager = tools?.some((tool) => tool['eager_input_streaming'] === true) === true;
  const anthropic_beta = [...new Set([...betas, ...(isEager ? [EAGER_TOOLS_BETA] : [])])];
  const user_profile_id = headers['anthropic-user-profile-id'];
  return {
    anthropic_version,
    ...(anthropic_beta.length > 0 && { anthropic_beta }),
    ...without(rest, ['model', 'stream']),
    ...(tools && {
      tools: tools.map((tool) => without<ClaudeTool, string>(tool, ['eager_input_streaming'])),
    }),
    ...(user_profile_id !== undefined && { user_profile_id }),
  };
}
