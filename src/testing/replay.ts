import type { Observable } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { ClaudeMessageParam, ClaudeRequest } from '../claude/request.ts';
import { decodeSse } from '../operators/decodeSse.ts';
import { parseEvents } from '../operators/parseEvents.ts';
import { replayBytes, type ReplayOptions } from '../replay/replayBytes.ts';
import { scenarios } from '../replay/scenarios.ts';

/** Names of all scenarios: shapes of stream that clients have stumbled over. */
export const scenarioNames: readonly string[] = [...scenarios.keys()];

export interface ReplayScenarioOptions extends ReplayOptions {
  /** What else is asked: tools to call, say, or a limit of tokens. The model is the scenario. */
  readonly request?: Partial<ClaudeRequest>;
}

/**
 * What Claude says in a scenario of the replay channel, told on subscription: the quickest way to try
 * an operator or a stage on a stream that is hard to make up.
 *
 * ```ts
 * const chunks = emitted(replay('interleaved-tools').pipe(claudeToOpenAI()));
 * ```
 *
 * **Errors** – those the scenario is about. Throws when there is no such scenario.
 *
 * @param options - nothing waits unless `paceMs` says so
 */
export function replay(
  scenario: string,
  { request, ...options }: ReplayScenarioOptions = {},
): Observable<ClaudeEvent> {
  if (!scenarios.has(scenario)) {
    throw new RangeError(`no scenario '${scenario}'; there are ${scenarioNames.join(', ')}`);
  }
  const model = `replay/${scenario}`;
  const asked: ClaudeRequest = {
    ...{ model, max_tokens: 1024, messages: [hello] },
    ...request,
    model,
  };
  return replayBytes(asked, { paceMs: 0, ...options }).pipe(decodeSse(), parseEvents());
}

const hello: ClaudeMessageParam = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
