import { toErrorAnswer } from '../convert/errors.ts';
import { UpstreamError } from '../errors.ts';
import { upstreamHeaders } from './answerHeaders.ts';
import { ClientLeft } from './ClientLeft.ts';
import { endingOf } from './endingOf.ts';
import type { RelayMiddleware } from './RelayContext.ts';
import { elapsedMs } from './RequestRecord.ts';

/**
 * The one place that decides what a failure before the commit point becomes: a true HTTP status with
 * OpenAI's error body.
 */
export function answerErrors(): RelayMiddleware {
  return async function answerErrors(ctx, next) {
    try {
      await next();
    } catch (error) {
      const { record } = ctx.state;
      if (error instanceof ClientLeft) {
        record.ending = 'client-left';
        ctx.respond = false;
        return;
      }
      record.ending = endingOf(error);
      record.error = error;
      if (error instanceof UpstreamError) {
        record.upstreamId = error.headers['request-id'];
        ctx.set(upstreamHeaders(error, error.keyOf));
        ctx.set('openai-processing-ms', String(elapsedMs(record)));
      }
      const { status, headers, error: said } = toErrorAnswer(error, { now: new Date() });
      ctx.status = status;
      ctx.set(headers);
      ctx.type = 'application/json';
      ctx.body = JSON.stringify({ error: said });
    }
  };
}
