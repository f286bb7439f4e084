/**
 * Every failure this package raises on purpose. `code` is the contract; `message` is for people.
 *
 * What each becomes for an OpenAI client – a status and body before the first byte, a frame in the
 * stream after it – is decided in `convert/errors.ts` and listed in `docs/errors.md`.
 */
export abstract class RelayError extends Error {
  abstract readonly code: `ERR_RELAY_${string}`;

  override get name(): string {
    return this.constructor.name;
  }
}

/** The client asked for something that cannot be said to Claude. */
export class RequestError extends RelayError {
  readonly code = 'ERR_RELAY_REQUEST';
  /** HTTP status; 400 unless another one says it better. */
  readonly status: number;
  /** Path of the field at fault in the client's request, e.g. `messages.[0].content`. */
  readonly param: string | null;
  /** OpenAI's machine-readable reason, e.g. `unsupported_value`. */
  readonly reason: string | null;

  constructor(
    message: string,
    {
      param = null,
      reason = null,
      status = 400,
      cause,
    }: {
      readonly param?: string | null;
      readonly reason?: string | null;
      readonly status?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause });
    this.param = param;
    this.reason = reason;
    this.status = status;
  }
}

/** What is known of a failure that Claude itself reported. */
export interface UpstreamFailure {
  /** Claude's own error type, e.g. `overloaded_error`; undefined when the body was not Claude's. */
  readonly type?: string | undefined;
  /** HTTP status of the upstream answer; undefined for an `error` event inside a stream. */
  readonly status?: number | undefined;
  /** Claude's finer reason, `error.details.error_code`. */
  readonly errorCode?: string | undefined;
  /** Response headers of the upstream, lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whose key was refused, where a key was: it decides what the client is told. */
  readonly keyOf?: 'relay' | 'client' | undefined;
  /** The answer's body, where it is an error in Claude's own form: for clients that read it. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/** Claude said so itself: an HTTP error, or an `error` event in the stream. */
export class UpstreamError extends RelayError {
  readonly code = 'ERR_RELAY_UPSTREAM';
  readonly type: string | undefined;
  readonly status: number | undefined;
  readonly errorCode: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly keyOf: 'relay' | 'client';
  readonly body: string | undefined;

  constructor(
    message: string,
    { type, status, errorCode, headers = {}, keyOf = 'relay', body, cause }: UpstreamFailure = {},
  ) {
    super(message, { cause });
    this.type = type;
    this.status = status;
    this.errorCode = errorCode;
    this.headers = headers;
    this.keyOf = keyOf;
    this.body = body;
  }
}

/**
 * Claude said so in a stream that is passed on as it came: whoever reads that stream has heard it, and
 * is not to hear it twice.
 */
export class ToldError extends UpstreamError {}

/** The upstream could not be reached, or the connection to it broke. */
export class ConnectionError extends RelayError {
  readonly code = 'ERR_RELAY_CONNECTION';
}

/** The upstream kept silent for too long. */
export class TimeoutError extends RelayError {
  readonly code = 'ERR_RELAY_TIMEOUT';
}

/** The stream broke the Messages protocol: it ended too early, or was not what it said it was. */
export class ProtocolError extends RelayError {
  readonly code = 'ERR_RELAY_PROTOCOL';
  readonly reason: 'incomplete' | 'invalid';

  constructor(reason: 'incomplete' | 'invalid', message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  /** The upstream closed although no stop reason had come. */
  static incomplete(): ProtocolError {
    return new ProtocolError(
      'incomplete',
      'The upstream stream ended before the response was complete.',
    );
  }
}
