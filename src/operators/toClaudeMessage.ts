import { map, type OperatorFunction, takeLast } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { ClaudeMessage } from '../claude/message.ts';
import { countedUsage } from '../folds/countedUsage.ts';
import type { Fold } from '../folds/Fold.ts';
import { messageContent, toBlocks } from '../folds/messageContent.ts';
import { raiseErrors } from './raiseErrors.ts';
import { track } from './track.ts';
import { untilMessageStop } from './untilMessageStop.ts';

/**
 * Folds a stream into the message it told, as Claude would have answered in one piece.
 *
 * ```text
 * source    S-t-.-D-X
 * result    --------(m|)
 * ```
 *
 * **Errors** – `UpstreamError` for an `error` event, `ProtocolError` when the message did not end.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */
export function toClaudeMessage(): OperatorFunction<ClaudeEvent, ClaudeMessage> {
  return (claude$) =>
    claude$.pipe(
      raiseErrors(),
      untilMessageStop(),
      track({ messageFields, messageContent, countedUsage }),
      takeLast(1),
      map(({ messageFields: fields, messageContent: content, countedUsage: counted }) => ({
        id: '',
        model: '',
        stop_sequence: null,
        ...fields,
        type: 'message',
        role: 'assistant',
        content: toBlocks(content),
        stop_reason: counted.delta.stop_reason ?? fields.stop_reason ?? null,
        ...(counted.delta.stop_sequence != null && { stop_sequence: counted.delta.stop_sequence }),
        ...(counted.delta.stop_details && { stop_details: counted.delta.stop_details }),
        usage: counted.usage,
      })),
    );
}

/** What is said of the message as a whole; `message_delta` may add to it, `container` for one. */
const messageFields: Fold<Partial<ClaudeMessage>> = {
  seed: {},
  next(fields, event) {
    if (event.type === 'message_start') return { ...fields, ...event.message };
    return event.type === 'message_delta' ? { ...fields, ...told(event.delta) } : fields;
  },
};

const told = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
