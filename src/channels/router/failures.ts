import { asyncScheduler } from 'rxjs';
import { toErrorAnswer } from '../../convert/errors.ts';
import { claudeErrorTypes } from '../../convert/errorTable.ts';
import { failureKind } from '../../convert/failureKind.ts';
import { retryWaitMs } from '../../convert/retryWait.ts';
import { ConnectionError, RequestError, UpstreamError } from '../../errors.ts';

/** Whether the channel is to blame, rather than the request: then it is left alone after a while. */
export const isChannelsFault = (error: unknown): boolean =>
  !(error instanceof RequestError) && (isRateLimit(error) || isElsewhereBetter(error));

/**
 * Whether another channel may do what this one could not: it was not reached, broke down, was
 * overloaded or too slow, has no credit or no good key – or takes less of a request than others.
 *
 * @param rateLimited - what is done about a rate limit
 */
export const movesOn = (error: unknown, rateLimited: 'answer' | 'next'): boolean =>
  isRateLimit(error) ? rateLimited === 'next' : isElsewhereBetter(error);

function isElsewhereBetter(error: unknown): boolean {
  if (error instanceof RequestError) return true;
  if (error instanceof UpstreamError) {
    if (failureKind(error) === 'outOfCredit') return error.keyOf === 'relay';
    if (error.headers['x-should-retry'] === 'true') return true;
  }
  const { status } = toErrorAnswer(error);
  return status >= 500 || status === 408;
}

const isRateLimit = (error: unknown): boolean =>
  error instanceof UpstreamError && failureKind(error) === 'rateLimited';

/** Statuses after which the same request may well succeed at the same place. */
const repeatable: ReadonlySet<number> = new Set([408, 500, 502, 503, 529]);

/**
 * Whether the same channel may be asked the same again. Not so after a rate limit: the client waits
 * and repeats by itself, and both together would be too many.
 */
export function isRepeatable(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof UpstreamError) || isRateLimit(error)) return false;
  const wish = error.headers['x-should-retry'];
  if (wish === 'true' || wish === 'false') return wish === 'true';
  return repeatable.has(error.status ?? statusOf(error.type));
}

/** The status that an error inside a stream stands for. */
const statusOf = (type = ''): number =>
  Object.hasOwn(claudeErrorTypes, type)
    ? claudeErrorTypes[type as keyof typeof claudeErrorTypes].status
    : 0;

/** How long the upstream asks to be left alone, in milliseconds; undefined where it does not say. */
export function askedToWaitMs(error: unknown): number | undefined {
  if (!(error instanceof UpstreamError)) return undefined;
  const now = new Date(asyncScheduler.now());
  return retryWaitMs(toErrorAnswer(error, { now }).headers, now);
}
