/** Microseconds of the machine's monotonic clock: the same in every process. */
export const nowUs = (): number => Number(process.hrtime.bigint() / 1000n);

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits for a state, looking every few milliseconds.
 *
 * @returns whether it came within `withinMs`
 */
export async function comesTrue(
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await pause(5);
  }
  return true;
}
