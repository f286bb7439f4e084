import type { ClaudeBlock, ClaudeCitation, ClaudeDelta } from '../claude/events.ts';
import { type Holder, idOf, repeatsBlock } from '../convert/repeatsBlock.ts';
import { blockAt, type BlockList, noBlocks, withBlock, withBlockAt } from './blockList.ts';
import type { Fold } from './Fold.ts';
import { withEntry } from './withEntry.ts';

/** A block as far as it has been told. */
export interface ToldBlock {
  /** Claude's number of the block. */
  readonly index: number;
  readonly block: ClaudeBlock;
  /** JSON of its input so far; it can be read only when it is whole. */
  readonly json: string;
  /** What it cited after it opened, from 0. */
  readonly citations: ReadonlyMap<number, ClaudeCitation>;
  readonly open: boolean;
}

/** The blocks of the message so far. */
export type MessageContent = BlockList<ToldBlock>;

/**
 * The content of the message so far, faithful enough to be sent back to Claude.
 *
 * A turn can be continued or answered only if Claude gets its own blocks back: exact text, exact
 * thinking with its signature, server tools with their results.
 *
 * ```text
 * source            T0------t"Hel"---t"lo"----A1---|
 * messageContent    [text]--["Hel"]--["Hello"]-["Hello", tool]
 * ```
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause_turn
 */
export const messageContent: Fold<MessageContent> = {
  seed: noBlocks,
  next(content, event) {
    switch (event.type) {
      case 'message_start':
        return content.told.size > 0
          ? content // said again
          : (event.message.content ?? []).reduce<MessageContent>(
              (told, block, index) => withBlock(told, index, toTold(index, block, false)),
              content,
            );
      case 'content_block_start': {
        const { index, content_block: block } = event;
        return repeatsBlock(block, holderOf(blockAt(content, index)))
          ? content
          : withBlock(content, index, toTold(index, block, true));
      }
      case 'content_block_delta': {
        const told = blockAt(content, event.index);
        return told ? withBlockAt(content, event.index, withDelta(told, event.delta)) : content;
      }
      case 'content_block_stop': {
        const told = blockAt(content, event.index);
        return told?.open ? withBlockAt(content, event.index, { ...told, open: false }) : content;
      }
      default:
        return content;
    }
  },
};

const toTold = (index: number, block: ClaudeBlock, open: boolean): ToldBlock => ({
  index,
  block,
  json: '',
  citations: nothing,
  open,
});
const nothing: ReadonlyMap<number, never> = new Map<number, never>();

const holderOf = (told: ToldBlock | undefined): Holder | undefined =>
  told && { type: told.block.type, id: idOf(told.block), open: told.open };

/**
 * The blocks as Claude takes them back.
 *
 * ```text
 * messageContent    ["Hello", tool {"a":1}]
 * toBlocks          [{ type: text, text: Hello }, { type: tool_use, input: { a: 1 } }]
 * ```
 */
export const toBlocks = (content: MessageContent): readonly ClaudeBlock[] =>
  [...content.told.values()].map(({ block, json, citations }) => {
    if (json !== '') return { ...block, input: parsed(json) } as ClaudeBlock;
    return block.type === 'text' && citations.size > 0
      ? { ...block, citations: [...(block.citations ?? []), ...citations.values()] }
      : block;
  });

function withDelta(told: ToldBlock, delta: ClaudeDelta): ToldBlock {
  switch (delta.type) {
    case 'input_json_delta':
      return { ...told, json: told.json + delta.partial_json };
    case 'citations_delta':
      return {
        ...told,
        citations: withEntry(told.citations, told.citations.size, delta.citation),
      };
    default:
      return { ...told, block: blockWith(told.block, delta) };
  }
}

function blockWith(block: ClaudeBlock, delta: ClaudeDelta): ClaudeBlock {
  switch (block.type) {
    case 'text':
      return delta.type === 'text_delta' ? { ...block, text: block.text + delta.text } : block;
    case 'thinking':
      if (delta.type === 'thinking_delta') {
        return { ...block, thinking: block.thinking + delta.thinking };
      }
      return delta.type === 'signature_delta' ? { ...block, signature: delta.signature } : block;
    case 'compaction':
      return delta.type === 'compaction_delta' ? { ...block, content: delta.content } : block;
    default:
      return block;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return {}; // a call that was cut off has no input anybody could run
  }
}
