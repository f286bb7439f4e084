import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU seconds a process has used, user and system, of all threads it still has: node keeps the ones
 * it starts. The scheduler's own account, exact to the nanosecond.
 *
 * @see https://docs.kernel.org/scheduler/sched-stats.html
 */
export function cpuSeconds(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const [running] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ');
    nanoseconds += Number(running);
  }
  return nanoseconds / 1e9;
}

/** Memory a process holds, in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}
