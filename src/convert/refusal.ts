import type { ClaudeStopDetails } from '../claude/events.ts';

/**
 * What a refused client is told in words: Claude's explanation, or at least the category.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#refusal
 */
export function toRefusal(details: ClaudeStopDetails | undefined): string | undefined {
  const { explanation, category }: Readonly<Record<string, unknown>> = { ...details };
  if (isText(explanation)) return explanation;
  return isText(category) ? `The model declined to answer (${category}).` : undefined;
}

/** The details are the wire's, and open: what is not a text says nothing. */
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
