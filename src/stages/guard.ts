import { concatMap, defer, from, map, type MonoTypeOperatorFunction, of, takeWhile } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import { completeToolInput } from '../operators/completeToolInput.ts';
import { mapMany } from '../operators/mapMany.ts';
import { oneToolAtATime } from '../operators/oneToolAtATime.ts';
import { openMessage } from '../operators/openMessage.ts';
import { settleBlocks } from '../operators/settleBlocks.ts';
import { untilMessageStop } from '../operators/untilMessageStop.ts';
import type { ClaudeStage, StageContext } from './Stage.ts';

/** What Claude has said, the piece that is being judged included. */
export interface Said {
  readonly text: string;
  readonly thinking: string;
  /** The JSON of all tool calls, one after the other. */
  readonly toolInput: string;
  /** The piece by itself: the last words of one of the three. */
  readonly piece: string;
}

/** Whether an answer may go on: true, or false, or a sentence for the client on why it may not. */
export type Verdict = boolean | string;

/** The policy a stream is held to. */
export interface GuardOptions {
  /**
   * Judges each piece before it is told. What follows waits for a verdict that takes its time.
   */
  judge(said: Said, context: StageContext): Verdict | PromiseLike<Verdict>;
}

/**
 * Stops an answer on a policy's verdict, as if Claude itself had refused to go on.
 *
 * The client gets an ordinary end, `finish_reason: "content_filter"`, with its usage as far as
 * Claude has told it; the upstream is left. What was told before the verdict stays told. It stands
 * on Claude's side, because only there the usage is known before the end.
 *
 * ```text
 * source    S-T-t-t-b-t-D-X     b a piece the policy forbids
 * result    S-T-t-t-(DX|)       D stop reason refusal
 * ```
 *
 * **Errors** – whatever `judge` throws or rejects with: what is not judged is not told; `ProtocolError`
 * for a stream cut short.
 */
export function guard({ judge }: GuardOptions): ClaudeStage {
  return (context) => (claude$) =>
    claude$.pipe(
      // So that an end may come anywhere: one call is open at a time, under numbers that hold.
      untilMessageStop(),
      openMessage(),
      settleBlocks(),
      completeToolInput(),
      oneToolAtATime(),
      judged(judge, context),
    );
}

interface Judged {
  readonly event: ClaudeEvent;
  readonly verdict: Verdict;
}

const judged = (
  judge: GuardOptions['judge'],
  context: StageContext,
): MonoTypeOperatorFunction<ClaudeEvent> =>
  function judged(claude$) {
    return defer(() => {
      let said: Said = { text: '', thinking: '', toolInput: '', piece: '' };
      return claude$.pipe(
        concatMap((event) => {
          const before = said;
          said = heard(said, event);
          if (said === before) return of<Judged>({ event, verdict: true });
          const verdict = judge(said, context);
          return isVerdict(verdict)
            ? of<Judged>({ event, verdict })
            : from(verdict).pipe(map((verdict): Judged => ({ event, verdict })));
        }),
        takeWhile(({ verdict }) => verdict === true, true),
        mapMany(({ event, verdict }) => (verdict === true ? event : refusal(verdict))),
      );
    });
  };

const isVerdict = (verdict: Verdict | PromiseLike<Verdict>): verdict is Verdict =>
  typeof verdict === 'boolean' || typeof verdict === 'string';

function heard(said: Said, event: ClaudeEvent): Said {
  if (event.type !== 'content_block_delta') return said;
  const { delta } = event;
  switch (delta.type) {
    case 'text_delta':
      return { ...said, text: said.text + delta.text, piece: delta.text };
    case 'thinking_delta':
      return { ...said, thinking: said.thinking + delta.thinking, piece: delta.thinking };
    case 'input_json_delta':
      return { ...said, toolInput: said.toolInput + delta.partial_json, piece: delta.partial_json };
    default:
      return said;
  }
}

const refusal = (verdict: Exclude<Verdict, true>): readonly ClaudeEvent[] => [
  {
    type: 'message_delta',
    delta: {
      stop_reason: 'refusal',
      stop_details: typeof verdict === 'string' ? { type: 'refusal', explanation: verdict } : null,
    },
  },
  { type: 'message_stop' },
];
