import type { ClaudeErrorDetail } from '../claude/events.ts';

/** What an OpenAI client is told of one kind of failure. */
export interface ErrorRow {
  /** HTTP status, where one can still be said. */
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  /** Said instead of the upstream's own message, where that is not the client's business. */
  readonly message?: string;
  /** `false`: asking again cannot help, although clients repeat this status by themselves. */
  readonly retry?: false;
}

/** The kinds of upstream failure an OpenAI client can tell apart. */
export type FailureKind =
  | 'badRequest'
  | 'unprocessable'
  | 'clientKeyRefused'
  | 'relayKeyRefused'
  | 'outOfCredit'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'requestTimedOut'
  | 'tooLarge'
  | 'rateLimited'
  | 'failed'
  | 'notImplemented'
  | 'badGateway'
  | 'unavailable'
  | 'encryptionKeyUnreachable'
  | 'timedOut'
  | 'overloaded'
  | 'modelFailed';

/**
 * Kind of failure → what the client is told. The rows are listed, with their reasons, in
 * `docs/errors.md`.
 *
 * @see https://platform.claude.com/docs/en/api/errors
 * @see https://platform.openai.com/docs/guides/error-codes
 */
export const errorRows: Readonly<Record<FailureKind, ErrorRow>> = {
  badRequest: { status: 400, type: 'invalid_request_error', code: null },
  unprocessable: { status: 422, type: 'invalid_request_error', code: null },
  clientKeyRefused: { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  // The client can do nothing about the relay's own key, and must not take it for its own.
  relayKeyRefused: {
    status: 500,
    type: 'server_error',
    code: 'upstream_authentication_error',
    retry: false,
    message: 'The upstream refused the credentials of this relay.',
  },
  // 429, because that is where OpenAI puts it; and clients repeat a 429 unless told otherwise.
  outOfCredit: {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    retry: false,
  },
  forbidden: { status: 403, type: 'invalid_request_error', code: 'permission_denied' },
  notFound: { status: 404, type: 'invalid_request_error', code: 'model_not_found' },
  conflict: { status: 409, type: 'invalid_request_error', code: 'conflict', retry: false },
  requestTimedOut: { status: 408, type: 'server_error', code: 'timeout' },
  tooLarge: { status: 413, type: 'invalid_request_error', code: 'request_too_large' },
  rateLimited: { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  failed: { status: 500, type: 'server_error', code: null },
  notImplemented: { status: 501, type: 'server_error', code: null, retry: false },
  badGateway: { status: 502, type: 'server_error', code: 'upstream_unavailable' },
  unavailable: { status: 503, type: 'server_error', code: 'upstream_unavailable' },
  encryptionKeyUnreachable: { status: 503, type: 'server_error', code: 'cmek_key_unreachable' },
  timedOut: { status: 504, type: 'server_error', code: 'timeout' },
  // Claude's 529 is a status that no proxy and no second SDK knows; 503 is repeated just the same.
  overloaded: { status: 503, type: 'server_error', code: 'server_is_overloaded' },
  modelFailed: { status: 502, type: 'server_error', code: 'upstream_error' },
};

/** A key was refused; whose it was is not in the answer, so that the kind is still to be chosen. */
export type KeyRefused = 'keyRefused';

/** The literal members of an open list. */
type Known<T extends string> = T extends unknown ? (string extends T ? never : T) : never;

interface ClaudeErrorMeaning {
  /** The HTTP status Claude sends it with; what an `error` event inside a stream stands for. */
  readonly status: number;
  readonly kind: FailureKind | KeyRefused;
  /** Says no more than the class of its status, so that a status says it better. */
  readonly vague?: true;
}

/** Claude's error types. */
export const claudeErrorTypes: Readonly<
  Record<Known<ClaudeErrorDetail['type']>, ClaudeErrorMeaning>
> = {
  invalid_request_error: { status: 400, kind: 'badRequest', vague: true },
  authentication_error: { status: 401, kind: 'keyRefused' },
  billing_error: { status: 402, kind: 'outOfCredit' },
  permission_error: { status: 403, kind: 'forbidden' },
  not_found_error: { status: 404, kind: 'notFound' },
  conflict_error: { status: 409, kind: 'conflict' },
  request_too_large: { status: 413, kind: 'tooLarge' },
  rate_limit_error: { status: 429, kind: 'rateLimited' },
  api_error: { status: 500, kind: 'failed', vague: true },
  timeout_error: { status: 504, kind: 'timedOut' },
  overloaded_error: { status: 529, kind: 'overloaded' },
};

/** Upstream HTTP statuses that mean something by themselves. */
export const upstreamStatuses: Readonly<Record<number, FailureKind | KeyRefused>> = {
  400: 'badRequest',
  401: 'keyRefused',
  402: 'outOfCredit',
  403: 'forbidden',
  404: 'notFound',
  408: 'requestTimedOut',
  409: 'conflict',
  412: 'badRequest',
  413: 'tooLarge',
  422: 'unprocessable',
  429: 'rateLimited',
  431: 'badRequest',
  500: 'failed',
  501: 'notImplemented',
  502: 'badGateway',
  503: 'unavailable',
  504: 'timedOut',
  // Cloudflare's own: the origin refused, was unreachable, or was too slow.
  520: 'unavailable',
  521: 'unavailable',
  522: 'unavailable',
  523: 'unavailable',
  524: 'unavailable',
  525: 'unavailable',
  526: 'unavailable',
  527: 'unavailable',
  529: 'overloaded',
};

/** Claude's finer reasons (`error.details.error_code`) that change what the client must do. */
export const claudeErrorCodes: Readonly<Record<string, FailureKind>> = {
  enforced_spend_limit_reached: 'outOfCredit',
  contract_spend_limit_reached: 'outOfCredit',
  linked_organization_spend_limit_reached: 'outOfCredit',
  ramp_limit_exceeded: 'rateLimited',
  cmek_key_unreachable: 'encryptionKeyUnreachable',
};

/**
 * The exceptions of Amazon Bedrock. They mean the same in an HTTP answer and as a frame of the event
 * stream, which names them with a small first letter.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 */
export const bedrockExceptions: Readonly<Record<string, FailureKind | KeyRefused>> = {
  ValidationException: 'badRequest',
  AccessDeniedException: 'keyRefused',
  UnrecognizedClientException: 'keyRefused',
  ExpiredTokenException: 'keyRefused',
  InvalidSignatureException: 'keyRefused',
  IncompleteSignatureException: 'keyRefused',
  MissingAuthenticationTokenException: 'keyRefused',
  NotAuthorizedException: 'keyRefused',
  // The relay's own clock: signatures are good for minutes.
  RequestExpiredException: 'keyRefused',
  ResourceNotFoundException: 'notFound',
  ThrottlingException: 'rateLimited',
  ModelNotReadyException: 'rateLimited',
  ServiceQuotaExceededException: 'rateLimited',
  ModelTimeoutException: 'timedOut',
  ModelErrorException: 'modelFailed',
  ModelStreamErrorException: 'modelFailed',
  InternalServerException: 'failed',
  InternalFailureException: 'failed',
  ServiceUnavailableException: 'overloaded',
};

/**
 * The status words of Google's API errors.
 *
 * @see https://cloud.google.com/apis/design/errors
 */
export const googleStatuses: Readonly<Record<string, FailureKind | KeyRefused>> = {
  INVALID_ARGUMENT: 'badRequest',
  FAILED_PRECONDITION: 'badRequest',
  UNAUTHENTICATED: 'keyRefused',
  PERMISSION_DENIED: 'forbidden',
  NOT_FOUND: 'notFound',
  RESOURCE_EXHAUSTED: 'rateLimited',
  UNAVAILABLE: 'unavailable',
  DEADLINE_EXCEEDED: 'timedOut',
  INTERNAL: 'failed',
};
