import { asyncScheduler, concatMap, defer, dematerialize, map, materialize, of, timer } from 'rxjs';
import type { OpenAIChunk } from '../openai/chunks.ts';
import type { OpenAIStage } from './Stage.ts';

/** How a stream is paced. */
export interface SmoothOptions {
  /** Milliseconds between two pieces of text. @defaultValue 20 */
  readonly gapMs?: number;
  /**
   * Milliseconds that anything may be told late, the finish and errors included. A stream that
   * stays faster than the pace is told in its own rhythm, this much later.
   *
   * @defaultValue 300
   */
  readonly maxDelayMs?: number;
}

/**
 * Tells text at an even pace, and nothing later than a bound.
 *
 * Networks and upstreams deliver text in bursts; on a screen it reads better evenly. The order is
 * kept, so what comes after a burst waits for it, but never longer than the bound: what came
 * earlier is due earlier.
 *
 * ```text
 * source    (abc)------(F|)      smooth({ gapMs: 2 })
 * result    a-b-c------(F|)      F finish: never waits for a gap of its own
 * ```
 *
 * What is held is what came within `maxDelayMs`.
 */
export function smooth({ gapMs = 20, maxDelayMs = 300 }: SmoothOptions = {}): OpenAIStage {
  return () => (chunk$) =>
    defer(() => {
      let last = -Infinity;
      let nextText = -Infinity;
      return chunk$.pipe(
        materialize(),
        map((told) => {
          const now = asyncScheduler.now();
          const isPaced = told.kind === 'N' && isText(told.value);
          last = Math.min(now + maxDelayMs, Math.max(now, last, isPaced ? nextText : now));
          if (isPaced) nextText = last + gapMs;
          return { told, due: last };
        }),
        concatMap(({ told, due }) => {
          const waitMs = due - asyncScheduler.now();
          return waitMs <= 0 ? of(told) : timer(waitMs).pipe(map(() => told));
        }),
        dematerialize(),
      );
    });
}

/** Text that somebody watches appear; the role comes with an empty one. */
function isText({ choices }: OpenAIChunk): boolean {
  const { content, reasoning_content, reasoning } = choices[0]?.delta ?? {};
  return Boolean(content ?? reasoning_content ?? reasoning);
}
