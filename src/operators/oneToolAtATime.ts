import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { Fold } from '../folds/Fold.ts';
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
      if (before.waiting.has(index) || after.waiting.has(index)) return [];
      return index === before.speaking && event.type === 'content_block_stop'
        ? [event, ...released(before)]
        : event;
    },
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
  /** What the tools behind it have said, in order of appearance. */
  readonly waiting: ReadonlyMap<number, Said>;
}

const toolQueue: Fold<ToolQueue> = {
  seed: { speaking: undefined, waiting: new Map() },
  next(queue, event) {
    const index = indexOf(event);
    if (index === undefined) return queue;
    const said = queue.waiting.get(index);
    if (said) return waits(queue, index, { event, before: said });
    if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
      return queue.speaking === undefined
        ? { ...queue, speaking: index }
        : waits(queue, index, { event, before: undefined });
    }
    return event.type === 'content_block_stop' && index === queue.speaking
      ? { speaking: nextSpeaker(queue), waiting: stillWaiting(queue) }
      : queue;
  },
};

const indexOf = (event: ClaudeEvent): number | undefined =>
  'index' in event ? event.index : undefined;

const waits = (queue: ToolQueue, index: number, said: Said): ToolQueue => ({
  ...queue,
  waiting: new Map(queue.waiting).set(index, said),
});

/** When a tool closes, those behind it follow: all that are complete, and the first that is not. */
function following({ waiting }: ToolQueue): readonly (readonly [number, Said])[] {
  const queued = [...waiting];
  const firstOpen = queued.findIndex(([, { event }]) => event.type !== 'content_block_stop');
  return firstOpen < 0 ? queued : queued.slice(0, firstOpen + 1);
}

const released = (queue: ToolQueue): readonly ClaudeEvent[] =>
  following(queue).flatMap(([, said]) => inOrder(said));

function nextSpeaker(queue: ToolQueue): number | undefined {
  const last = following(queue).at(-1);
  return last && last[1].event.type !== 'content_block_stop' ? last[0] : undefined;
}

const stillWaiting = (queue: ToolQueue): ToolQueue['waiting'] =>
  new Map([...queue.waiting].slice(following(queue).length));

function inOrder(last: Said): readonly ClaudeEvent[] {
  const events: ClaudeEvent[] = [];
  for (let said: Said | undefined = last; said; said = said.before) events.push(said.event);
  return events.reverse();
}
