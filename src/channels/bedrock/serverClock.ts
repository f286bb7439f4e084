import type { UpstreamError } from '../../errors.ts';

/** Milliseconds that a signature may be older or newer than AWS's own clock. */
const GOOD_FOR_MS = 5 * 60 * 1000;

/** The time by the clock of the servers that check signatures. */
export interface ServerClock {
  /** The present, as `20261125T000000Z`. */
  datetime(): string;
  /**
   * Whether a refusal shows that the clock was too far off to sign by; then it is right from now on.
   * Asking again by one that was right already would only be refused again.
   */
  isSetBy(refusal: Pick<UpstreamError, 'type' | 'message' | 'headers'>): boolean;
}

/**
 * A clock that starts as this machine's, and is set by the `date` of those who refuse what is signed
 * by it. Containers and sleeping laptops are off by more than AWS bears, and all that it says then is
 * that a signature is wrong.
 *
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-clock-skew.html
 */
export function serverClock(now: () => number = Date.now): ServerClock {
  let offByMs = 0;
  return {
    datetime: () => new Date(now() + offByMs).toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    isSetBy({ type = '', message, headers }) {
      const theirs = Date.parse(headers['date'] ?? '');
      if (Number.isNaN(theirs) || !(aboutTime.test(type) || aboutTime.test(message))) return false;
      const isOff = Math.abs(theirs - now() - offByMs) > GOOD_FOR_MS;
      if (isOff) offByMs = theirs - now();
      return isOff;
    },
  };
}

/** Other refusals may come from a proxy, whose clock is nobody's business. */
const aboutTime = /signature|^Request(?:Expired|TimeTooSkewed|InTheFuture)/i;
