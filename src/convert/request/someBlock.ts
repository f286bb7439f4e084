import type { ClaudeMessageParam } from '../../claude/request.ts';
import { isRecord } from './isRecord.ts';

export type Block = Readonly<Record<string, unknown>>;

/**
 * Whether it is true of any block of a conversation: those of its turns, and those that lie in results
 * and documents.
 */
export function someBlock(
  messages: readonly ClaudeMessageParam[],
  is: (block: Block) => boolean,
): boolean {
  return messages.some(({ content }) => someInside(content, is));
}

function someInside(blocks: unknown, is: (block: Block) => boolean): boolean {
  if (!Array.isArray(blocks)) return false;
  for (const block of blocks as readonly unknown[]) {
    if (!isRecord(block)) continue;
    const { type, content, source } = block;
    const inner = type === 'tool_result' ? content : isRecord(source) && source['content'];
    if (is(block) || someInside(inner, is)) return true;
  }
  return false;
}
