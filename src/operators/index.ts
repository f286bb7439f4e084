export type { AnswerOptions } from '../convert/answerOptions.ts';
export { claudeToOpenAI } from './claudeToOpenAI.ts';
export { completeToolInput } from './completeToolInput.ts';
export {
  continuePausedTurns,
  type ContinuePausedTurnsOptions,
  type ResumeTurn,
} from './continuePausedTurns.ts';
export { decodeEventStream, type DecodeEventStreamOptions } from './decodeEventStream.ts';
export { decodeSse, type DecodeSseOptions, type SseMessage } from './decodeSse.ts';
export { encodeSse } from './encodeSse.ts';
export { fillUsage } from './fillUsage.ts';
export { fused, type FusibleOperator, type Life, type Link, type Sink } from './fused.ts';
export { mapMany, type OneOrMany } from './mapMany.ts';
export { oneToolAtATime } from './oneToolAtATime.ts';
export { openMessage } from './openMessage.ts';
export { parseEvents } from './parseEvents.ts';
export { raiseErrors } from './raiseErrors.ts';
export { rewrite, type Rewriting } from './rewrite.ts';
export { settleBlocks } from './settleBlocks.ts';
export { stripFence } from './stripFence.ts';
export { toChunks, type Mappable } from './toChunks.ts';
export { toCompletion } from './toCompletion.ts';
export { type Folds, track, type Tracked } from './track.ts';
export { untilMessageStop } from './untilMessageStop.ts';
