import type { ClaudeRequest } from '../../claude/request.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';

/**
 * The body without the members its upstream refuses.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/claude-on-amazon-bedrock
 */
export function adaptToUpstream(
  body: ClaudeRequest,
  request: OpenAIRequest,
  { upstream, concede }: Conversion,
): ClaudeRequest {
  if (upstream.unknownMembers.length === 0) return body;
  const refused = upstream.unknownMembers.filter((name) => body[name] !== undefined);
  if (refused.length === 0) return body;
  for (const name of refused) {
    const saysNothing = name === 'service_tier' && request.service_tier === 'auto';
    if (!saysNothing) concede.drop(name);
  }
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !refused.includes(name)),
  ) as ClaudeRequest;
}
