import type { ClaudeBlock, ClaudeDelta } from '../claude/events.ts';

/** A text or a thought that came whole, as a stream tells it. */
export interface InPieces {
  /** How it opens: still empty. The very block where it had nothing to say. */
  readonly start: ClaudeBlock;
  readonly deltas: readonly ClaudeDelta[];
}

/**
 * Takes what a block says out of it, as the deltas that normally bring it.
 *
 * The block is left empty, so that what is said by a delta cannot be read a second time.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming#event-types
 */
export function inPieces(block: ClaudeBlock): InPieces {
  const deltas = deltasOf(block);
  return { start: deltas.length === 0 ? block : emptied(block), deltas };
}

function deltasOf(block: ClaudeBlock): readonly ClaudeDelta[] {
  switch (block.type) {
    case 'text':
      return [
        ...(block.text ? [{ type: 'text_delta' as const, text: block.text }] : []),
        ...(block.citations ?? []).map((citation) => ({
          type: 'citations_delta' as const,
          citation,
        })),
      ];
    case 'thinking':
      return [
        ...(block.thinking ? [{ type: 'thinking_delta' as const, thinking: block.thinking }] : []),
        ...(block.signature
          ? [{ type: 'signature_delta' as const, signature: block.signature }]
          : []),
      ];
    default:
      return [];
  }
}

function emptied({ type }: ClaudeBlock): ClaudeBlock {
  return type === 'thinking' ? { type, thinking: '', signature: '' } : { type: 'text', text: '' };
}
