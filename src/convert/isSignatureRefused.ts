import { UpstreamError } from '../errors.ts';

/** Claude's words for thinking that is not, or not exactly, what it once thought. */
const refusals = [/invalid .signature. in .thinking./i, /thinking. blocks .*cannot be modified/is];

/**
 * Whether Claude refused a request because of the thinking blocks in its history.
 *
 * Signatures are lost and spoiled by clients, and rejected after a change of model or account. Such a
 * conversation is not lost: it can go on without its thinking.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export const isSignatureRefused = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  error.status === 400 &&
  refusals.some((words) => words.test(error.message));
