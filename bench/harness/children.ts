import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Duties, type Remote, remote } from './duties.ts';

const children = new Set<ChildProcess>();
// Whatever ends the bench ends what it started, and nothing else.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}

/**
 * Which core a process is kept on: the one measured has one for itself. What consists of several
 * processes may have them all.
 */
export type Core = 'measured' | 'other' | 'any';

const pinned =
  availableParallelism() > 1 &&
  spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;

/** Whether processes are kept on cores of their own here. */
export const coresArePinned: boolean = pinned;

export interface Started {
  readonly pid: number;
  readonly process: ChildProcess;
}

/** Starts node on a file, with an environment that holds nothing of the caller's options. */
export function start(
  core: Core,
  args: readonly string[],
  { env = {}, ipc = false }: { readonly env?: NodeJS.ProcessEnv; readonly ipc?: boolean } = {},
): Started {
  const command =
    pinned && core !== 'any'
      ? ['taskset', '-c', core === 'measured' ? '1' : '0', process.execPath, ...args]
      : [process.execPath, ...args];
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', ...(ipc ? (['ipc'] as const) : [])],
    serialization: 'advanced',
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  if (child.pid === undefined) throw new Error(`Could not start ${command.join(' ')}`);
  return { pid: child.pid, process: child };
}

/** Starts one of the bench's own processes, and waits until it can be asked. */
export async function startOwn<D extends Duties>(
  core: Core,
  name: string,
  args: readonly string[] = [],
): Promise<Started & Remote<D>> {
  const file = fileURLToPath(new URL(`./processes/${name}.js`, import.meta.url));
  const started = start(core, [file, ...args], { ipc: true });
  return { ...started, ...(await remote<D>(started.process)) };
}

/** Asks a process to end, and makes it end where it does not listen. */
export async function stop({ process: child }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 1000);
  await ended;
  clearTimeout(impatience);
}
