import type { ClaudeBlock } from '../claude/events.ts';

/** Kinds of blocks that OpenAI's clients can hold, and give back with the next request. */
const echoed: ReadonlySet<string> = new Set(['text', 'tool_use']);

/**
 * A turn as it will have to be sent back to Claude, if it calls tools and holds what an OpenAI
 * client cannot give back: thinking with its signature, the blocks of Claude's own tools, citations,
 * the caller of a call. Undefined for any other turn: its client's own words are as good.
 *
 * Thinking that nobody signed is left out, since Claude would refuse it.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export function turnToRemember(
  content: readonly ClaudeBlock[],
): readonly ClaudeBlock[] | undefined {
  if (!content.some(({ type }) => type === 'tool_use')) return undefined;
  const turn = content.filter((block) => block.type !== 'thinking' || Boolean(block.signature));
  return turn.some(isLostOnClients) ? turn : undefined;
}

function isLostOnClients(block: ClaudeBlock): boolean {
  if (!echoed.has(block.type)) return true;
  const { citations, caller } = block as {
    readonly citations?: readonly unknown[] | null;
    readonly caller?: { readonly type?: unknown } | null;
  };
  if (citations && citations.length > 0) return true;
  return caller !== undefined && caller !== null && caller.type !== 'direct';
}
