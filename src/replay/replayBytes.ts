import {
  asapScheduler,
  asyncScheduler,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  from,
  map,
  NEVER,
  type Observable,
  of,
  take,
  throwError,
  timer,
} from 'rxjs';
import type { ClaudeRequest } from '../claude/request.ts';
import { ConnectionError, UpstreamError } from '../errors.ts';
import { type Asked, readAsked } from './Asked.ts';
import { reply } from './reply.ts';
import type { Answer } from './Said.ts';
import { scenarios } from './scenarios.ts';
import { toEvents } from './toEvents.ts';
import { writeSse } from './writeSse.ts';

export interface ReplayOptions {
  /**
   * Milliseconds between two deltas; with 0 nothing waits. Raise it to see a stream being written.
   *
   * @defaultValue 20
   */
  readonly paceMs?: number;
  /** Another seed gives other answers to the same requests. @defaultValue 0 */
  readonly seed?: number;
}

/** The other end of the line: what whoever reads the bytes may want to say and be told. */
export interface ReplayReader {
  /** Whether more is wanted, now and whenever that changes. @defaultValue always */
  readonly demand$?: Observable<boolean>;
  /** Told once, before the first byte of a good answer; header names are lower-case. */
  onHead?(head: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  }): void;
}

/**
 * The bytes api.anthropic.com might send for a request: the same request and seed, the same bytes.
 *
 * ```text
 * demand    t----------f-----t------
 * result    -----S--t--------t--t--|     paced; nothing while nothing is wanted
 * ```
 *
 * **Errors** – {@link UpstreamError} where a scenario answers with an HTTP error or the request has
 * no messages, {@link ConnectionError} where it breaks the connection.
 */
export function replayBytes(
  request: ClaudeRequest,
  { paceMs = 20, seed = 0, demand$ = of(true), onHead }: ReplayOptions & ReplayReader = {},
): Observable<Uint8Array> {
  return defer(() => {
    const asked = readAsked(request, seed);
    const answer = answerTo(asked);
    if (answer.refused) return throwError(() => answer.refused);
    onHead?.({
      status: 200,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'request-id': asked.random.id('req'),
      },
    });
    // A reader that has hung up its line wants nothing more.
    const wanted$ = concat(demand$, NEVER).pipe(filter(Boolean), take(1));
    return concat(
      from(writeSse(answer.events, asked.random, answer.wire)).pipe(
        concatMap(({ paces, bytes }) => {
          const waitMs = paces * paceMs;
          // A piece without a pause is a turn of its own all the same: `concatMap` would walk
          // thousands of synchronous pieces recursively, and real bytes are asynchronous too.
          const due$ = timer(waitMs, waitMs > 0 ? asyncScheduler : asapScheduler);
          return due$.pipe(
            concatMap(() => wanted$),
            map(() => bytes),
          );
        }),
      ),
      defer(() => afterwards(answer.then)),
    );
  });
}

function answerTo(asked: Asked): Answer {
  const { model } = asked.request;
  if (!asked.hasTurns) {
    return {
      refused: new UpstreamError('messages: at least one message is required', {
        type: 'invalid_request_error',
        status: 400,
        headers: { 'request-id': asked.random.id('req') },
      }),
    };
  }
  const scenario = model.startsWith('replay/') && scenarios.get(model.slice('replay/'.length));
  return scenario ? scenario.answer(asked) : { events: toEvents(asked, reply(asked)) };
}

function afterwards(then: 'end' | 'reset' | 'silence' = 'end'): Observable<never> {
  switch (then) {
    case 'end':
      return EMPTY;
    case 'reset':
      return throwError(() => new ConnectionError('The connection to the upstream was reset.'));
    case 'silence':
      return NEVER;
  }
}
