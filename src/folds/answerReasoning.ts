import type { ClaudeBlock, ClaudeEvent } from '../claude/events.ts';
import { endsBlank } from './answerText.ts';
import { blockAt, type BlockList, noBlocks, withBlock, withBlockAt } from './blockList.ts';

/** A block of reasoning, whole and exact: what a later request must hand back unchanged. */
export type ReasoningBlock = {
  /** Claude's number of the block. */
  readonly index: number;
  /** Code points of text that stood before it. */
  readonly textBefore: number;
} & (
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
);

export interface AnswerReasoning {
  /** The thoughts so far. */
  readonly blocks: BlockList<ReasoningBlock>;
  /** What must precede the thought of the latest event: a separator, or nothing. */
  readonly lead: string;
  /** Whether the thoughts so far end in white space, or there are none. */
  readonly endsBlank: boolean;
  /** The block that thought last. */
  readonly block: number;
}

export const noReasoning: AnswerReasoning = {
  blocks: noBlocks,
  lead: '',
  endsBlank: true,
  block: -1,
};

/**
 * Collects thinking: a block's text and signature belong together, a signature is replaced and never
 * joined, and `redacted_thinking` comes whole.
 *
 * Two thoughts are kept apart by a blank line where they are told as one text; the blocks keep the
 * exact words, since the signature covers those.
 *
 * @param textBefore - code points of the answer's text so far
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
export function nextReasoning(
  reasoning: AnswerReasoning,
  event: ClaudeEvent,
  textBefore: number,
): AnswerReasoning {
  if (event.type === 'content_block_start') {
    const block = opened(event.index, event.content_block, textBefore);
    return block
      ? { ...reasoning, blocks: withBlock(reasoning.blocks, event.index, block) }
      : reasoning;
  }
  if (event.type !== 'content_block_delta') return reasoning;
  const { delta, index } = event;
  if (delta.type !== 'thinking_delta' && delta.type !== 'signature_delta') return reasoning;

  const block = blockAt(reasoning.blocks, index);
  if (block?.type !== 'thinking') return reasoning;
  if (delta.type === 'signature_delta') {
    const signed = { ...block, signature: delta.signature };
    return { ...reasoning, blocks: withBlockAt(reasoning.blocks, index, signed) };
  }
  if (delta.thinking === '') return reasoning;
  return {
    // A literal of one shape: a thought comes in hundreds of pieces.
    blocks: withBlockAt<ReasoningBlock>(reasoning.blocks, index, {
      index,
      textBefore: block.textBefore,
      type: 'thinking',
      text: block.text + delta.thinking,
      signature: block.signature,
    }),
    lead: index !== reasoning.block && !reasoning.endsBlank ? '\n\n' : '',
    endsBlank: endsBlank(delta.thinking),
    block: index,
  };
}

function opened(index: number, block: ClaudeBlock, textBefore: number): ReasoningBlock | undefined {
  if (block.type === 'thinking') {
    return { index, textBefore, type: 'thinking', text: '', signature: '' };
  }
  return block.type === 'redacted_thinking'
    ? { index, textBefore, type: 'redacted_thinking', data: block.data }
    : undefined;
}
