import type { ErrorRow } from './errorTable.ts';
import { isExhausted, resetInMs, tokenBuckets, type UpstreamHeaders } from './rateLimits.ts';

/** What tells a client whether, and when, to ask again. */
export const retryHeaderNames = ['retry-after', 'retry-after-ms', 'x-should-retry'] as const;

/**
 * The retry headers of an error: the upstream's own, and where it is silent what the relay knows.
 *
 * OpenAI's clients repeat 409, 429 and every 5xx unless `x-should-retry` is `false`, and wait for
 * `retry-after-ms`, else `retry-after`. Claude does not say when a limit that has run out ends other
 * than in the bucket's own reset time.
 *
 * @param now - the present; without it, the `date` of the upstream's answer
 * @see https://platform.claude.com/docs/en/api/rate-limits#response-headers
 */
export function toRetryHeaders(
  upstream: UpstreamHeaders,
  { status, retry }: ErrorRow,
  now: Date = new Date(upstream['date'] ?? NaN),
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of retryHeaderNames) {
    const value = upstream[name];
    if (value !== undefined && isHeaderValue(value)) headers[name] = value;
  }
  if (retry === false) headers['x-should-retry'] ??= 'false';
  if (status === 429 && retry !== false && !('retry-after-ms' in headers)) {
    const seconds = untilReset(upstream, now);
    if (seconds !== undefined) headers['retry-after'] ??= String(seconds);
  }
  return headers;
}

/** Seconds until the last of the exhausted buckets is full again. */
function untilReset(upstream: UpstreamHeaders, now: Date): number | undefined {
  const waits = (['requests', ...tokenBuckets] as const)
    .filter((bucket) => isExhausted(upstream, bucket))
    .map((bucket) => resetInMs(upstream, bucket, now))
    .filter((ms) => ms !== undefined);
  return waits.length > 0 ? Math.ceil(Math.max(...waits) / 1000) : undefined;
}

/** Node refuses to send anything else in a header. */
export function isHeaderValue(value: string): boolean {
  return legal.test(value);
}

const legal = /^[\t\x20-\x7e\x80-\xff]+$/;
