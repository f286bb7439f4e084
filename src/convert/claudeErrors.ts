import {
  ConnectionError,
  ProtocolError,
  RequestError,
  TimeoutError,
  UpstreamError,
} from '../errors.ts';
import { toErrorAnswer, toErrorFrame } from './errors.ts';
import { claudeErrorTypes, errorRows, type FailureKind } from './errorTable.ts';
import { failureKind } from './failureKind.ts';
import { toRetryHeaders } from './retryHeaders.ts';
import { scrubSecrets } from './scrubSecrets.ts';

/** What is known of the request that failed. */
export interface ClaudeErrorContext {
  /** Told in the body where the upstream's own id is not. */
  readonly requestId: string;
  readonly now?: Date;
}

/** An error as Claude's API would answer it. */
export interface ClaudeErrorAnswer {
  readonly status: number;
  /** `retry-after`, `retry-after-ms`, `x-should-retry`, where there is something to say. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON: Claude's own, word for word, where it was Claude that failed. */
  readonly body: string;
}

/**
 * Says any failure as Claude's own API would, for clients that speak to Claude.
 *
 * What Claude said itself is passed on, status and all – but for a refusal of the relay's own key,
 * which the client must not take for its own.
 *
 * @see https://platform.claude.com/docs/en/api/errors
 */
export const toClaudeErrorAnswer = (
  error: unknown,
  context: ClaudeErrorContext,
): ClaudeErrorAnswer => answered(error, context, toErrorAnswer(error).error.code);

/** Says a failure inside a stream, as one last `error` event. */
export function toClaudeErrorFrame(error: unknown, context: ClaudeErrorContext): string {
  const { body } = answered(error, context, toErrorFrame(error).error.code);
  return `event: error\ndata: ${body}\n\n`;
}

/** @param code - what an OpenAI client would be told; where Claude has no type for it, its reason */
function answered(
  error: unknown,
  { requestId, now }: ClaudeErrorContext,
  code: string | null,
): ClaudeErrorAnswer {
  const said = translate(error);
  const upstream = error instanceof UpstreamError ? error : undefined;
  const row = { status: said.status, type: said.type, code: null };
  return {
    status: said.status,
    headers: upstream
      ? toRetryHeaders(upstream.headers, said.isFinal ? { ...row, retry: false } : row, now)
      : said.status === 503
        ? { 'retry-after': '1' }
        : {},
    body: scrubSecrets(
      (said.isFinal ? undefined : upstream?.body) ??
        JSON.stringify({
          type: 'error',
          error: {
            type: said.type,
            message: said.message,
            ...(isOfTheWay(error) && { details: { error_code: code } }),
          },
          request_id: upstream?.headers['request-id'] ?? requestId,
        }),
    ),
  };
}

/** Failures on the way to Claude and back: it has no words of its own for them. */
const isOfTheWay = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof ProtocolError ||
  error instanceof TimeoutError;

interface Said {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  /** Asking again cannot help, and the upstream's own words are not the client's business. */
  readonly isFinal?: boolean;
}

function translate(error: unknown): Said {
  if (error instanceof UpstreamError) return ofUpstream(error);
  if (error instanceof RequestError) {
    return { status: error.status, type: typeOf(error.status), message: error.message };
  }
  if (error instanceof TimeoutError) {
    return { status: 504, type: 'timeout_error', message: error.message };
  }
  if (error instanceof ConnectionError || error instanceof ProtocolError) {
    return { status: 502, type: 'api_error', message: error.message };
  }
  return { status: 500, type: 'api_error', message: 'Internal server error' };
}

function ofUpstream(error: UpstreamError): Said {
  const kind = failureKind(error);
  const message = error.message || 'The upstream failed.';
  if (kind === 'relayKeyRefused') {
    const { status, message: hidden = message } = errorRows[kind];
    return { status, type: 'api_error', message: hidden, isFinal: true };
  }
  const { type = '', status } = error;
  if (Object.hasOwn(claudeErrorTypes, type)) {
    const usual = claudeErrorTypes[type as keyof typeof claudeErrorTypes].status;
    return { status: isErrorStatus(status) ? status : usual, type, message };
  }
  if (kind !== undefined) return { ...claudeRows[kind], message };
  const own = isErrorStatus(status) ? status : 502;
  return { status: own, type: typeOf(own), message };
}

const isErrorStatus = (status: number | undefined): status is number =>
  status !== undefined && Number.isInteger(status) && status >= 400 && status <= 599;

/** What a failure of a cloud is at Anthropic's. */
const claudeRows: Readonly<
  Record<FailureKind, { readonly status: number; readonly type: string }>
> = {
  badRequest: { status: 400, type: 'invalid_request_error' },
  unprocessable: { status: 422, type: 'invalid_request_error' },
  clientKeyRefused: { status: 401, type: 'authentication_error' },
  relayKeyRefused: { status: 500, type: 'api_error' },
  outOfCredit: { status: 402, type: 'billing_error' },
  forbidden: { status: 403, type: 'permission_error' },
  notFound: { status: 404, type: 'not_found_error' },
  conflict: { status: 409, type: 'conflict_error' },
  requestTimedOut: { status: 408, type: 'timeout_error' },
  tooLarge: { status: 413, type: 'request_too_large' },
  rateLimited: { status: 429, type: 'rate_limit_error' },
  failed: { status: 500, type: 'api_error' },
  notImplemented: { status: 501, type: 'api_error' },
  badGateway: { status: 502, type: 'api_error' },
  unavailable: { status: 503, type: 'api_error' },
  encryptionKeyUnreachable: { status: 503, type: 'api_error' },
  timedOut: { status: 504, type: 'timeout_error' },
  overloaded: { status: 529, type: 'overloaded_error' },
  modelFailed: { status: 502, type: 'api_error' },
};

/** The type Claude sends a status with; of two, the first. */
function typeOf(status: number): string {
  const known = Object.entries(claudeErrorTypes).find(([, usual]) => usual.status === status);
  return known?.[0] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}
