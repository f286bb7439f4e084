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
  /** CPU time the relay is given, in milliseconds; on a busy machine that takes longer. */
  readonly ms: number;
  readonly body?: object;
}

/** Seconds a busy machine may take, at most. */
const PATIENCE = 60;

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
  const spell = (withinMs: number) =>
    fleet.client.ask('load', { ...load, requests: Number.MAX_SAFE_INTEGER, withinMs });
  let wrong = 0;
  let usedMs = 0;
  for (let tries = 0; tries < PATIENCE && usedMs < ms; tries++) {
    const loaded = await spell(Math.min(ms, 1000));
    wrong += loaded.wrong;
    usedMs += loaded.cpuSeconds * 1000;
  }
  const last = await spell(Math.min(ms, 500));
  wrong += last.wrong;
  return {
    runner,
    request,
    bodyBytes,
    requestsPerSecond: last.requests / last.seconds,
    faults: [
      ...faults,
      ...(wrong > 0 ? [`${runner.name}: ${wrong} wrong answers while warming up`] : []),
    ],
  };
}
