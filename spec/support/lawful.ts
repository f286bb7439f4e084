import { expect } from '@jest/globals';
import { defer, type MonoTypeOperatorFunction, tap } from 'rxjs';
import type { OpenAIChunk } from '../../src/openai/chunks.ts';
import type { StreamContext } from '../../src/testing/index.ts';

/**
 * Holds a stream of chunks to its laws when it ends: all of them when it completes, those of a stream
 * cut short when it fails. A breach becomes the stream's error.
 */
export function lawful(context: StreamContext = {}): MonoTypeOperatorFunction<OpenAIChunk> {
  return (chunk$) =>
    defer(() => {
      const chunks: OpenAIChunk[] = [];
      return chunk$.pipe(
        tap({
          next: (chunk) => {
            chunks.push(chunk);
          },
          complete: () => {
            expect(chunks).toBeOpenAIStream(context);
          },
          error: () => {
            expect(chunks).toBeOpenAIStream({ ...context, cutShort: true });
          },
        }),
      );
    });
}
