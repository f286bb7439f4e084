import { type Observable, reduce } from 'rxjs';
import type { NativeAnswer, NativeCall, NativeEndpoint } from '../channels/Channel.ts';
import { nativeAnswer, retoldAnswer } from '../channels/nativeAnswer.ts';
import { toClaudeErrorFrame } from '../convert/claudeErrors.ts';
import { toClaudeHeaders } from '../convert/claudeHeaders.ts';
import { ToldError } from '../errors.ts';
import { attemptHeaders } from './answerHeaders.ts';
import { dropWhenStalled } from './dropWhenStalled.ts';
import { nativeRequest } from './nativeRequest.ts';
import { openValve } from './pressure.ts';
import type { RelayContext } from './RelayContext.ts';
import type { RelaySettings } from './RelayOptions.ts';
import { elapsedMs, recordAttempt, recordClaude } from './RequestRecord.ts';
import { respondWithStream } from './respondWithStream.ts';
import { setHeaders } from './setHeaders.ts';
import { applyStages } from './stages.ts';
import { untilClientLeaves } from './untilClientLeaves.ts';

/**
 * `POST /v1/messages` and `/v1/messages/count_tokens`, for clients that speak to Claude themselves:
 * their bytes go to it, and its bytes come back.
 *
 * No event is read on that road, unless there are Claude stages: those see events, so the answer is
 * read for them and told anew.
 */
export function nativeMessages(
  settings: RelaySettings,
  endpoint: NativeEndpoint,
): (ctx: RelayContext) => Promise<void> {
  return async function nativeMessages(ctx) {
    const { record } = ctx.state;
    const asked = await nativeRequest(ctx, settings, endpoint);
    const stream = asked.body.stream === true && endpoint === '/v1/messages';
    record.modelAsked = asked.body.model;
    record.stream = stream;

    const valve = openValve();
    let contentType = '';
    const call: NativeCall = {
      ...asked,
      demand$: valve.demand$,
      onAttempt: (attempt) => {
        recordAttempt(record, attempt);
      },
      onHead: ({ headers }) => {
        record.headMs = elapsedMs(record);
        record.upstreamId = headers['request-id'];
        contentType = headers['content-type'] ?? 'application/json';
        setHeaders(ctx, attemptHeaders(record));
        setHeaders(
          ctx,
          toClaudeHeaders(headers, asked.clientKey === undefined ? 'relay' : 'client'),
        );
      },
    };
    const answer$ = answerTo(call);

    if (!stream) {
      const bytes = await untilClientLeaves(ctx.res, answer$.pipe(whole()));
      dropWhenStalled(ctx.res, settings.writeStallMs);
      ctx.set('content-type', contentType);
      ctx.body = bytes;
      return;
    }
    record.ending = await respondWithStream(answer$, {
      response: ctx.res,
      contentType: () => contentType,
      valve,
      writeStallMs: settings.writeStallMs,
      onCommit: () => {
        ctx.respond = false;
      },
      errorFrame: (error) => {
        record.error = error;
        return error instanceof ToldError
          ? ''
          : toClaudeErrorFrame(error, { requestId: record.id });
      },
    });
    ctx.respond = false;

    function answerTo(native: NativeCall): NativeAnswer {
      if (settings.claudeStages.length === 0 || endpoint !== '/v1/messages') {
        return nativeAnswer(settings.channel, native);
      }
      const context = { requestId: record.id, model: native.body.model, stream };
      return retoldAnswer(native, (told) =>
        settings.channel
          .messages(told)
          .pipe(recordClaude(record), applyStages(settings.claudeStages, context)),
      );
    }
  };
}

/** An answer in one piece. */
const whole =
  () =>
  (piece$: NativeAnswer): Observable<Buffer> =>
    piece$.pipe(reduce((all, piece) => Buffer.concat([all, Buffer.from(piece)]), Buffer.alloc(0)));
