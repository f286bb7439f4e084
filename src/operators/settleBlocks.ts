import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeBlock, ClaudeDelta, ClaudeEvent } from '../claude/events.ts';
import { inPieces } from '../convert/inPieces.ts';
import { type Holder, idOf, repeatsBlock } from '../convert/repeatsBlock.ts';
import type { Fold } from '../folds/Fold.ts';
import { withEntry } from '../folds/withEntry.ts';
import type { OneOrMany } from './mapMany.ts';
import { rewrite } from './rewrite.ts';

/**
 * Makes every content block open once, speak while it is open, and close once, under a number of its
 * own.
 *
 * ```text
 * source    T0-t0-A1-a1-.1-.1-A1'-a1-X     closed twice; number 1 used again; last stop left out
 * result    T0-t0-A1-a1-.1----A2'-a2-(.0.2X)
 * ```
 *
 * What it settles, so that nothing after it needs to ask: blocks that open twice or reuse a number,
 * missing and double stops, deltas of a block that is not open or of a kind that does not fit it,
 * text without a block, content that came whole in `content_block_start`, tools without an id.
 * In an ordinary stream every event passes as it is.
 */
export function settleBlocks(): MonoTypeOperatorFunction<ClaudeEvent> {
  return rewrite(occupants, {
    event(event, after, before) {
      switch (event.type) {
        case 'content_block_start':
          return opened(event, after, before);
        case 'content_block_delta':
          return spoken(event, after, before);
        case 'content_block_stop': {
          const occupant = before.blocks.get(event.index);
          return occupant?.open ? renumbered(event, occupant.number) : [];
        }
        case 'message_stop':
          return [...openNumbers(before).map(stop), event];
        default:
          return event;
      }
    },
    isSteady: () => true,
  });
}

interface Occupant extends Holder {
  /** The block's own number: blocks are counted in order of appearance. */
  readonly number: number;
}

/** Who holds, or last held, each of Claude's block numbers. */
interface Occupants {
  readonly blocks: ReadonlyMap<number, Occupant>;
  readonly count: number;
  /** Ids of all blocks that had one → number of the last that had it. */
  readonly ids: ReadonlyMap<string, number>;
  readonly messageId: string;
}

const occupants: Fold<Occupants> = {
  seed: { blocks: new Map(), count: 0, ids: new Map(), messageId: '' },
  next(state, event) {
    // Literals: to spread a state costs V8 several times as much, with every event that changes it.
    const { blocks, count, ids, messageId } = state;
    switch (event.type) {
      case 'message_start':
        return { blocks, count, ids, messageId: event.message.id };
      case 'content_block_start':
        return repeatsBlock(event.content_block, blocks.get(event.index))
          ? state
          : moveIn(state, event.index, event.content_block.type, idOf(event.content_block));
      case 'content_block_delta':
        return event.delta.type === 'text_delta' && !blocks.get(event.index)?.open
          ? moveIn(state, event.index, 'text', undefined)
          : state;
      case 'content_block_stop': {
        const occupant = blocks.get(event.index);
        if (!occupant?.open) return state;
        const { number, type, id } = occupant;
        const left = { number, type, id, open: false };
        return { blocks: withEntry(blocks, event.index, left), count, ids, messageId };
      }
      default:
        return state;
    }
  },
};

const moveIn = (
  { blocks, count, ids, messageId }: Occupants,
  index: number,
  type: string,
  id: string | undefined,
): Occupants => ({
  blocks: withEntry(blocks, index, { number: count, type, id, open: true }),
  count: count + 1,
  ids: id === undefined ? ids : withEntry(ids, id, count),
  messageId,
});

type Start = Extract<ClaudeEvent, { readonly type: 'content_block_start' }>;
type Delta = Extract<ClaudeEvent, { readonly type: 'content_block_delta' }>;

function opened(event: Start, after: Occupants, before: Occupants): OneOrMany<ClaudeEvent> {
  if (after === before) return [];
  const number = before.count;
  const evicted = before.blocks.get(event.index);
  const { start: block, deltas } = inPieces(wellFormed(event.content_block, before));
  const start: ClaudeEvent =
    block === event.content_block && event.index === number
      ? event
      : { ...event, index: number, content_block: block };
  if (!evicted?.open && deltas.length === 0) return start;
  return [
    ...(evicted?.open ? [stop(evicted.number)] : []),
    start,
    ...deltas.map((delta): ClaudeEvent => ({ type: 'content_block_delta', index: number, delta })),
  ];
}

function spoken(event: Delta, after: Occupants, before: Occupants): OneOrMany<ClaudeEvent> {
  const occupant = after.blocks.get(event.index);
  if (!occupant?.open || !fits(event.delta, occupant.type)) return [];
  const delta = renumbered(event, occupant.number);
  return after === before ? delta : [emptyText(occupant.number), delta];
}

/** Which block each delta belongs to; a kind of delta not named here belongs to any. */
const home: Readonly<Record<ClaudeDelta['type'], string | undefined>> = {
  text_delta: 'text',
  citations_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'thinking',
  input_json_delta: undefined,
  compaction_delta: undefined,
};

const fits = ({ type }: ClaudeDelta, blockType: string): boolean =>
  (Object.hasOwn(home, type) ? home[type] : undefined) === undefined || home[type] === blockType;

/**
 * A tool without a name cannot be called by anybody and is made a block of no known kind. One
 * without an id of its own gets one, since the client must name the call in its answer.
 */
function wellFormed(block: ClaudeBlock, { count, ids, messageId }: Occupants): ClaudeBlock {
  if (block.type !== 'tool_use') return block;
  if (!block.name) return { ...block, type: 'nameless_tool_use' } as unknown as ClaudeBlock;
  const id = idOf(block);
  if (id === undefined) return { ...block, id: `call_${messageId}_${count}` };
  return ids.has(id) ? { ...block, id: `${id}_${count}` } : block;
}

const renumbered = <
  E extends Delta | Extract<ClaudeEvent, { readonly type: 'content_block_stop' }>,
>(
  event: E,
  index: number,
): E => (event.index === index ? event : { ...event, index });

const stop = (index: number): ClaudeEvent => ({ type: 'content_block_stop', index });

const emptyText = (index: number): ClaudeEvent => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'text', text: '' },
});

const openNumbers = ({ blocks }: Occupants): readonly number[] =>
  [...blocks.values()]
    .filter(({ open }) => open)
    .map(({ number }) => number)
    .sort((a, b) => a - b);
