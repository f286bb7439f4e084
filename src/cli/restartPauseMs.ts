const FIRST_MS = 100;
const LONGEST_MS = 30_000;

/**
 * Milliseconds before a worker is replaced: none for one that had served well, and ever more where
 * one after the other ends soon, so that a crash loop leaves the machine alone.
 *
 * @param soonEnded - how many in a row did not last
 */
export const restartPauseMs = (soonEnded: number): number =>
  soonEnded === 0 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (soonEnded - 1));
