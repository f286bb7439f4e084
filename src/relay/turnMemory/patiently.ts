import { setTimeout as sleep } from 'node:timers/promises';
import type { RelayLog } from '../log.ts';

/** Uses something that may fail or hang: undefined where it did. */
export type Patiently = <T>(use: () => T | Promise<T>) => T | undefined | Promise<T | undefined>;

/**
 * Uses a store that no answer may depend on: what takes too long is not waited for, what fails is
 * logged and left at that. What the store does at once stays at once.
 *
 * A store that is down would fail with every request: it is told once when it fails, and once when
 * it is back.
 *
 * @param patienceMs - milliseconds that one use may take
 */
export function patiently(log: RelayLog, patienceMs: number): Patiently {
  let isFailing = false;
  const worked = <T>(value: T): T => {
    if (isFailing) log.info({}, 'turn memory works again');
    isFailing = false;
    return value;
  };
  const failed = (error: unknown): undefined => {
    if (!isFailing) log.warn({ err: error }, 'turn memory failed: turns are not remembered');
    isFailing = true;
    return undefined;
  };

  return (use) => {
    try {
      const using = use();
      if (!(using instanceof Promise)) return worked(using);
      const settled = new AbortController();
      const tooLate = sleep(patienceMs, undefined, { signal: settled.signal, ref: false }).then(
        () => {
          throw new Error(`The store did not answer within ${patienceMs} ms.`);
        },
      );
      return Promise.race([using, tooLate])
        .then(worked, failed)
        .finally(() => {
          settled.abort();
          // Its loser ends in a rejection that nobody waits for.
          for (const late of [using, tooLate]) late.catch(() => undefined);
        });
    } catch (error) {
      failed(error);
      return undefined;
    }
  };
}
