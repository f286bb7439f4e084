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
  const headers: [string, string | undefined][] = [
    ['openai-version', '2020-10-01'],
    ['x-request-id', upstream['request-id'] ?? upstream['x-amzn-requestid']],
    ['x-anthropic-request-id', upstream['request-id']],
    ['openai-organization', keyOf === 'client' ? upstream['anthropic-organization-id'] : undefined],
    ...retryHeaderNames.map((name) => [name, upstream[name]] as [string, string | undefined]),
    ...rateLimitHeaders(upstream, 'requests', 'requests', now),
    ...rateLimitHeaders(upstream, tightestTokens(upstream), 'tokens', now),
    ...Object.entries(upstream).filter(([name]) => passedOn.test(name)),
  ];
  return Object.fromEntries(
    headers.filter((header): header is [string, string] => {
      const value = header[1];
      return value !== undefined && isHeaderValue(value);
    }),
  );
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

function rateLimitHeaders(
  upstream: UpstreamHeaders,
  bucket: RateLimitBucket,
  name: 'requests' | 'tokens',
  now: Date,
): [string, string | undefined][] {
  const resetMs = resetInMs(upstream, bucket, now);
  return [
    [`x-ratelimit-limit-${name}`, integer(rateLimitField(upstream, bucket, 'limit'))],
    [`x-ratelimit-remaining-${name}`, integer(rateLimitField(upstream, bucket, 'remaining'))],
    [`x-ratelimit-reset-${name}`, resetMs === undefined ? undefined : toDuration(resetMs)],
  ];
}

const integer = (value: string | undefined): string | undefined =>
  value !== undefined && /^\d+$/.test(value) ? value : undefined;

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
