/** A Claude stream in OpenAI's words, without any server: the pipeline is plain RxJS. */
import type Anthropic from '@anthropic-ai/sdk';
import { type ClaudeEvent, claudeToOpenAI, type OpenAIChunk } from 'marblegate';
import { encodeSse } from 'marblegate/operators';
import { defer, finalize, from, type Observable, switchMap } from 'rxjs';

/** From events that are there already, to the text of an event stream. */
export const toEventStream = (events: readonly ClaudeEvent[]): Observable<string> =>
  from(events).pipe(claudeToOpenAI(), encodeSse());

/** From Anthropic's own client; unsubscribing aborts its request. */
export const ask = (
  anthropic: Anthropic,
  body: Anthropic.MessageCreateParamsNonStreaming,
): Observable<OpenAIChunk> =>
  defer(() => anthropic.messages.create({ ...body, stream: true })).pipe(
    switchMap((stream) =>
      from(stream as AsyncIterable<ClaudeEvent>).pipe(
        finalize(() => {
          stream.controller.abort();
        }),
      ),
    ),
    claudeToOpenAI({ includeUsage: true }),
  );
