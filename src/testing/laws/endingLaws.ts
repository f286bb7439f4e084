import type { OpenAIChunk } from '../../openai/chunks.ts';
import { every, type Law, show } from './Law.ts';
import { choicesOf, deltasOf, finishesOf } from './reading.ts';

/** How an answer finishes. */
export const endingLaws: readonly Law<readonly OpenAIChunk[]>[] = [
  {
    name: 'I9 the finish reason comes once, with an empty delta, and no delta follows',
    holds: (chunks, { cutShort = false }) => {
      const finishes = finishesOf(chunks);
      if (cutShort) return finishes.length === 0 || 'a stream cut short has a finish reason';
      if (finishes.length !== 1) return `there are ${finishes.length} finish reasons`;
      const choices = choicesOf(chunks);
      const last = choices.at(-1);
      if (last?.finish_reason == null) return `${show(last)} follows the finish`;
      return Object.keys(last.delta).length === 0 || `${show(last.delta)} is in the finish chunk`;
    },
  },
  {
    name: 'I10 an answer finishes for tool calls exactly when it has some and was not cut',
    holds: (chunks, { legacyFunctions = false }) => {
      const hasCalls = deltasOf(chunks).some(
        (delta) => delta.function_call ?? (delta.tool_calls as readonly unknown[] | undefined)?.[0],
      );
      const forCalls = legacyFunctions ? 'function_call' : 'tool_calls';
      const allowed: readonly unknown[] = [
        'length',
        'content_filter',
        hasCalls ? forCalls : 'stop',
      ];
      return every(
        finishesOf(chunks),
        ({ finish_reason }) =>
          allowed.includes(finish_reason) ||
          `finish reason ${show(finish_reason)} ${hasCalls ? 'with' : 'without'} calls`,
      );
    },
  },
];
