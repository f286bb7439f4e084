import type { Fleet } from '../harness/fleet.ts';
import type { Warm } from './warmUp.ts';

/** One relay's cost in one round. */
export interface Cost {
  readonly cpuUs: number;
  readonly requestsPerSecond: number;
  readonly faults: readonly string[];
}

/**
 * The CPU of a window's worth of requests. A third of one goes before, unmeasured: a relay that has
 * waited for its turn has lost cache and compiled code.
 */
export async function measureLoad(
  { client }: Fleet,
  { runner, request, bodyBytes, requestsPerSecond }: Warm,
  { concurrency, windowMs }: { readonly concurrency: number; readonly windowMs: number },
): Promise<Cost> {
  const requests = Math.max(concurrency * 2, Math.ceil((requestsPerSecond * windowMs) / 1000));
  const load = { port: runner.port, pid: runner.pid, request, bodyBytes, concurrency };
  const withinMs = 60_000;
  await client.ask('load', { ...load, withinMs, requests: Math.ceil(requests / 3) });
  const loaded = await client.ask('load', { ...load, withinMs, requests });
  return {
    cpuUs: (loaded.cpuSeconds / loaded.requests) * 1e6,
    requestsPerSecond: loaded.requests / loaded.seconds,
    faults:
      loaded.wrong > 0
        ? [`${runner.name}: ${loaded.wrong} of ${loaded.requests} answers wrong under load`]
        : [],
  };
}
