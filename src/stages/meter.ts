import { defer, tap } from 'rxjs';
import type { ClaudeEvent, ClaudeUsage } from '../claude/events.ts';
import { stopReason } from '../folds/stopReason.ts';
import { tokenUsage } from '../folds/tokenUsage.ts';
import type { ClaudeStage, StageContext } from './Stage.ts';

/** What one request came to. */
export interface MeterReading extends StageContext {
  /** Tokens as far as Claude has told them, in its own words; running totals. */
  readonly usage: ClaudeUsage;
  /** How often each of the client's tools was called. */
  readonly toolCalls: Readonly<Record<string, number>>;
  /** Claude's own word for why it stopped; undefined if it has not said. */
  readonly stopReason: string | undefined;
  /** Whether the message was told to its end, failed, or had nobody listen to its end. */
  readonly ending: 'complete' | 'failed' | 'left';
}

/** Where a meter's readings go, and its complaints. */
export interface MeterOptions {
  /** Gets one reading per request, when its stream is over, whatever ended it. */
  sink(reading: MeterReading): void;
  /** Gets what the sink throws: counting must not cost a client its answer. @defaultValue ignores it */
  onSinkError?(error: unknown): void;
}

/**
 * Counts tokens and tool calls of each request, and hands them over when its stream is over.
 *
 * It stands on Claude's side, since a client is told its usage only if it asks, and one that left
 * early has cost tokens too.
 *
 * ```text
 * source    S-T-t-A-a-D-X       A a tool call, D the totals
 * result    S-T-t-A-a-D-X       nothing is changed or held back
 * sink      ------------r       one reading
 * ```
 */
export function meter({ sink, onSinkError }: MeterOptions): ClaudeStage {
  return (context) => (claude$) =>
    defer(() => {
      let usage = tokenUsage.seed;
      let stop = stopReason.seed;
      let ending: MeterReading['ending'] = 'left';
      const calls = new Map<string, string>();
      return claude$.pipe(
        tap({
          next: (event) => {
            usage = tokenUsage.next(usage, event);
            stop = stopReason.next(stop, event);
            // Who reads the end leaves at once: the source has no time to complete.
            if (event.type === 'message_stop') ending = 'complete';
            if (event.type === 'error') ending = 'failed';
            noteCall(calls, event);
          },
          complete: () => {
            if (stop.reason !== undefined && ending === 'left') ending = 'complete';
            else if (ending === 'left') ending = 'failed';
          },
          error: () => {
            ending = 'failed';
          },
          finalize: () => {
            const toolCalls = counted(calls.values());
            const { reason } = stop;
            try {
              sink({ ...context, usage, toolCalls, stopReason: reason, ending });
            } catch (error) {
              onSinkError?.(error);
            }
          },
        }),
      );
    });
}

/** Calls are told apart by their ids: some gateways open a block twice. */
function noteCall(calls: Map<string, string>, event: ClaudeEvent): void {
  if (event.type !== 'content_block_start' || event.content_block.type !== 'tool_use') return;
  const { id, name } = event.content_block;
  if (name) calls.set(id || `#${event.index}`, name);
}

function counted(names: Iterable<string>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  // Tools may be called `__proto__`: entries make properties of their own.
  return Object.fromEntries(counts);
}
