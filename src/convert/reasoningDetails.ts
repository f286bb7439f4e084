import type { OpenAIReasoningDetail } from '../openai/chunks.ts';

/** A block of Claude's reasoning and where it stood in the answer. */
export type ReasonedBlock = { readonly position: OpenAIReasoningDetail['position'] } & (
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
);

/**
 * Claude's reasoning in the form a client can hand back: exact text with its signature, or the
 * encrypted data. A block that says nothing and is signed by nobody is left out.
 */
export const toReasoningDetails = (
  blocks: readonly ReasonedBlock[],
): readonly OpenAIReasoningDetail[] =>
  blocks
    .filter((block) => block.type !== 'thinking' || block.text !== '' || block.signature !== '')
    .map((block, index): OpenAIReasoningDetail => {
      const place = { format: 'anthropic-claude-v1', position: block.position } as const;
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
