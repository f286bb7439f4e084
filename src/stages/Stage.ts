import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { OpenAIChunk } from '../openai/chunks.ts';

/** What a stage may know of the request whose stream it is about to see. */
export interface StageContext {
  readonly requestId: string;
  /** The model the client asked for. */
  readonly model: string;
  /** Whether the client gets a stream; a plain answer is folded from the same chunks. */
  readonly stream: boolean;
}

/**
 * The plug-in point: called once per request, returns an operator for that request's stream.
 *
 * Being called per request is what lets a stage keep state without leaking it between callers.
 */
export type Stage<T> = (context: StageContext) => MonoTypeOperatorFunction<T>;

/** Sees everything Claude says, thinking included, before any of it is converted. */
export type ClaudeStage = Stage<ClaudeEvent>;

/** Sees exactly what the client is about to be told. */
export type OpenAIStage = Stage<OpenAIChunk>;
