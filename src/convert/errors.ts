import {
  ConnectionError,
  ProtocolError,
  RequestError,
  TimeoutError,
  UpstreamError,
} from '../errors.ts';
import type { OpenAIError, OpenAIErrorBody } from '../openai/errors.ts';
import { errorRows, type ErrorRow } from './errorTable.ts';
import { failureKind } from './failureKind.ts';
import { refineBadRequest, type MaxTokensParam } from './refineBadRequest.ts';
import { toRetryHeaders } from './retryHeaders.ts';
import { scrubSecrets } from './scrubSecrets.ts';
import { exhaustedTokens } from './rateLimits.ts';

/** What is known of the request that failed. */
export interface ErrorContext {
  /** The name the client used for the length of the answer. @defaultValue `'max_tokens'` */
  readonly maxTokensParam?: MaxTokensParam;
  /** The present; without it a rate limit's end is measured from the upstream's `date`. */
  readonly now?: Date;
}

/** An error as an HTTP answer. */
export interface ErrorAnswer {
  readonly status: number;
  /** `retry-after`, `retry-after-ms`, `x-should-retry`, where there is something to say. */
  readonly headers: Readonly<Record<string, string>>;
  readonly error: OpenAIError;
}

/**
 * Says any failure as OpenAI would: status, retry headers and error object.
 *
 * Clients decide by these whether to repeat a request, to compact their history or to ask for another
 * key. What is not one of this package's own errors is told as an internal error, and nothing of it
 * is said.
 *
 * @see https://platform.openai.com/docs/guides/error-codes
 */
export function toErrorAnswer(error: unknown, context: ErrorContext = {}): ErrorAnswer {
  const { status, headers = {}, ...said } = translate(error, context);
  return {
    status,
    headers,
    error: {
      message: scrubSecrets(said.message),
      type: said.type,
      param: said.param ?? null,
      code: said.code,
    },
  };
}

/**
 * Says a failure inside a stream, where the status has long been sent.
 *
 * Type and message are those of {@link toErrorAnswer}. `code` is never null here: it is all that is
 * left to branch on, so it falls back on Claude's own word. A connection that broke is
 * `upstream_error` here: it was there.
 *
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
export function toErrorFrame(error: unknown): OpenAIErrorBody {
  const { error: said } = toErrorAnswer(error);
  return { error: { ...said, code: frameCode(error, said) } };
}

function frameCode(error: unknown, said: OpenAIError): string {
  // Here it was reached, and broke.
  if (error instanceof ConnectionError) return 'upstream_error';
  const ownWord = error instanceof UpstreamError ? wordOf(error.type) : null;
  return said.code ?? ownWord ?? said.type;
}

interface Said extends ErrorRow {
  readonly message: string;
  readonly param?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

function translate(error: unknown, context: ErrorContext): Said {
  if (error instanceof RequestError) return ofRequest(error);
  if (error instanceof UpstreamError) return ofUpstream(error, context);
  if (error instanceof ProtocolError)
    return {
      status: 502,
      type: 'server_error',
      code: error.reason === 'incomplete' ? 'upstream_incomplete' : 'upstream_invalid_response',
      message: error.message || 'The upstream answered with something that is no message stream.',
    };
  if (error instanceof ConnectionError)
    return {
      ...errorRows.badGateway,
      message: error.message || 'The upstream could not be reached.',
    };
  if (error instanceof TimeoutError)
    return {
      status: 504,
      type: 'server_error',
      code: 'upstream_timeout',
      message: error.message || 'The upstream did not answer in time.',
    };
  return {
    status: 500,
    type: 'server_error',
    code: 'internal_error',
    message: 'The server had an error while processing your request.',
  };
}

function ofRequest({ status, message, param, reason }: RequestError): Said {
  const legal = isErrorStatus(status) ? status : 400;
  return {
    status: legal,
    type: legal < 500 ? 'invalid_request_error' : 'server_error',
    code: reason,
    param,
    message: message || 'The request could not be understood.',
    // The relay itself is full: a matter of seconds, and the client's default wait is shorter.
    ...(legal === 503 && { headers: { 'retry-after': '1' } }),
  };
}

function ofUpstream(error: UpstreamError, context: ErrorContext): Said {
  const kind = failureKind(error);
  const said = kind === undefined ? ofUnknown(error) : { ...errorRows[kind], ...details() };
  const code = said.code ?? wordOf(error.errorCode);
  return {
    message: error.message || `Upstream returned HTTP ${error.status ?? said.status}`,
    ...said,
    code,
    headers: toRetryHeaders(error.headers, said, context.now),
  };

  /** What a row cannot know, since it is in the message or the headers. */
  function details(): Partial<Said> {
    switch (kind) {
      case 'badRequest':
      case 'unprocessable': {
        const { kind: other, ...reason } = refineBadRequest(
          error.message,
          wordOf(error.errorCode) ?? undefined,
          context.maxTokensParam,
        );
        return other ? errorRows[other] : reason;
      }
      case 'forbidden':
        return {
          param: error.keyOf === 'relay' && /\bmodel\b/i.test(error.message) ? 'model' : null,
        };
      case 'notFound':
        return isModelMissing(error) ? { param: 'model' } : { code: null };
      case 'rateLimited':
        return exhaustedTokens(error.headers) ? { type: 'tokens' } : {};
      default:
        return {};
    }
  }
}

/** A completion needs nothing but a model to be found – or a file it names, or the right address. */
function isModelMissing({ type, message }: UpstreamError): boolean {
  if (message.startsWith('model:')) return true;
  return type !== undefined && !/\b(?:file|container|skill|thread|session)s?\b/i.test(message);
}

/** A failure from after our time: the status is kept as far as it is one, and the type is the code. */
function ofUnknown({ status, type }: UpstreamError): ErrorRow {
  const code = wordOf(type);
  if (status === undefined) return { ...errorRows.failed, code };
  if (!isErrorStatus(status)) return { ...errorRows.badGateway, code: 'upstream_invalid_response' };
  if (status < 500) return { ...errorRows.badRequest, status, code };
  return { ...errorRows.failed, status: type === undefined ? 502 : status, code };
}

const isErrorStatus = (status: number): boolean =>
  Number.isInteger(status) && status >= 400 && status <= 599;

/** A vendor's word, if it is one: codes are for programs, and nothing else may pass as one. */
function wordOf(word: string | undefined): string | null {
  if (word === undefined || !/^[A-Za-z][\w.]{0,63}$/.test(word)) return null;
  return scrubSecrets(word) === word ? word : null;
}
