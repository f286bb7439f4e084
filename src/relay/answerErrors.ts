import { toClaudeErrorAnswer } from '../convert/claudeErrors.ts';
import { toClaudeHeaders } from '../convert/claudeHeaders.ts';
import { toErrorAnswer } from '../convert/errors.ts';
import { UpstreamError } from '../errors.ts';
import { attemptHeaders, upstreamHeaders } from './answerHeaders.ts';
import { ClientLeft } from './ClientLeft.ts';
import { endingOf } from './endingOf.ts';
import { isNative } from './nativePaths.ts';
import type { RelayContext, RelayMiddleware } from './RelayContext.ts';
import { elapsedMs } from './RequestRecord.ts';

/**
 * The one place that decides what a failure before the commit point becomes: a true HTTP status with
 * OpenAI's error body, or Claude's on the routes for Claude's own clients.
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
      if (error instanceof UpstreamError) record.upstreamId = error.headers['request-id'];
      ctx.set(attemptHeaders(record));
      if (isNative(ctx.path)) answerInClaudesWords(ctx, error);
      else answerInOpenAIsWords(ctx, error);
      ctx.type = 'application/json';
    }
  };
}

function answerInOpenAIsWords(ctx: RelayContext, error: unknown): void {
  if (error instanceof UpstreamError) {
    ctx.set(upstreamHeaders(error, error.keyOf));
    ctx.set('openai-processing-ms', String(elapsedMs(ctx.state.record)));
  }
  const { status, headers, error: said } = toErrorAnswer(error, { now: new Date() });
  ctx.status = status;
  ctx.set(headers);
  ctx.body = JSON.stringify({ error: said });
}

function answerInClaudesWords(ctx: RelayContext, error: unknown): void {
  const { id } = ctx.state.record;
  if (error instanceof UpstreamError) ctx.set(toClaudeHeaders(error.headers, error.keyOf));
  const { status, headers, body } = toClaudeErrorAnswer(error, { requestId: id, now: new Date() });
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
}
