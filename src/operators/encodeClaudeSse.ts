import { map, type OperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';

/**
 * Frames Claude events as Claude's own event stream, for clients that speak to Claude.
 *
 * Each has its `event:` line: Anthropic's clients read the type of an event from there.
 *
 * ```text
 * source    S------t------|
 * result    {S}----{t}----|     {S} event: message_start⏎ data: {…}⏎ ⏎
 * ```
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export function encodeClaudeSse(): OperatorFunction<ClaudeEvent, string> {
  return map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
