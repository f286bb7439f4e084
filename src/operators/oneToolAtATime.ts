import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { Fold } from '../folds/Fold.ts';
import { withEntry } from '../folds/withEntry.ts';
import type { OneOrMany } from './mapMany.ts';
import { rewrite } from './rewrite.ts';

/**
 * Tells tool calls one after the other, however they were mixed.
 *
 * Strict OpenAI clients take a change of `tool_calls[].index` for the end of the call before, and
 * parse its arguments there and then. So what belongs to a later tool waits until the one being told
 * has closed; nothing else waits, and in the ordinary order nothing waits at all.
 *
 * ```text
 * source    A-B-a-b-.a-t-.b-|      a and .a belong to tool A, b and .b to tool B, t is text
 * result    A---a---(.aBb)-t-.b-|
 * ```
 *
 * Expects settled blocks (`settleBlocks`): what waits is released at the latest by the stops before
 * `message_stop`, and is as much as the tools that wait have said.
 */
export function oneToolAtATime(): MonoTypeOperatorFunction<ClaudeEvent> {
  return rewrite(toolQueue, {
    event(event, after, before): OneOrMany<ClaudeEvent> {
      const index = indexOf(event);
      if (index === undefined) return event;
      if (isWaiting(before, index) || isWaiting(after, index)) return [];
      return index === before.speaking && event.type === 'content_block_stop'
        ? [event, ...after.released]
        : event;
    },
    isSteady: () => true,
  });
}

/** A list whose last word comes first: to add to it copies nothing. */
interface Said {
  readonly event: ClaudeEvent;
  readonly before: Said | undefined;
}

interface ToolQueue {
  /** The tool block being told. */
  readonly speaking: number | undefined;
  /** What the tools behind it have said; undefined once it is told. */
  readonly waiting: ReadonlyMap<number, Said | undefined>;
  /** Place in the line, from 0 → the tool that took it. */
  readonly line: ReadonlyMap<number, number>;
  /** The first place whose tool still waits. */
  readonly head: number;
  /** What the tool that closed last set free. */
  readonly released: readonly ClaudeEvent[];
}

const toolQueue: Fold<ToolQueue> = {
  seed: { speaking: undefined, waiting: new Map(), line: new Map(), head: 0, released: [] },
  next(queue, event) {
    const index = indexOf(event);
    if (index === undefined) return queue;
    const said = queue.waiting.get(index);
    if (said) return waits(queue, index, { event, before: said });
    if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
      return queue.speaking === undefined
        ? { ...queue, speaking: index }
        : waits(inLine(queue, index), index, { event, before: undefined });
    }
    return event.type === 'content_block_stop' && index === queue.speaking
      ? followed(queue)
      : queue;
  },
};

const indexOf = (event: ClaudeEvent): number | undefined =>
  'index' in event ? event.index : undefined;

const isWaiting = ({ waiting }: ToolQueue, index: number): boolean =>
  waiting.get(index) !== undefined;

const waits = (queue: ToolQueue, index: number, said: Said | undefined): ToolQueue => ({
  ...queue,
  waiting: withEntry(queue.waiting, index, said),
});

const inLine = (queue: ToolQueue, index: number): ToolQueue => ({
  ...queue,
  line: withEntry(queue.line, queue.line.size, index),
});

/** When a tool closes, those behind it follow: all that are complete, and the first that is not. */
function followed(queue: ToolQueue): ToolQueue {
  const { line } = queue;
  const released: ClaudeEvent[] = [];
  let { head, waiting } = queue;
  let speaking: number | undefined;
  while (speaking === undefined && head < line.size) {
    const index = line.get(head) ?? NaN;
    const last = waiting.get(index);
    for (const event of inOrder(last)) released.push(event);
    waiting = withEntry(waiting, index, undefined);
    if (last?.event.type !== 'content_block_stop') speaking = index;
    head += 1;
  }
  return { speaking, waiting, line, head, released };
}

function inOrder(last: Said | undefined): readonly ClaudeEvent[] {
  const events: ClaudeEvent[] = [];
  for (let said = last; said; said = said.before) events.push(said.event);
  return events.reverse();
}
