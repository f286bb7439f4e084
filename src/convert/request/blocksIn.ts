import type { ClaudeMessageParam } from '../../claude/request.ts';
import { isRecord } from './isRecord.ts';

type Block = Readonly<Record<string, unknown>>;

/** All blocks of a conversation: those of its turns, and those that lie in results and documents. */
export function blocksIn(messages: readonly ClaudeMessageParam[]): readonly Block[] {
  return messages.flatMap(({ content }) => withInner(content));
}

function withInner(blocks: unknown): readonly Block[] {
  if (!Array.isArray(blocks)) return [];
  return blocks.filter(isRecord).flatMap((block) => {
    const { type, content, source } = block;
    const inner = type === 'tool_result' ? content : isRecord(source) && source['content'];
    return [block, ...withInner(inner)];
  });
}
