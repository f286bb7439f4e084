import { defer, type Observable } from 'rxjs';
import type { Channel, ClaudeCall } from '../channels/Channel.ts';
import type { ClaudeBlock, ClaudeEvent } from '../claude/events.ts';
import type { ClaudeBlockParam, ClaudeMessageParam, ClaudeRequest } from '../claude/request.ts';
import { continuePausedTurns } from '../operators/continuePausedTurns.ts';

/** How a turn is seen through. */
export interface WholeTurnOptions {
  /** How often one answer is continued. */
  readonly limit: number;
  /** Whether the client is told the answer while it is made. */
  readonly isStream: boolean;
}

/**
 * What Claude says to a request, to the end: a turn it pauses is sent back to it and continued, where
 * it came from.
 *
 * Only turns with tools of Claude's own are paused, so only those are remembered as they pass.
 */
export function wholeTurn(
  channel: Pick<Channel, 'messages'>,
  call: ClaudeCall,
  options: WholeTurnOptions,
): Observable<ClaudeEvent> {
  return mayPause(call.body) ? continued(channel, call, options) : channel.messages(call);
}

function continued(
  channel: Pick<Channel, 'messages'>,
  call: ClaudeCall,
  { limit, isStream }: WholeTurnOptions,
): Observable<ClaudeEvent> {
  const { body } = call;
  return defer(() => {
    let asked: string | undefined;
    const noted: ClaudeCall = {
      ...call,
      onAttempt: (attempt) => {
        asked = attempt.channel;
        call.onAttempt?.(attempt);
      },
    };
    return channel.messages(noted).pipe(
      continuePausedTurns(
        (content) =>
          channel.messages({
            ...noted,
            body: { ...body, messages: [...body.messages, assistantTurn(content)] },
            ...(asked !== undefined && { continues: { channel: asked, isBegun: isStream } }),
            onHead: () => undefined, // the answer has its head already
          }),
        { limit },
      ),
    );
  });
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
