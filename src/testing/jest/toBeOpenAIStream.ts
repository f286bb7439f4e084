import type { SyncExpectationResult } from 'expect';
import type { OpenAIChunk } from '../../openai/chunks.ts';
import { brokenLaws } from '../laws/chunkLaws.ts';
import type { StreamContext } from '../laws/Law.ts';
import { brokenWireLaws } from '../laws/wireLaws.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>> {
    /**
     * Holds the laws every OpenAI chat-completion stream obeys, whatever it says. Takes chunks, or
     * the text or bytes a client was sent.
     */
    toBeOpenAIStream(context?: StreamContext): R;
  }
}

/**
 * The stream laws as a matcher for Jest; it imports none, so any `expect` that is extended with
 * matchers of this form can have it.
 *
 * ```ts
 * expect.extend({ toBeOpenAIStream });
 * expect(chunks).toBeOpenAIStream({ includeUsage: true });
 * ```
 */
export function toBeOpenAIStream(
  stream: unknown,
  context: StreamContext = {},
): SyncExpectationResult {
  const broken =
    typeof stream === 'string' || stream instanceof Uint8Array
      ? brokenWireLaws(stream, context)
      : brokenLaws(stream as readonly OpenAIChunk[], context);
  return {
    pass: broken.length === 0,
    message: () =>
      broken.length === 0
        ? 'expected a stream that breaks a law, but it holds them all'
        : `an OpenAI stream holds its laws, this one breaks\n  ${broken.join('\n  ')}`,
  };
}
