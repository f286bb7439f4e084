import { asyncScheduler } from 'rxjs';
import type { ClaudeUsage } from '../claude/events.ts';
import type { Fold } from './Fold.ts';

export interface MessageHead {
  readonly id: string;
  readonly model: string;
  /** Unix time, whole seconds, at which the message started. */
  readonly created: number;
  /** The tier that serves the message, in Claude's word; undefined when Claude does not say. */
  readonly tier: string | undefined;
}

/**
 * What the first `message_start` said about the whole message.
 *
 * It is kept as it first was, whatever comes later: every chunk of a completion carries the same
 * id, model and time.
 *
 * ```text
 * source         S{id:1}----t------S{id:2}--|
 * messageHead    {1}--------{1}----{1}------|
 * ```
 */
export const messageHead: Fold<MessageHead> = {
  seed: { id: '', model: '', created: -1, tier: undefined },
  next: (head, event) =>
    event.type === 'message_start' && head.created < 0
      ? {
          id: event.message.id,
          model: event.message.model,
          created: unixSeconds(),
          tier: tierOf(event.message.usage),
        }
      : head,
};

const tierOf = (usage: ClaudeUsage | null | undefined): string | undefined =>
  usage?.speed === 'fast' ? 'fast' : (usage?.service_tier ?? undefined);

/** By the scheduler's clock, which is virtual in marble tests. */
const unixSeconds = (): number => Math.floor(asyncScheduler.now() / 1000);
