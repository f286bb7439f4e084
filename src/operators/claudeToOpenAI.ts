import { identity, type MonoTypeOperatorFunction, type OperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { AnswerOptions } from '../convert/answerOptions.ts';
import type { OpenAIChunk } from '../openai/chunks.ts';
import { completeToolInput } from './completeToolInput.ts';
import { fused } from './fused.ts';
import { oneToolAtATime } from './oneToolAtATime.ts';
import { openMessage } from './openMessage.ts';
import { raiseErrors } from './raiseErrors.ts';
import { settleBlocks } from './settleBlocks.ts';
import { skipSteady } from './skipSteady.ts';
import { stripFence } from './stripFence.ts';
import { toChunks } from './toChunks.ts';
import { trackAnswer } from './trackAnswer.ts';
import { untilMessageStop } from './untilMessageStop.ts';

/**
 * Converts one Claude message stream to one OpenAI chat-completion stream.
 *
 * Settle the stream in Claude's own words, remember what matters, say each event anew in OpenAI's:
 *
 * ```text
 * claude    S-T-t-A-a-.-D-X        S start, T text, A tool, D message_delta, X message_stop
 * openai    S---t-A-a-----(F|)     F finish
 * ```
 *
 * **Errors** – `UpstreamError` for Claude's `error` event, `ProtocolError` for a stream cut short.
 */
export function claudeToOpenAI(
  options: AnswerOptions = {},
): OperatorFunction<ClaudeEvent, OpenAIChunk> {
  return fused(
    settled(options),
    // remember
    trackAnswer(options),
    // say
    toChunks(options),
  );
}

function settled({ jsonFence }: AnswerOptions): MonoTypeOperatorFunction<ClaudeEvent> {
  return fused(
    skipSteady(),
    raiseErrors(),
    untilMessageStop(),
    openMessage(),
    settleBlocks(),
    completeToolInput(),
    oneToolAtATime(),
    jsonFence ? stripFence() : identity,
  );
}
