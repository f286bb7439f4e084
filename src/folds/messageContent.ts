import type { ClaudeBlock, ClaudeDelta } from '../claude/events.ts';
import { type Holder, idOf, repeatsBlock } from '../convert/repeatsBlock.ts';
import type { Fold } from './Fold.ts';

/** A block as far as it has been told. */
export interface ToldBlock {
  /** Claude's number of the block. */
  readonly index: number;
  readonly block: ClaudeBlock;
  /** JSON of its input so far; it can be read only when it is whole. */
  readonly json: string;
  readonly open: boolean;
}

/** Blocks in order of appearance. */
export type MessageContent = readonly ToldBlock[];

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
  seed: [],
  next(content, event) {
    switch (event.type) {
      case 'message_start':
        return content.length > 0
          ? content // said again
          : (event.message.content ?? []).map((block, index) => ({
              index,
              block,
              json: '',
              open: false,
            }));
      case 'content_block_start': {
        const { index, content_block: block } = event;
        return repeatsBlock(block, holderOf(content[latest(content, index)]))
          ? content
          : [...content, { index, block, json: '', open: true }];
      }
      case 'content_block_delta': {
        const at = latest(content, event.index);
        const told = content[at];
        return told ? content.with(at, withDelta(told, event.delta)) : content;
      }
      case 'content_block_stop': {
        const at = latest(content, event.index);
        const told = content[at];
        return told?.open ? content.with(at, { ...told, open: false }) : content;
      }
      default:
        return content;
    }
  },
};

const latest = (content: MessageContent, index: number): number =>
  content.findLastIndex((told) => told.index === index);

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
  content.map(({ block, json }) =>
    json === '' ? block : ({ ...block, input: parsed(json) } as ClaudeBlock),
  );

const withDelta = (told: ToldBlock, delta: ClaudeDelta): ToldBlock =>
  delta.type === 'input_json_delta'
    ? { ...told, json: told.json + delta.partial_json }
    : { ...told, block: blockWith(told.block, delta) };

function blockWith(block: ClaudeBlock, delta: ClaudeDelta): ClaudeBlock {
  switch (block.type) {
    case 'text':
      if (delta.type === 'text_delta') return { ...block, text: block.text + delta.text };
      return delta.type === 'citations_delta'
        ? { ...block, citations: [...(block.citations ?? []), delta.citation] }
        : block;
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
