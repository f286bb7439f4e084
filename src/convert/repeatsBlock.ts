import type { ClaudeBlock } from '../claude/events.ts';

/** The block that holds, or last held, a number. */
export interface Holder {
  readonly type: string;
  readonly id: string | undefined;
  readonly open: boolean;
}

/** A block's id, where it has one. */
export const idOf = (block: ClaudeBlock): string | undefined =>
  'id' in block && typeof block.id === 'string' && block.id !== '' ? block.id : undefined;

/**
 * Whether a block that opens is the one that holds its number already: still open and of the same
 * kind, or, where blocks have ids, known by its id even when it is closed (a resumed turn tells its
 * blocks in `message_start` and again).
 */
export function repeatsBlock(block: ClaudeBlock, holder: Holder | undefined): boolean {
  if (holder?.type !== block.type) return false;
  const id = idOf(block);
  return holder.id === id && (holder.open || id !== undefined);
}
