import type { ClaudeUsage } from '../claude/events.ts';
import type { Fold } from './Fold.ts';

/**
 * Token totals so far.
 *
 * Claude repeats running totals, it does not add: a later number replaces an earlier one, field by
 * field, and a field that is null or left out keeps what was known.
 *
 * ```text
 * source        S{in:10,out:1}--D{out:25}--D{in:null,out:40}-|
 * tokenUsage    {10, 1}---------{10, 25}---{10, 40}
 * ```
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming#event-types
 */
export const tokenUsage: Fold<ClaudeUsage> = {
  seed: {},
  next(usage, event) {
    switch (event.type) {
      case 'message_start':
        return merged(usage, event.message.usage);
      case 'message_delta':
        return merged(usage, event.usage);
      default:
        return usage;
    }
  },
};

const merged = (known: ClaudeUsage, news: ClaudeUsage | null | undefined): ClaudeUsage =>
  news ? { ...known, ...(Object.values(news).includes(null) ? withoutNulls(news) : news) } : known;

const withoutNulls = (usage: ClaudeUsage): ClaudeUsage =>
  Object.fromEntries(Object.entries(usage).filter(([, total]) => total !== null));
