import { pino, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { scrubSecrets } from '../convert/scrubSecrets.ts';
import { RelayError, RequestError, UpstreamError } from '../errors.ts';
import { endingOf } from './endingOf.ts';
import type { RelayMiddleware } from './RelayContext.ts';
import { elapsedMs, type RequestRecord } from './RequestRecord.ts';

/** Where the relay's lines go; pino's logger is one. */
export interface RelayLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export type LogLevel = LevelWithSilent;

export const logLevels: readonly LogLevel[] = [
  'silent',
  'fatal',
  'error',
  'warn',
  'info',
  'debug',
  'trace',
];

/**
 * A log of JSON lines. What looks like a credential is struck out whoever puts it there.
 *
 * @param fields - said in every line, where several processes write to one log
 */
export function openLog(
  level: LogLevel,
  destination?: DestinationStream,
  fields?: Readonly<Record<string, unknown>>,
): RelayLog {
  const options = {
    level,
    base: fields ?? null,
    redact: ['authorization', '*.authorization', '*["x-api-key"]', '*.apiKey', '*.authToken'],
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Says nothing: for those who embed a relay and log for themselves. */
export const silentLog: RelayLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const MAX_REASON_CHARS = 500;

/** Writes one line per request, when it is over. Never a body, never a key. */
export function logRequests(log: RelayLog): RelayMiddleware {
  return async function logRequests(ctx, next) {
    await next();
    const { record } = ctx.state;
    const { error } = record;
    if (error === undefined && dropsInfo(log)) return;
    const line = {
      method: ctx.method,
      path: scrubSecrets(ctx.path),
      status: ctx.status,
      ...told(record),
    };
    if (error === undefined) log.info(line, 'request');
    else if (error instanceof RelayError) log.warn({ ...line, ...reason(error) }, 'request failed');
    else log.error({ ...line, err: error }, 'request failed');
  };
}

/** Whether what is no failure need not be put in words: no log of ours, or pino says so. */
const dropsInfo = (log: RelayLog & Partial<Pick<Logger, 'isLevelEnabled'>>): boolean =>
  log === silentLog || log.isLevelEnabled?.('info') === false;

/** What of the record is for the log; what is not known yet is left out. */
const told = (record: RequestRecord): object => ({
  id: record.id,
  clientRequestId: record.clientRequestId,
  upstreamId: record.upstreamId,
  // A client that mixes up its settings sends its key where a name belongs.
  modelAsked: record.modelAsked && scrubSecrets(record.modelAsked),
  modelServed: record.modelServed,
  stream: record.stream,
  ending: record.ending ?? 'completed',
  headMs: record.headMs,
  firstEventMs: record.firstEventMs,
  totalMs: elapsedMs(record),
  promptTokens: record.promptTokens,
  completionTokens: record.completionTokens,
  tools: record.tools,
  finishReason: record.finishReason,
  warnings: record.warnings,
  channel: record.attempts?.at(-1)?.channel,
  attempts: record.attempts?.map(({ channel, error }) => ({
    channel,
    ...(error !== undefined && failure(error)),
  })),
});

/** Why an attempt failed, in as many words as tell one reason from another. */
const failure = (error: unknown): object => ({
  code: endingOf(error),
  status: error instanceof UpstreamError ? (error.status ?? error.type) : undefined,
  reason: error instanceof RelayError ? excerpt(error.message) : undefined,
});

/**
 * Why it failed, in the words of those who know; hosts and codes are in the cause. Not so for a bad
 * request: there the cause may quote the body.
 */
function reason(error: RelayError): object {
  const { message, cause } = error;
  if (error instanceof RequestError) return { reason: excerpt(message) };
  const words = cause instanceof Error ? cause.message : cause;
  return {
    reason: excerpt(message),
    cause: typeof words === 'string' ? excerpt(words) : undefined,
  };
}

const excerpt = (text: string): string => scrubSecrets(text).slice(0, MAX_REASON_CHARS);
