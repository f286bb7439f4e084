import type { Request } from 'got';
import { defer, type Observable, switchMap, takeUntil } from 'rxjs';
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
export function askClaude({ send, idleMs, ...reading }: AskClaude): Observable<ClaudeEvent> {
  return defer(() => {
    let stopped = false;
    const silence = watchSilence(idleMs);
    const onStop = () => {
      stopped = true;
    };
    return exchange({ send: refusingUpgrades(send), isOver: () => stopped }).pipe(
      // Watched here, an error ends what is inside as well, and no event has to pass by.
      // eslint-disable-next-line rxjs-x/no-unsafe-takeuntil -- the notifier never emits: it can only fail
      takeUntil(silence.tooLong$),
      switchMap((answer) => claudeAnswer(answer, { ...reading, silence, onStop })),
    );
  });
}
