import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU seconds a process and the processes it has started have used, user and system, of all threads
 * they still have: node keeps the ones it starts. The scheduler's own account, exact to the nanosecond.
 *
 * @see https://docs.kernel.org/scheduler/sched-stats.html
 */
export function cpuSeconds(pid: number): number {
  let nanoseconds = 0;
  let seconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const [running] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ');
    nanoseconds += Number(running);
    const children = readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').trim();
    for (const child of children === '' ? [] : children.split(' ')) {
      seconds += cpuSeconds(Number(child));
    }
  }
  return seconds + nanoseconds / 1e9;
}

/** Memory a process holds, in bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}
