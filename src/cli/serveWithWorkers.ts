import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { ConfigError } from '../relay/ConfigError.ts';
import { openLog } from '../relay/log.ts';
import type { ServeOptions } from '../relay/serve.ts';
import { turnStoreKind } from '../relay/turnMemory/openTurnStore.ts';
import type { Settings } from './Settings.ts';
import { stopOnSignal } from './stopOnSignal.ts';
import { type WorkerEnd, type WorkerPlace, workerPlace } from './workerPlace.ts';

/**
 * Serves with several processes behind one port, which share nothing: this one hands connections
 * out, keeps their number, and has them drain together. It serves nothing itself.
 *
 * @param greet - called when all of them listen
 *
 * **Errors** – {@link ConfigError} in a process that may have no workers; what Node says when nobody
 * can listen there. Where no worker comes to listen, the process says why, once, and exits with 1.
 */
export async function serveWithWorkers(
  { config, directory }: Settings,
  greet: (url: string) => void,
): Promise<void> {
  if (!cluster.isPrimary) {
    throw new ConfigError(['workers: this process is itself a worker of a cluster: leave it at 1']);
  }
  const settings = { config: { ...config, port: await freePort(config) }, directory };
  const log = openLog(config.logLevel);
  if (turnStoreKind(config.turnMemory) === 'memory') {
    log.warn(
      { workers: config.workers },
      'each worker remembers turns for itself: turnMemory.store: redis shares them',
    );
  }
  const places: WorkerPlace[] = [];
  const drain = (withinMs: number) => Promise.all(places.map((place) => place.drain(withinMs)));
  stopOnSignal(config.drainMs, drain);

  const listening = new Set<number>();
  /** How workers ended before any of them had listened, by their numbers. */
  const failed = new Map<number, WorkerEnd>();
  let isGreeted = false;
  const report = ({ problem, ...end }: WorkerEnd) => {
    log.error({ ...end, problem }, 'a worker ended');
  };

  for (let number = 1; number <= config.workers; number++) {
    const place = workerPlace({
      number,
      settings,
      onListening(url) {
        listening.add(number);
        failed.forEach(report);
        failed.clear();
        if (isGreeted || listening.size < config.workers) return;
        isGreeted = true;
        greet(url);
      },
      onEnd(end) {
        if (listening.size > 0) report(end);
        else failed.set(number, end);
        if (failed.size === config.workers) giveUp();
      },
    });
    places.push(place);
  }

  function giveUp(): void {
    const problems = new Set([...failed.values()].map(({ problem }) => problem));
    for (const problem of problems) console.error(problem);
    void drain(0).then(() => process.exit(1));
  }
}

/**
 * The port to share, which is a certain one from now on: a worker that comes later listens there as
 * well. What forbids to listen is known before any worker is started.
 */
async function freePort({ host, port }: ServeOptions): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return address.port;
}
