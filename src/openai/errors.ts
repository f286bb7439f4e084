/**
 * OpenAI's error object: all four keys are always present.
 *
 * @see https://platform.openai.com/docs/guides/error-codes
 */
export interface OpenAIError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

/** The body of an HTTP error, and the payload of an error frame inside a stream. */
export interface OpenAIErrorBody {
  readonly error: OpenAIError;
}
