import type { OpenAIChunk } from '../../openai/chunks.ts';
import { every, type Law, show } from './Law.ts';
import { isUsageChunk } from './reading.ts';

/** Who is told the usage, when, and in which form. */
export const usageLaws: readonly Law<readonly OpenAIChunk[]>[] = [
  {
    name: 'I16 nobody is told the usage who did not ask for it',
    holds: (chunks, { includeUsage = false }) =>
      includeUsage || every(chunks, ({ usage }) => !usage || `usage is ${show(usage)}`),
  },
  {
    name: 'I17 who asked for the usage is told it once, in the last chunk, after the finish',
    holds: (chunks, { includeUsage = false, cutShort = false }) => {
      if (!includeUsage) return true;
      const telling = chunks.filter(({ usage }) => usage);
      if (cutShort) return telling.length === 0 || 'a stream cut short tells its usage';
      if (telling.length !== 1) return `it is told ${telling.length} times`;
      const last = chunks.at(-1);
      return (last !== undefined && isUsageChunk(last)) || `the last chunk is ${show(last)}`;
    },
  },
  {
    name: 'I17 usage is null on every other chunk for who asked, and absent for who did not',
    holds: (chunks, { includeUsage = false }) =>
      every(
        chunks.filter(({ usage }) => !usage),
        ({ usage }) => usage === (includeUsage ? null : undefined) || `usage is ${show(usage)}`,
      ),
  },
  {
    name: 'I17 the usage has all its numbers and they add up',
    holds: (chunks) =>
      every(
        chunks.flatMap(({ usage }) => (usage ? [usage] : [])),
        (usage) => {
          const counts = [
            usage.prompt_tokens,
            usage.completion_tokens,
            usage.total_tokens,
            ...Object.values(usage.prompt_tokens_details),
            ...Object.values(usage.completion_tokens_details),
          ];
          return (
            (counts.length === 10 &&
              counts.every((count) => Number.isInteger(count) && count >= 0) &&
              usage.prompt_tokens + usage.completion_tokens === usage.total_tokens) ||
            `usage is ${show(usage)}`
          );
        },
      ),
  },
];
