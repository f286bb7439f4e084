import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until a reading has stopped changing, and gives it.
 *
 * For states that announce themselves by silence only, such as a writer under back-pressure. It
 * takes as long as the reading needs: what is asserted is the state, never the time.
 *
 * @param quietMs - for how long the reading must stay the same
 */
export async function settled<T>(read: () => T, quietMs = 150): Promise<T> {
  let last = read();
  for (let quiet = 0; quiet < quietMs;) {
    await sleep(10);
    const next = read();
    quiet = Object.is(next, last) ? quiet + 10 : 0;
    last = next;
  }
  return last;
}

/** Milliseconds after which nobody waits any more: longer than any test may take. */
const IN_VAIN_MS = 60_000;

/**
 * Waits until a condition holds; the test's own timeout ends the wait if it never does. The wait itself
 * ends later, so that a run that failed can exit.
 */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + IN_VAIN_MS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for: ${String(holds)}`);
    await sleep(5);
  }
}
