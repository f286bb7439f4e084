import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import { toEventError } from '../convert/eventError.ts';
import type { Fold } from '../folds/Fold.ts';
import { rewrite } from './rewrite.ts';

/**
 * Turns Claude's `error` event into an error notification.
 *
 * ```text
 * source    S-t-E-t-      E is an error event
 * result    S-t-#
 * ```
 *
 * **Errors** – `UpstreamError` with Claude's own type and message.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming#error-events
 */
export function raiseErrors(): MonoTypeOperatorFunction<ClaudeEvent> {
  return rewrite(nothing, {
    event(event) {
      if (event.type === 'error') throw toEventError(event);
      return event;
    },
    isSteady: () => true,
  });
}

const nothing: Fold<undefined> = { seed: undefined, next: () => undefined };
