import { claudeStream } from '../fixture/claudeStream.ts';
import type { Fleet, Runner } from '../harness/fleet.ts';
import { checkAnswer } from './checkAnswer.ts';

/** A relay that is warm, and how fast it then was. */
export interface Warm {
  readonly runner: Runner;
  readonly request: Buffer;
  readonly bodyBytes: number;
  readonly requestsPerSecond: number;
  readonly faults: readonly string[];
}

export interface WarmUp {
  readonly events: number;
  readonly ms: number;
  readonly body?: object;
}

/**
 * Loads a relay until V8 has compiled what it will compile: first requests cost three to five times
 * what later ones do. The upstream answers in bursts of `events` from then on.
 */
export async function warmUp(
  fleet: Fleet,
  runner: Runner,
  { events, ms, body }: WarmUp,
): Promise<Warm> {
  await fleet.upstream.ask('behave', { kind: 'burst', events });
  const request = runner.request(body);
  const stream = claudeStream(events);
  const { bodyBytes, faults } = await checkAnswer(fleet, runner, stream, request);
  const load = { port: runner.port, pid: runner.pid, request, bodyBytes, concurrency: 16 };
  const most = Number.MAX_SAFE_INTEGER;
  const first = await fleet.client.ask('load', { ...load, requests: most, withinMs: ms });
  const then = await fleet.client.ask('load', { ...load, requests: most, withinMs: ms / 10 });
  const wrong = first.wrong + then.wrong;
  return {
    runner,
    request,
    bodyBytes,
    requestsPerSecond: then.requests / then.seconds,
    faults: [
      ...faults,
      ...(wrong > 0 ? [`${runner.name}: ${wrong} wrong answers while warming up`] : []),
    ],
  };
}
