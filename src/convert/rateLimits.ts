/** Headers of the upstream's answer, lower-case names. */
export type UpstreamHeaders = Readonly<Record<string, string>>;

/** What Claude limits. `tokens` is whichever of the other two is tighter, where Claude says it. */
export type RateLimitBucket = 'requests' | 'tokens' | 'input-tokens' | 'output-tokens';

/**
 * The buckets that count tokens, in the order they speak for all tokens.
 *
 * @see https://platform.claude.com/docs/en/api/rate-limits#response-headers
 */
export const tokenBuckets: readonly RateLimitBucket[] = ['tokens', 'input-tokens', 'output-tokens'];

/** One field of a bucket, as Claude sent it. */
export function rateLimitField(
  headers: UpstreamHeaders,
  bucket: RateLimitBucket,
  field: Field,
): string | undefined {
  return headers[fieldNames[bucket][field]];
}

type Field = 'limit' | 'remaining' | 'reset';

const namesOf = (bucket: RateLimitBucket): Readonly<Record<Field, string>> => ({
  limit: `anthropic-ratelimit-${bucket}-limit`,
  remaining: `anthropic-ratelimit-${bucket}-remaining`,
  reset: `anthropic-ratelimit-${bucket}-reset`,
});

/** Put together once: every answer is asked for a dozen of them. */
const fieldNames: Readonly<Record<RateLimitBucket, Readonly<Record<Field, string>>>> = {
  requests: namesOf('requests'),
  tokens: namesOf('tokens'),
  'input-tokens': namesOf('input-tokens'),
  'output-tokens': namesOf('output-tokens'),
};

/** Nothing is left in this bucket. */
export function isExhausted(headers: UpstreamHeaders, bucket: RateLimitBucket): boolean {
  return rateLimitField(headers, bucket, 'remaining') === '0';
}

/** It was tokens that ran out, and not requests: OpenAI says which in the error's `type`. */
export function exhaustedTokens(headers: UpstreamHeaders): boolean {
  return tokenBuckets.some((bucket) => isExhausted(headers, bucket));
}

/** Milliseconds from `now` until a bucket is full again, never below 0; undefined when not said. */
export function resetInMs(
  headers: UpstreamHeaders,
  bucket: RateLimitBucket,
  now: Date,
): number | undefined {
  const reset = rateLimitField(headers, bucket, 'reset');
  if (reset === undefined) return undefined;
  // Date.parse alone would take a bare number for a year.
  const ms = /^\d{4}-\d\d-\d\dT/.test(reset) ? Date.parse(reset) - now.getTime() : NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
