import { openLog } from '../relay/log.ts';
import type { RunningRelay } from '../relay/serve.ts';
import { problemOf } from './problemOf.ts';
import type { Settings } from './Settings.ts';
import { startRelay } from './startRelay.ts';
import { type FromWorker, type ToWorker, WORKER_VARIABLE } from './workerMessages.ts';

/** The number of the worker that this process is, from 1; undefined where it is none. */
export function takeWorkerNumber(): number | undefined {
  const number = process.env[WORKER_VARIABLE];
  // It is not for what a stage may start.
  Reflect.deleteProperty(process.env, WORKER_VARIABLE);
  return number === undefined || process.send === undefined ? undefined : Number(number);
}

/**
 * Serves as one of several workers: what its primary says, for as long as there is one.
 *
 * The settings come from the primary, so that whoever takes the place of another serves the same,
 * whatever has become of the file.
 */
export function serveAsWorker(number: number): void {
  let running: RunningRelay | undefined;
  const drain = (withinMs: number) => {
    void running?.drain(withinMs).then(() => process.exit(0));
  };
  const begin = async (settings: Settings) => {
    const { logLevel, drainMs } = settings.config;
    const log = openLog(logLevel, undefined, { worker: number, pid: process.pid });
    running = await startRelay(settings, log);
    // A terminal signals all processes at once. The second time is the primary's to tell.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        drain(drainMs);
      });
    }
    tell({ url: running.url });
  };
  process.on('message', (told: ToWorker) => {
    if ('drainWithinMs' in told) drain(told.drainWithinMs);
    else {
      begin(told.settings).catch((error: unknown) => {
        tell({ problem: problemOf(error) }, () => process.exit(1));
      });
    }
  });
  // What is said to a process before it listens is lost.
  tell({ asks: 'settings' });
}

/** A primary that is gone cannot be told; then this process is about to end as well. */
function tell(message: FromWorker, then: () => void = () => undefined): void {
  process.send?.(message, undefined, undefined, then);
}
