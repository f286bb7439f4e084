import type { ClaudeCacheControl } from '../../claude/request.ts';
import { isRecord } from './isRecord.ts';

/** What may carry a wish to be cached: a part, a message, a tool. */
interface Markable {
  readonly cache_control?: unknown;
  readonly prompt_cache_breakpoint?: unknown;
}

/**
 * The cache mark of a part, message or tool: Claude's own `cache_control`, as routers let clients
 * write it, or OpenAI's explicit breakpoint.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function cacheMark(marked: Markable): ClaudeCacheControl | undefined {
  const { cache_control, prompt_cache_breakpoint } = marked;
  if (isRecord(cache_control) && cache_control['type'] === 'ephemeral') {
    const { ttl } = cache_control;
    return ttl === '5m' || ttl === '1h' ? { type: 'ephemeral', ttl } : { type: 'ephemeral' };
  }
  if (isRecord(prompt_cache_breakpoint) && prompt_cache_breakpoint['mode'] === 'explicit') {
    return markFor(prompt_cache_breakpoint['ttl']);
  }
  return undefined;
}

/** The mark nearest to one of OpenAI's lifetimes: none shorter than asked for, as far as there is one. */
export function markFor(lifetime: unknown): ClaudeCacheControl {
  return lifetime === undefined ||
    lifetime === null ||
    lifetime === '5m' ||
    lifetime === 'in_memory' ||
    lifetime === 'in-memory'
    ? { type: 'ephemeral' }
    : { type: 'ephemeral', ttl: '1h' };
}

/** The block with a mark, or as it is. */
export function marked<T extends object>(block: T, mark: ClaudeCacheControl | undefined): T {
  return mark === undefined ? block : { ...block, cache_control: mark };
}

/** Blocks with a mark on the last one that can bear it: reasoning cannot. */
export function markLast<T extends { readonly type: string }>(
  blocks: readonly T[],
  mark: ClaudeCacheControl | undefined,
): readonly T[] {
  if (mark === undefined) return blocks;
  const last = blocks.findLastIndex(({ type }) => !isReasoning(type));
  return blocks.map((block, index) => (index === last ? marked(block, mark) : block));
}

/** Whether a block type is one of Claude's two kinds of reasoning. */
export function isReasoning(type: string): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}
