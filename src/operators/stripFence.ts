import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { Fold } from '../folds/Fold.ts';
import type { OneOrMany } from './mapMany.ts';
import { rewrite } from './rewrite.ts';

/**
 * Takes one Markdown code fence off the text of each block.
 *
 * A client that asked for a JSON object parses the text as it is; asked for JSON by instruction,
 * Claude now and then wraps it in a fence.
 *
 * ```text
 * source    T-"``"-"`json\n{"-"}\n`"-"``"-.
 * result    T--------------"{"-"}"-------.
 * ```
 *
 * What could be the beginning of a fence waits, which is at most a few characters.
 *
 * Expects settled blocks (`settleBlocks`).
 */
export function stripFence(): MonoTypeOperatorFunction<ClaudeEvent> {
  return rewrite(fence, {
    event(event, after, before): OneOrMany<ClaudeEvent> {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
        return said(event.index, after.said);
      }
      if (event.type === 'content_block_stop' && before.block === event.index) {
        return [...said(event.index, remainder(before)), event];
      }
      return event;
    },
  });
}

interface Fence {
  readonly block: number;
  /** Before any text; inside a fence; or outside one, where everything is said. */
  readonly place: 'start' | 'inside' | 'outside';
  /** Text that may turn out to be part of a fence. */
  readonly held: string;
  /** What the latest text leaves to be said. */
  readonly said: string;
}

const fence: Fold<Fence> = {
  seed: { block: -1, place: 'outside', held: '', said: '' },
  next(state, event) {
    if (event.type === 'content_block_start' && event.content_block.type === 'text') {
      return { block: event.index, place: 'start', held: '', said: '' };
    }
    if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return state;
    if (event.index !== state.block) return { ...state, said: event.delta.text };
    return read({ ...state, held: state.held + event.delta.text, said: '' });
  },
};

function read(state: Fence): Fence {
  if (state.place === 'outside') return { ...state, held: '', said: state.held };
  if (state.place === 'inside') {
    const closing = /\s*(?:`{1,3}\s*)?$/.exec(state.held)?.index ?? state.held.length;
    return { ...state, held: state.held.slice(closing), said: state.held.slice(0, closing) };
  }
  const opening = /^\s*```[a-z]*[ \t]*\r?\n/i.exec(state.held);
  if (opening)
    return read({ ...state, place: 'inside', held: state.held.slice(opening[0].length) });
  return mayOpen.test(state.held) ? state : read({ ...state, place: 'outside' });
}

const mayOpen = /^\s*(?:`{0,2}|```[a-z]{0,10}[ \t]*\r?)$/i;

/** At the end of the block: what waited and was not the fence that opened it. */
const remainder = ({ place, held }: Fence): string =>
  place === 'inside' ? held.replace(/\s*```\s*$/, '') : held;

const said = (index: number, text: string): readonly ClaudeEvent[] =>
  text === '' ? [] : [{ type: 'content_block_delta', index, delta: { type: 'text_delta', text } }];
