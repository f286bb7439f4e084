import { BehaviorSubject } from 'rxjs';
import type { Channel, ClaudeCall, UpstreamHead } from '../../src/channels/Channel.ts';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { ClaudeRequest } from '../../src/claude/request.ts';

/** What is heard on a channel. */
export interface Listening {
  readonly events: readonly ClaudeEvent[];
  readonly heads: readonly UpstreamHead[];
  /** Settles with `completed`, or with the error. */
  readonly over: Promise<unknown>;
  readonly demand: { next(wanted: boolean): void };
  leave(): void;
}

export const anyBody: ClaudeRequest = {
  model: 'claude-opus-5',
  max_tokens: 10,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  stream: true,
};

/** Asks a channel and listens. */
export function listenTo(channel: Channel, call: Partial<ClaudeCall> = {}): Listening {
  const events: ClaudeEvent[] = [];
  const heads: UpstreamHead[] = [];
  const demand = new BehaviorSubject(true);
  let over!: (how: unknown) => void;
  const ended = new Promise<unknown>((resolve) => (over = resolve));
  const subscription = channel
    .messages({
      body: anyBody,
      betas: [],
      headers: {},
      demand$: demand,
      onHead: (head) => heads.push(head),
      ...call,
    })
    .subscribe({
      next: (event) => events.push(event),
      error: over,
      complete: () => {
        over('completed');
      },
    });
  return {
    events,
    heads,
    over: ended,
    demand,
    leave: () => {
      subscription.unsubscribe();
    },
  };
}
