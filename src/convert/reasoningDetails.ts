import type { OpenAIReasoningDetail } from '../openai/chunks.ts';

/** A block of Claude's reasoning, its number, and how much text stood before it. */
export type ReasonedBlock = { readonly index: number; readonly textBefore: number } & (
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
);

/**
 * Claude's reasoning in the form a client can hand back: exact text with its signature, or the
 * encrypted data. A block that says nothing, and is signed by nobody, is left out.
 *
 * @param toolBlocks - Claude's numbers of the tool calls: those below a block's own stood before it,
 *   whenever they were told
 */
export const toReasoningDetails = (
  blocks: readonly ReasonedBlock[],
  toolBlocks: readonly number[],
): readonly OpenAIReasoningDetail[] =>
  blocks
    .filter(
      (block) => (block.type === 'thinking' ? block.text + block.signature : block.data) !== '',
    )
    .map((block, index): OpenAIReasoningDetail => {
      const tools = toolBlocks.filter((tool) => tool < block.index).length;
      const place = {
        format: 'anthropic-claude-v1',
        position: { text: block.textBefore, tools },
      } as const;
      if (block.type === 'redacted_thinking') {
        return { index, type: 'reasoning.encrypted', data: block.data, ...place };
      }
      const { text, signature } = block;
      return {
        index,
        type: 'reasoning.text',
        text,
        ...(signature !== '' && { signature }),
        ...place,
      };
    });
