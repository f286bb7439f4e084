/**
 * Ends the process when it is told to: drained within `drainMs` milliseconds, or at once where it is
 * told again.
 */
export function stopOnSignal(drainMs: number, drain: (withinMs: number) => Promise<unknown>): void {
  let isTold = false;
  const stop = () => {
    const withinMs = isTold ? 0 : drainMs;
    isTold = true;
    void drain(withinMs).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
