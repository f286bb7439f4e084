import { identity, type Observable } from 'rxjs';
import type { Channel, ClaudeCall } from '../channels/Channel.ts';
import type { ClaudeBlock, ClaudeEvent } from '../claude/events.ts';
import type { ClaudeBlockParam, ClaudeMessageParam, ClaudeRequest } from '../claude/request.ts';
import { continuePausedTurns } from '../operators/continuePausedTurns.ts';

/**
 * What Claude says to a request, to the end: a turn it pauses is sent back to it and continued.
 *
 * Only turns with tools of Claude's own are paused, so only those are remembered as they pass.
 *
 * @param limit - how often one answer is continued
 */
export function wholeTurn(
  channel: Pick<Channel, 'messages'>,
  call: ClaudeCall,
  limit: number,
): Observable<ClaudeEvent> {
  const { body } = call;
  return channel.messages(call).pipe(
    mayPause(body)
      ? continuePausedTurns(
          (content) =>
            channel.messages({
              ...call,
              body: { ...body, messages: [...body.messages, assistantTurn(content)] },
              onHead: () => undefined, // the answer has its head already
            }),
          { limit },
        )
      : identity,
  );
}

const mayPause = ({ tools = [], mcp_servers }: ClaudeRequest): boolean =>
  mcp_servers !== undefined || tools.some(({ type }) => type !== undefined && type !== 'custom');

/** Claude takes its own blocks back as they are, but for a text that says nothing. */
const assistantTurn = (content: readonly ClaudeBlock[]): ClaudeMessageParam => ({
  role: 'assistant',
  content: content.filter(
    (block) => block.type !== 'text' || block.text !== '',
  ) as readonly unknown[] as readonly ClaudeBlockParam[],
});
