import cluster, { type Worker } from 'node:cluster';
import { restartPauseMs } from './restartPauseMs.ts';
import type { Settings } from './Settings.ts';
import { type FromWorker, type ToWorker, WORKER_VARIABLE } from './workerMessages.ts';

/** A worker that has served for so many milliseconds has served well. */
const STEADY_MS = 30_000;
/** What a worker may take to end once its last answer was cut off, in milliseconds. */
const GRACE_MS = 2000;

/** How a worker ended that should not have. */
export interface WorkerEnd {
  readonly worker: number;
  readonly pid: number | undefined;
  readonly problem: string;
  /** Milliseconds until another one takes its place. */
  readonly restartMs: number;
}

export interface WorkerPlaceOptions {
  /** From 1; whoever takes the place has it. */
  readonly number: number;
  readonly settings: Settings;
  readonly onListening: (url: string) => void;
  readonly onEnd: (end: WorkerEnd) => void;
}

/** A place for one worker: when it ends another one takes it. */
export interface WorkerPlace {
  /**
   * Lets the worker's answers end, for as long as `withinMs` milliseconds, and leaves the place
   * empty. One that does not listen yet is ended at once.
   */
  drain(withinMs: number): Promise<void>;
}

/** Opens a place and starts its first worker. To be called in a cluster's primary. */
export function workerPlace(options: WorkerPlaceOptions): WorkerPlace {
  const { number, settings, onListening, onEnd } = options;
  let soonEnded = 0;
  let isClosed = false;
  let next: NodeJS.Timeout | undefined;
  let current: Shift | undefined;

  const fill = () => {
    const shift = startWorker(number, settings, onListening);
    current = shift;
    void shift.ended.then(({ pid, problem, servedMs }) => {
      current = undefined;
      if (isClosed) return;
      soonEnded = servedMs >= STEADY_MS ? 0 : soonEnded + 1;
      const restartMs = restartPauseMs(soonEnded);
      next = setTimeout(fill, restartMs);
      onEnd({ worker: number, pid, problem, restartMs });
    });
  };
  fill();

  return {
    async drain(withinMs) {
      isClosed = true;
      clearTimeout(next);
      if (current === undefined) return;
      current.drain(withinMs);
      await current.ended;
    },
  };
}

/** One worker, from its start to its end. */
interface Shift {
  drain(withinMs: number): void;
  readonly ended: Promise<{
    readonly pid: number | undefined;
    readonly problem: string;
    /** Milliseconds that it listened. */
    readonly servedMs: number;
  }>;
}

function startWorker(
  number: number,
  settings: Settings,
  onListening: (url: string) => void,
): Shift {
  const worker = cluster.fork({ [WORKER_VARIABLE]: String(number) });
  const { pid } = worker.process;
  let listeningSince: number | undefined;
  let problem: string | undefined;

  worker.on('message', (told: FromWorker) => {
    if ('asks' in told) tell(worker, { settings });
    else if ('problem' in told) problem = told.problem;
    else {
      listeningSince = performance.now();
      onListening(told.url);
    }
  });

  const kill = () => worker.process.kill('SIGKILL');
  return {
    drain(withinMs) {
      if (listeningSince === undefined) kill();
      else {
        tell(worker, { drainWithinMs: withinMs });
        // Whatever holds it up, nobody waits longer.
        setTimeout(kill, withinMs + GRACE_MS).unref();
      }
    },
    ended: endOf(worker).then((how) => ({
      pid,
      problem: problem ?? how,
      servedMs: listeningSince === undefined ? 0 : performance.now() - listeningSince,
    })),
  };
}

/** Tells a worker something. One that is gone is not told: its end is. */
function tell(worker: Worker, message: ToWorker): void {
  worker.send(message, undefined, undefined, () => undefined);
}

/** How a worker ended, once all it said has been heard: its last word may come after its end. */
function endOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    const disconnected = new Promise((heard) => worker.once('disconnect', heard));
    worker.once('exit', (code: number | null, signal: string | null) => {
      const how = `The worker ended with ${signal ?? `code ${String(code)}`}.`;
      void disconnected.then(() => {
        resolve(how);
      });
    });
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) resolve(error.message);
    });
  });
}
