import { of } from 'rxjs';
import type { ClaudeCall, UpstreamHead } from '../../src/channels/Channel.ts';
import type { ReplayOptions } from '../../src/replay/replayBytes.ts';
import { replayChannel } from '../../src/channels/replayChannel.ts';
import type { ClaudeBlock, ClaudeEvent } from '../../src/claude/events.ts';
import type { ClaudeRequest } from '../../src/claude/request.ts';
import { outcome, type Outcome } from '../../src/testing/index.ts';

export const calling = (
  body: ClaudeRequest,
  onHead: (head: UpstreamHead) => void = () => undefined,
): ClaudeCall => ({ body, betas: [], headers: {}, demand$: of(true), onHead });

/** What the channel says to a request, and how that ends. */
export const told = (body: ClaudeRequest, options: ReplayOptions = {}): Outcome<ClaudeEvent> =>
  outcome(replayChannel(options).messages(calling(body)));

/** A block put together again from its deltas. */
export interface ToldBlock {
  readonly type: ClaudeBlock['type'];
  readonly name: string;
  readonly text: string;
  readonly deltas: number;
}

/**
 * The blocks of a stream, and its stop reason; told apart by nothing but the protocol.
 *
 * **Errors** – throws what is wrong with a stream that breaks the protocol of the Messages API.
 */
export function readBlocks(events: readonly ClaudeEvent[]): {
  readonly blocks: readonly ToldBlock[];
  readonly stopReason: string | undefined;
  readonly stopped: boolean;
} {
  const blocks: ToldBlock[] = [];
  const open = new Set<number>();
  const breach = (event: ClaudeEvent, why: string): never => {
    throw new Error(`${JSON.stringify(event)}: ${why}`);
  };
  let started = false;
  let stopped = false;
  let stopReason: string | undefined;
  for (const event of events) {
    if (event.type === 'ping') continue;
    if (event.type === 'error') {
      if (event !== events.at(-1)) breach(event, 'more after an error');
      continue;
    }
    if (stopped) breach(event, 'after the end');
    if (event.type !== 'message_start' && !started) breach(event, 'before the start');
    switch (event.type) {
      case 'message_start':
        if (started) breach(event, 'a second start');
        started = true;
        break;
      case 'content_block_start':
        if (stopReason !== undefined) breach(event, 'after the stop reason');
        if (event.index !== blocks.length) breach(event, 'blocks are numbered in order');
        open.add(event.index);
        blocks.push({
          type: event.content_block.type,
          name: 'name' in event.content_block ? String(event.content_block.name) : '',
          text: '',
          deltas: 0,
        });
        break;
      case 'content_block_delta': {
        const block = blocks[event.index];
        if (!block || !open.has(event.index)) return breach(event, 'no such block is open');
        if (!fits[event.delta.type]?.includes(block.type)) breach(event, `not in ${block.type}`);
        const text = 'partial_json' in event.delta ? event.delta.partial_json : '';
        const word = 'text' in event.delta ? event.delta.text : '';
        const thought = 'thinking' in event.delta ? event.delta.thinking : '';
        blocks[event.index] = {
          ...block,
          text: block.text + text + word + thought,
          deltas: block.deltas + 1,
        };
        break;
      }
      case 'content_block_stop':
        if (!open.delete(event.index)) breach(event, 'no such block is open');
        break;
      case 'message_delta':
        if (open.size > 0) breach(event, 'a block is open');
        stopReason = event.delta.stop_reason ?? undefined;
        break;
      case 'message_stop':
        if (stopReason === undefined) breach(event, 'no stop reason has come');
        stopped = true;
        break;
    }
  }
  return { blocks, stopReason, stopped };
}

const fits: Readonly<Record<string, readonly string[]>> = {
  text_delta: ['text'],
  citations_delta: ['text'],
  thinking_delta: ['thinking'],
  signature_delta: ['thinking'],
  input_json_delta: ['tool_use', 'server_tool_use'],
};
