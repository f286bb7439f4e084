import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeEvent, ClaudeMessageStart } from '../claude/events.ts';
import { blockEvents } from '../convert/blockEvents.ts';
import type { Fold } from '../folds/Fold.ts';
import type { OneOrMany } from './mapMany.ts';
import { rewrite } from './rewrite.ts';

/**
 * Makes a message open exactly once, and empty.
 *
 * Most streams do. But a resumed turn brings blocks inside `message_start`, some gateways repeat
 * `message_start` or leave it out; what those carry is said by the events that normally would.
 *
 * ```text
 * source    t-D-X           S[ab]-t-D-X            S-t-S-D-X
 * result    (St)-D-X        (SA.B.)-t-D-X          S-t-d-D-X      d a message_delta with its usage
 * ```
 */
export function openMessage(): MonoTypeOperatorFunction<ClaudeEvent> {
  return rewrite(openedAs, {
    event(event, after, before) {
      if (event.type === 'message_start') {
        if (before === undefined) return opening(event, event.message);
        return before === '' || before === event.message.id ? repeated(event.message) : [];
      }
      return after === before ? event : [nameless, event];
    },
    isSteady: () => true,
  });
}

/** The id of the message that opened; undefined while none has. */
const openedAs: Fold<string | undefined> = {
  seed: undefined,
  next(id, event) {
    if (id !== undefined || event.type === 'ping' || event.type === 'error') return id;
    return event.type === 'message_start' ? event.message.id : '';
  },
};

const nameless: ClaudeEvent = { type: 'message_start', message: { id: '', model: '' } };

function opening(event: ClaudeEvent, message: ClaudeMessageStart): OneOrMany<ClaudeEvent> {
  const blocks = blockEvents(message.content);
  return blocks.length > 0
    ? [{ type: 'message_start', message: { ...message, content: [] } }, ...blocks]
    : event;
}

/** The same message said again adds nothing but, perhaps, newer totals; another one is not ours. */
const repeated = ({ usage }: ClaudeMessageStart): OneOrMany<ClaudeEvent> =>
  usage ? { type: 'message_delta', delta: {}, usage } : [];
