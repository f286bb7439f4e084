import { randomUUID } from 'node:crypto';
import type { MonoTypeOperatorFunction } from 'rxjs';
import type { Attempt } from '../channels/Channel.ts';
import type { ClaudeEvent } from '../claude/events.ts';
import { toUsage } from '../convert/usage.ts';
import { tokenUsage } from '../folds/tokenUsage.ts';
import type { OpenAIChunk } from '../openai/chunks.ts';
import { mapMany } from '../operators/mapMany.ts';

/** How an answer ended; an error's code where it ended in one. */
export type Ending = 'completed' | 'client-left' | 'stalled' | (string & {});

/**
 * What the log will say about one request, filled in as it becomes known: never a body, never a key.
 */
export interface RequestRecord {
  readonly id: string;
  /** By the monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** The client's own name for the request. */
  clientRequestId?: string | undefined;
  upstreamId?: string | undefined;
  modelAsked?: string | undefined;
  modelServed?: string | undefined;
  stream?: boolean | undefined;
  warnings?: number | undefined;
  /** Attempts at upstreams so far, where the channel tells of them. */
  attempts?: readonly Attempt[] | undefined;
  /** Milliseconds until the upstream's head, and until its first event. */
  headMs?: number | undefined;
  firstEventMs?: number | undefined;
  promptTokens?: number | undefined;
  completionTokens?: number | undefined;
  tools?: number | undefined;
  finishReason?: string | undefined;
  ending?: Ending | undefined;
  /** Logged with its stack where it is none of ours. */
  error?: unknown;
}

/** All of its members are there from the start: V8 then need not move it each time one is learnt. */
export const newRecord = (): RequestRecord => ({
  id: `req_${randomUUID().replaceAll('-', '')}`,
  startedAt: performance.now(),
  clientRequestId: undefined,
  upstreamId: undefined,
  modelAsked: undefined,
  modelServed: undefined,
  stream: undefined,
  warnings: undefined,
  attempts: undefined,
  headMs: undefined,
  firstEventMs: undefined,
  promptTokens: undefined,
  completionTokens: undefined,
  tools: undefined,
  finishReason: undefined,
  ending: undefined,
  error: undefined,
});

/** Whole milliseconds since the request came in. */
export const elapsedMs = ({ startedAt }: RequestRecord): number =>
  Math.round(performance.now() - startedAt);

/** Notes an attempt in the record; told again with its error, it is the one that is going on. */
export function recordAttempt(record: RequestRecord, attempt: Attempt): void {
  const { attempts = [] } = record;
  const others = attempt.error === undefined ? attempts : attempts.slice(0, -1);
  record.attempts = [...others, attempt];
}

/** Notes in the record what Claude says about the message as a whole. */
export function recordClaude(record: RequestRecord): MonoTypeOperatorFunction<ClaudeEvent> {
  let usage = tokenUsage.seed;
  return mapMany((event) => {
    if (event.type !== 'message_start' && event.type !== 'message_delta') return event;
    if (event.type === 'message_start') {
      record.firstEventMs ??= elapsedMs(record);
      record.modelServed ??= event.message.model;
    }
    usage = tokenUsage.next(usage, event);
    const { prompt_tokens, completion_tokens } = toUsage(usage);
    record.promptTokens = prompt_tokens;
    record.completionTokens = completion_tokens;
    return event;
  });
}

/** Notes in the record what the client is told: how many calls, and how it finished. */
export function recordChunks(record: RequestRecord): MonoTypeOperatorFunction<OpenAIChunk> {
  return mapMany((chunk) => {
    const [choice] = chunk.choices;
    if (choice === undefined) return chunk;
    const [call] = choice.delta.tool_calls ?? [];
    if (call?.id !== undefined || choice.delta.function_call?.name !== undefined) {
      record.tools = (record.tools ?? 0) + 1;
    }
    if (choice.finish_reason !== null) record.finishReason = choice.finish_reason;
    return chunk;
  });
}
