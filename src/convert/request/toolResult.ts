import type { ClaudeBlockParam, ClaudeToolResultParam } from '../../claude/request.ts';
import type { OpenAIContentPart } from '../../openai/request.ts';
import { cacheMark } from './cacheMarks.ts';
import { partsOf, toBlocks } from './contentParts.ts';
import type { Conversion } from './Conversion.ts';
import { without } from './without.ts';

/** What a result says, without the call it answers. */
export type ResultContent = Omit<ClaudeToolResultParam, 'type' | 'tool_use_id'>;

/**
 * The content of a tool's message in Claude's words. Images stay inside the result; an empty result
 * has no content, unless it is an error, which Claude wants to see.
 *
 * Cache marks belong on the result itself, not on what it holds.
 */
export function toResultContent(
  given: {
    readonly content?: string | readonly OpenAIContentPart[] | null;
    readonly is_error?: unknown;
    readonly toolset_name?: unknown;
    readonly cache_control?: unknown;
    readonly prompt_cache_breakpoint?: unknown;
  },
  at: string,
  conversion: Conversion,
): ResultContent {
  const isError = given.is_error === true;
  const { content, mark } = contentOf(given.content, at, conversion);
  const cache_control = cacheMark(given) ?? mark;
  return {
    ...(typeof given.toolset_name === 'string' && { toolset_name: given.toolset_name }),
    ...(content !== undefined ? { content } : isError && { content: 'error' }),
    ...(isError && { is_error: true }),
    ...(cache_control && { cache_control }),
  };
}

function contentOf(
  given: string | readonly OpenAIContentPart[] | null | undefined,
  at: string,
  conversion: Conversion,
): { content?: string | readonly ClaudeBlockParam[]; mark?: ResultContent['cache_control'] } {
  if (typeof given === 'string') return given.trim() === '' ? {} : { content: given };
  const parts = partsOf({ content: given ?? null });
  const blocks = toBlocks(parts, at, conversion).map((block) => without(block, ['cache_control']));
  const mark = parts.map(cacheMark).findLast((found) => found !== undefined);
  return {
    ...(blocks.length > 0 && { content: blocks }),
    ...(mark && { mark }),
  };
}
