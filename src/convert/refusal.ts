import type { ClaudeStopDetails } from '../claude/events.ts';

/**
 * What a refused client is told in words: Claude's explanation, or at least the category.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#refusal
 */
export function toRefusal(details: ClaudeStopDetails | undefined): string | undefined {
  if (details?.explanation) return details.explanation;
  return details?.category ? `The model declined to answer (${details.category}).` : undefined;
}
