import type { ClaudeEventOf } from '../claude/events.ts';
import { UpstreamError } from '../errors.ts';

/** What an `error` event of a stream says, as the error it is. */
export function toEventError({ error }: ClaudeEventOf<'error'>): UpstreamError {
  const { type, message, details } = error;
  return new UpstreamError(message, { type, errorCode: details?.error_code });
}
