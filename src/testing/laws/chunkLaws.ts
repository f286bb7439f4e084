import type { OpenAIChunk } from '../../openai/chunks.ts';
import { endingLaws } from './endingLaws.ts';
import { breaches, type Law, type StreamContext } from './Law.ts';
import { skeletonLaws } from './skeletonLaws.ts';
import { textLaws } from './textLaws.ts';
import { toolCallLaws } from './toolCallLaws.ts';
import { usageLaws } from './usageLaws.ts';

/**
 * The laws of a stream of chunks: what openai-node, openai-python, the AI SDK and LangChain all
 * need to accumulate it rightly.
 */
export const chunkLaws: readonly Law<readonly OpenAIChunk[]>[] = [
  ...skeletonLaws,
  ...toolCallLaws,
  ...textLaws,
  ...endingLaws,
  ...usageLaws,
];

/**
 * The laws a stream of chunks breaks, each with what breaks it; none for a lawful stream.
 *
 * Hand it the output of your own stage, too: a stage that swallows a finish chunk or repeats a name
 * breaks clients far away from here.
 */
export const brokenLaws = (
  chunks: readonly OpenAIChunk[],
  context: StreamContext = {},
): readonly string[] => breaches(chunkLaws, chunks, context);
