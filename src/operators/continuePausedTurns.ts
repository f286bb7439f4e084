import {
  concatWith,
  defer,
  EMPTY,
  type MonoTypeOperatorFunction,
  type Observable,
  takeWhile,
} from 'rxjs';
import type { ClaudeBlock, ClaudeEvent, ClaudeUsage } from '../claude/events.ts';
import { addUsage } from '../convert/addUsage.ts';
import { blockEvents } from '../convert/blockEvents.ts';
import type { Fold } from '../folds/Fold.ts';
import { type MessageContent, messageContent, toBlocks } from '../folds/messageContent.ts';
import { stopReason } from '../folds/stopReason.ts';
import { tokenUsage } from '../folds/tokenUsage.ts';
import { mapMany, type OneOrMany } from './mapMany.ts';

/** Sends the turn so far back to Claude and gives what it says next. */
export type ResumeTurn = (content: readonly ClaudeBlock[]) => Observable<ClaudeEvent>;

export interface ContinuePausedTurnsOptions {
  /** How often one answer is continued. @defaultValue 5 */
  readonly limit?: number;
}

/**
 * Continues a turn that Claude paused, and tells all its parts as one message.
 *
 * Claude pauses a long turn of its own tools with `pause_turn` and goes on when it gets the turn
 * back. An OpenAI client has no word for that: it would take a half answer for a whole one.
 *
 * ```text
 * source    S-t-.-P-X           P message_delta with pause_turn
 * resumed           S-u-.-D-X
 * result    S-t-.-d---u-.-D-X   one start, blocks numbered on, usage added up; d has no reason
 * ```
 *
 * A turn still paused after `limit` continuations ends with `pause_turn`.
 *
 * **Errors** – those of the source and of what `resume$` gives.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause_turn
 */
export function continuePausedTurns(
  resume$: ResumeTurn,
  { limit = 5 }: ContinuePausedTurnsOptions = {},
): MonoTypeOperatorFunction<ClaudeEvent> {
  return (claude$) => part(claude$, { content: [], blocks: 0, usage: undefined }, resume$, limit);
}

/** What the parts before this one came to. */
interface Earlier {
  readonly content: readonly ClaudeBlock[];
  /** How many block numbers they used up. */
  readonly blocks: number;
  /** Undefined for the first part. */
  readonly usage: ClaudeUsage | undefined;
}

function part(
  claude$: Observable<ClaudeEvent>,
  earlier: Earlier,
  resume$: ResumeTurn,
  continuations: number,
): Observable<ClaudeEvent> {
  return defer(() => {
    let told = partSoFar.seed;
    const isPaused = (): boolean => continuations > 0 && told.reason === 'pause_turn';
    return claude$.pipe(
      mapMany((event: ClaudeEvent): OneOrMany<ClaudeEvent> => {
        told = partSoFar.next(told, event);
        return event.type === 'message_stop' && isPaused()
          ? pause
          : retold(event, earlier, told.usage, continuations);
      }),
      takeWhile((event) => event !== pause),
      concatWith(
        defer(() => {
          if (!isPaused()) return EMPTY;
          const sofar = withPart(earlier, told);
          return part(resume$(sofar.content), sofar, resume$, continuations - 1);
        }),
      ),
    );
  });
}

/** Stands where a paused part ends; told to nobody. */
const pause: ClaudeEvent = { type: 'message_stop' };

interface PartSoFar {
  readonly content: MessageContent;
  readonly usage: ClaudeUsage;
  readonly reason: string | undefined;
  readonly blocks: number;
}

const partSoFar: Fold<PartSoFar> = {
  seed: { content: messageContent.seed, usage: tokenUsage.seed, reason: undefined, blocks: 0 },
  next(told, event) {
    const content = messageContent.next(told.content, event);
    switch (event.type) {
      case 'message_start':
      case 'message_delta': {
        const { reason } = stopReason.next({ reason: told.reason, details: undefined }, event);
        const usage = tokenUsage.next(told.usage, event);
        return { content, usage, reason, blocks: Math.max(told.blocks, content.told.size) };
      }
      case 'content_block_start':
        return { ...told, content, blocks: Math.max(told.blocks, event.index + 1) };
      default:
        return content === told.content ? told : { ...told, content };
    }
  },
};

const withPart = (earlier: Earlier, { content, usage, blocks }: PartSoFar): Earlier => ({
  content: [...earlier.content, ...toBlocks(content)],
  blocks: earlier.blocks + blocks,
  usage: addUsage(earlier.usage ?? {}, usage),
});

/** An event of a part, as an event of the whole message. */
function retold(
  event: ClaudeEvent,
  { blocks, usage: earlier }: Earlier,
  current: ClaudeUsage,
  continuations: number,
): OneOrMany<ClaudeEvent> {
  const usage = earlier && addUsage(earlier, current);
  switch (event.type) {
    case 'message_start':
      return usage
        ? [
            { type: 'message_delta', delta: {}, usage },
            ...blockEvents(event.message.content, blocks),
          ]
        : event;
    case 'message_delta': {
      const isPause = continuations > 0 && event.delta.stop_reason === 'pause_turn';
      const delta = isPause ? { ...event.delta, stop_reason: null } : event.delta;
      return isPause || usage ? { ...event, delta, usage: usage ?? event.usage ?? null } : event;
    }
    case 'content_block_start':
    case 'content_block_delta':
    case 'content_block_stop':
      return blocks === 0 ? event : { ...event, index: blocks + event.index };
    default:
      return event;
  }
}
