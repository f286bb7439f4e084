import type { OperatorFunction } from 'rxjs';
import type { ClaudeCall } from '../channels/Channel.ts';
import type { ClaudeEvent } from '../claude/events.ts';
import { toErrorFrame } from '../convert/errors.ts';
import { toClaudeRequest } from '../convert/request/toClaudeRequest.ts';
import type { OpenAIChunk } from '../openai/chunks.ts';
import { claudeToOpenAI } from '../operators/claudeToOpenAI.ts';
import { encodeSse } from '../operators/encodeSse.ts';
import { fused } from '../operators/fused.ts';
import { keepAlive } from '../operators/keepAlive.ts';
import { toCompletion } from '../operators/toCompletion.ts';
import { attemptHeaders, upstreamHeaders, warningsHeader } from './answerHeaders.ts';
import { clientBetas } from './clientBetas.ts';
import { conversionOf } from './conversionOf.ts';
import { dropWhenStalled } from './dropWhenStalled.ts';
import { explain } from './explain.ts';
import { forgiveSignatures } from './forgiveSignatures.ts';
import { latin1 } from './latin1.ts';
import { openValve } from './pressure.ts';
import { readJson } from './readJson.ts';
import type { RelayContext } from './RelayContext.ts';
import type { RelaySettings } from './RelayOptions.ts';
import { elapsedMs, recordAttempt, recordChunks, recordClaude } from './RequestRecord.ts';
import { clientKey } from './requireKey.ts';
import { respondWithStream } from './respondWithStream.ts';
import { setHeaders } from './setHeaders.ts';
import { applyStages } from './stages.ts';
import { untilClientLeaves } from './untilClientLeaves.ts';
import { wholeTurn } from './wholeTurn.ts';

/**
 * `POST /v1/chat/completions`: one pipeline per request, built here, subscribed once by the answer,
 * torn down with it.
 */
export function chatCompletions(settings: RelaySettings): (ctx: RelayContext) => Promise<void> {
  return async function chatCompletions(ctx) {
    const { record } = ctx.state;
    const request = await readJson(ctx.req, settings.maxBodyBytes);
    const tenant = clientKey(ctx.headers);
    const { takenAt, ...recalled } = await settings.turnMemory.recall(tenant, request);
    const converted = toClaudeRequest(request, {
      ...conversionOf(request, settings.channel, settings.request),
      ...settings.request,
      models: settings.catalog.table,
      ...recalled,
      clientBetas: clientBetas(ctx.headers, settings.clientBetas),
    });
    if (isExplained(ctx.query)) {
      ctx.body = explain(converted, settings.channel);
      return;
    }
    const { body, betas, headers, warnings, stream } = converted;
    const answer = { completionId: record.id, ...converted.answer };
    const model = answer.requestedModel ?? body.model;
    record.modelAsked = model;
    record.stream = stream;
    record.warnings = warnings.length;
    setHeaders(ctx, warningsHeader(warnings));

    const valve = openValve();
    const passedKey = settings.auth === 'passthrough' ? tenant : undefined;
    const call: ClaudeCall = {
      body,
      betas,
      headers,
      ...(passedKey !== undefined && { clientKey: passedKey }),
      ...(takenAt !== undefined && { continues: { channel: takenAt, isBegun: false } }),
      demand$: valve.demand$,
      onAttempt: (attempt) => {
        recordAttempt(record, attempt);
      },
      onHead: (head) => {
        record.headMs = elapsedMs(record);
        record.upstreamId = head.headers['request-id'];
        setHeaders(ctx, attemptHeaders(record));
        setHeaders(ctx, upstreamHeaders(head, passedKey === undefined ? 'relay' : 'client'));
        setHeaders(ctx, { 'openai-processing-ms': String(record.headMs) });
      },
    };
    const context = { requestId: record.id, model, stream };
    const channel = forgiveSignatures(settings.channel, () => {
      const retried = [...warnings, 'retried:thinking'];
      record.warnings = retried.length;
      setHeaders(ctx, warningsHeader(retried));
    });
    const claude$ = wholeTurn(channel, call, {
      limit: settings.maxContinuations,
      isStream: stream,
    });

    if (!stream) {
      const completion = await untilClientLeaves(
        ctx.res,
        claude$.pipe(converting(), toCompletion(answer)),
      );
      dropWhenStalled(ctx.res, settings.writeStallMs);
      ctx.type = 'application/json';
      ctx.body = JSON.stringify(completion);
      return;
    }
    record.ending = await respondWithStream(
      claude$.pipe(fused(converting(), encodeSse(latin1), keepAlive(settings.keepAliveMs))),
      {
        response: ctx.res,
        encoding: 'latin1', // as `encodeSse` spells it
        valve,
        writeStallMs: settings.writeStallMs,
        onCommit: () => {
          ctx.respond = false;
        },
        errorFrame: (error) => {
          record.error = error;
          return `data: ${JSON.stringify(toErrorFrame(error))}\n\n`;
        },
      },
    );
    // Nothing was sent to a client that left early, and nobody is there to send it to.
    ctx.respond = false;

    function converting(): OperatorFunction<ClaudeEvent, OpenAIChunk> {
      return fused(
        settings.turnMemory.remember(tenant, body, {
          models: settings.catalog.table,
          takenAt: () => record.attempts?.at(-1)?.channel,
        }),
        recordClaude(record),
        applyStages(settings.claudeStages, context),
        // A plain answer always carries usage.
        claudeToOpenAI(stream ? answer : { ...answer, includeUsage: true }),
        applyStages(settings.openaiStages, context),
        recordChunks(record),
      );
    }
  };
}

const isExplained = ({ explain }: RelayContext['query']): boolean =>
  explain === '1' || explain === 'true';
