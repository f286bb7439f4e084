import type { Request } from 'got';
import { defer, type Observable, takeUntil } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import { claudeAnswer, type ReadAnswer } from './claudeAnswer.ts';
import { exchange } from './exchange.ts';
import { refusingUpgrades } from './refusingUpgrades.ts';
import { watchSilence } from './Silence.ts';

export interface AskClaude extends Omit<ReadAnswer, 'silence' | 'onStop'> {
  /** Sends the request anew. */
  send(): Request;
  /** Milliseconds of silence before the upstream counts as dead; 0 waits. */
  readonly idleMs: number;
}

/**
 * Asks Claude over HTTP, wherever it is, and emits what it says.
 *
 * **Errors** – `UpstreamError`, `ConnectionError`, `TimeoutError` and `ProtocolError`, as
 * `Channel.messages` promises.
 */
export function askClaude({
  send,
  idleMs,
  call,
  maxEventBytes,
  keyOf,
}: AskClaude): Observable<ClaudeEvent> {
  return defer(() => {
    let stopped = false;
    const silence = watchSilence(idleMs);
    const onStop = () => {
      stopped = true;
    };
    return exchange({
      send: refusingUpgrades(send),
      isOver: () => stopped,
      read$: (answer) => claudeAnswer(answer, { call, silence, maxEventBytes, keyOf, onStop }),
    }).pipe(takeUntil(silence.tooLong$));
  });
}
