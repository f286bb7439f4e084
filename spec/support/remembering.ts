import { map, type OperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { Fold } from '../../src/folds/index.ts';
import { track } from '../../src/operators/index.ts';

/** What a fold knows after each event, as a stream: folds are specified the way they are used. */
export const remembering =
  <S>(fold: Fold<S>): OperatorFunction<ClaudeEvent, S> =>
  (events$) =>
    events$.pipe(
      track({ fold }),
      map(({ fold }) => fold),
    );
