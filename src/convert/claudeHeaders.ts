import type { UpstreamHeaders } from './rateLimits.ts';
import { isHeaderValue } from './retryHeaders.ts';

/**
 * The headers of the upstream's answer for clients that speak to Claude: those of Claude's API, under
 * their own names, and nothing else.
 *
 * @param keyOf - whose key the request was sent with: the relay's organization is not told
 * @see https://platform.claude.com/docs/en/api/overview#response-headers
 */
export function toClaudeHeaders(
  upstream: UpstreamHeaders,
  keyOf: 'relay' | 'client',
): Record<string, string> {
  const id = upstream['request-id'] ?? upstream['x-amzn-requestid'];
  const passed = Object.entries(upstream).filter(
    ([name, value]) =>
      isHeaderValue(value) &&
      (claudes.test(name) || (keyOf === 'client' && name === 'anthropic-organization-id')),
  );
  return {
    ...Object.fromEntries(passed),
    ...(id !== undefined && isHeaderValue(id) && { 'request-id': id }),
  };
}

const claudes =
  /^(?:retry-after|retry-after-ms|x-should-retry|anthropic-(?:ratelimit|priority|fast)-[a-z-]+)$/;
