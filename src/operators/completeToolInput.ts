import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeBlock, ClaudeEvent } from '../claude/events.ts';
import { isCut } from '../convert/finishReason.ts';
import type { Fold } from '../folds/Fold.ts';
import { withEntry } from '../folds/withEntry.ts';
import { rewrite } from './rewrite.ts';

/**
 * Writes out the input of a tool call that streamed none.
 *
 * Claude streams no JSON for a tool without parameters; OpenAI clients parse whatever arguments they
 * collected, and `JSON.parse('')` throws. So a tool block that closes without input first gets the
 * input its opening carried, or `{}`:
 *
 * ```text
 * source    A---.----|      A opens a tool block, . closes it
 * result    A---(j.)-|      j is the input delta {}
 * ```
 *
 * The last call of a message that was cut off (the token limit, a refusal) is left as it is: `{}` would
 * make a call that can be run out of one that never was.
 *
 * Expects settled blocks (`settleBlocks`).
 */
export function completeToolInput(): MonoTypeOperatorFunction<ClaudeEvent> {
  return rewrite(awaitingInput, {
    event(event, { stopReason, lastBlock }, before) {
      if (event.type !== 'content_block_stop') return event;
      const input = before.blocks.get(event.index);
      const isHalfTold = isCut(stopReason) && event.index === lastBlock;
      return input === undefined || (input === '{}' && isHalfTold)
        ? event
        : [inputDelta(event.index, input), event];
    },
    // Until a block's input has come, it matters whether a piece of it is more than white space.
    isSteady: ({ index }, { blocks }) => blocks.get(index) === undefined,
  });
}

interface AwaitingInput {
  /** Tool blocks → what to write if no input comes; undefined once it has come. */
  readonly blocks: ReadonlyMap<number, string | undefined>;
  readonly stopReason: string | undefined;
  /** The block that opened last: only this one can have been cut off. */
  readonly lastBlock: number;
}

const awaitingInput: Fold<AwaitingInput> = {
  seed: { blocks: new Map(), stopReason: undefined, lastBlock: -1 },
  next(state, event) {
    switch (event.type) {
      case 'content_block_start':
        return {
          blocks:
            event.content_block.type === 'tool_use'
              ? withEntry(state.blocks, event.index, startInput(event.content_block))
              : state.blocks,
          stopReason: state.stopReason,
          lastBlock: event.index,
        };
      case 'content_block_delta':
        return event.delta.type === 'input_json_delta' && event.delta.partial_json.trim() !== ''
          ? without(state, event.index)
          : state;
      case 'content_block_stop':
        return without(state, event.index);
      case 'message_delta':
        return event.delta.stop_reason ? { ...state, stopReason: event.delta.stop_reason } : state;
      default:
        return state;
    }
  },
};

/** Normally empty; some upstreams give the whole input at once, as an object or as its JSON. */
function startInput({ input }: Extract<ClaudeBlock, { readonly type: 'tool_use' }>): string {
  if (typeof input === 'string') return isJson(input) ? input : '{}';
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? JSON.stringify(input)
    : '{}';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const without = (state: AwaitingInput, index: number): AwaitingInput =>
  state.blocks.get(index) === undefined
    ? state
    : {
        blocks: withEntry(state.blocks, index, undefined),
        stopReason: state.stopReason,
        lastBlock: state.lastBlock,
      };

const inputDelta = (index: number, partial_json: string): ClaudeEvent => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
});
