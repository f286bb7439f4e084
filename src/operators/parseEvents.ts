import type { ClaudeEvent } from '../claude/events.ts';
import { cutDelta } from '../convert/cutDelta.ts';
import { toClaudeEvent } from '../convert/toClaudeEvent.ts';
import { ProtocolError } from '../errors.ts';
import type { SseMessage } from './decodeSse.ts';
import type { FusibleOperator } from './fused.ts';
import { mapMany } from './mapMany.ts';

/**
 * Reads Claude events from server-sent messages.
 *
 * ```text
 * messages  {content_block_delta,"{…}"}---{ping,"{…}"}---{brand_new,"{…}"}--|
 * result    {type:'content_block_delta'…}-{type:'ping'}---------------------|
 * ```
 *
 * An event's type is in its JSON; the `event:` line is a fallback, since some gateways leave either
 * out. Types that do not exist yet, messages without data and a foreign `[DONE]` are left out.
 *
 * **Errors** – {@link ProtocolError} when an event is not JSON. A last message that was cut is not
 * an event at all: what its absence means is decided by `untilMessageStop`.
 */
export function parseEvents(): FusibleOperator<SseMessage, ClaudeEvent> {
  return mapMany(({ event, data, closed }) => {
    if (data === '' || data === '[DONE]') return [];
    const delta = cutDelta(data);
    if (delta) return delta;
    let json: unknown;
    try {
      json = JSON.parse(data);
    } catch (cause) {
      if (!closed) return [];
      throw new ProtocolError('invalid', 'The upstream sent an event that is not JSON.', {
        cause,
      });
    }
    return toClaudeEvent(json, event) ?? [];
  });
}
