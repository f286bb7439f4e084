import {
  isExhausted,
  rateLimitField,
  resetInMs,
  tokenBuckets,
  type UpstreamHeaders,
  type RateLimitBucket,
} from './rateLimits.ts';
import { isHeaderValue, retryHeaderNames } from './retryHeaders.ts';

/**
 * The headers of the upstream's answer in the form OpenAI's clients read them.
 *
 * Nothing passes that is not named here: what a proxy, a cookie or a transfer encoding was to the
 * upstream's connection is none of the client's. The relay adds what only it knows – a request id
 * where there is none, and `openai-processing-ms`.
 *
 * @param now - the present; Claude says when a limit resets, OpenAI how long that is from now
 * @param keyOf - whose key the request was sent with: the relay's organization is not told
 * @see https://platform.claude.com/docs/en/api/rate-limits#response-headers
 * @see https://platform.openai.com/docs/guides/rate-limits#rate-limits-in-headers
 */
export function toResponseHeaders(
  upstream: UpstreamHeaders,
  now: Date,
  { keyOf = 'relay' }: { readonly keyOf?: 'relay' | 'client' } = {},
): Record<string, string> {
  const headers: Record<string, string> = {};
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && isHeaderValue(value)) headers[name] = value;
  };
  add('openai-version', '2020-10-01');
  add('x-request-id', upstream['request-id'] ?? upstream['x-amzn-requestid']);
  add('x-anthropic-request-id', upstream['request-id']);
  if (keyOf === 'client') add('openai-organization', upstream['anthropic-organization-id']);
  for (const name of retryHeaderNames) add(name, upstream[name]);

  const tokens = tightestTokens(upstream);
  add('x-ratelimit-limit-requests', count(upstream, 'requests', 'limit'));
  add('x-ratelimit-remaining-requests', count(upstream, 'requests', 'remaining'));
  add('x-ratelimit-reset-requests', untilReset(upstream, 'requests', now));
  add('x-ratelimit-limit-tokens', count(upstream, tokens, 'limit'));
  add('x-ratelimit-remaining-tokens', count(upstream, tokens, 'remaining'));
  add('x-ratelimit-reset-tokens', untilReset(upstream, tokens, now));
  for (const name in upstream) {
    if (name.startsWith('anthropic-') && passedOn.test(name)) add(name, upstream[name]);
  }
  return headers;
}

/** Claude's own limits, for clients that know them: they say more than OpenAI's two buckets can. */
const passedOn = /^anthropic-(?:ratelimit|priority|fast)-[a-z-]+$/;

/** The first bucket that is there, unless another has run out: then that one is what the client feels. */
function tightestTokens(upstream: UpstreamHeaders): RateLimitBucket {
  return (
    tokenBuckets.find((bucket) => isExhausted(upstream, bucket)) ??
    tokenBuckets.find((bucket) => rateLimitField(upstream, bucket, 'limit') !== undefined) ??
    'tokens'
  );
}

/** How many there are, or are left; what is no number would break a client's arithmetic. */
function count(
  upstream: UpstreamHeaders,
  bucket: RateLimitBucket,
  field: 'limit' | 'remaining',
): string | undefined {
  const value = rateLimitField(upstream, bucket, field);
  return value !== undefined && /^\d+$/.test(value) ? value : undefined;
}

function untilReset(
  upstream: UpstreamHeaders,
  bucket: RateLimitBucket,
  now: Date,
): string | undefined {
  const ms = resetInMs(upstream, bucket, now);
  return ms === undefined ? undefined : toDuration(ms);
}

/** `850ms`, `12s`, `6m0s`, `1h0m3s`: Go's form. Whole seconds from one second on, never too early. */
function toDuration(ms: number): string {
  if (ms > 0 && ms < 1000) return `${Math.ceil(ms)}ms`;
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}
