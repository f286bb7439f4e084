import { RequestError } from '../errors.ts';

/** A URL this relay does not serve, in OpenAI's words, with a hint for whoever reads the error. */
export const unknownUrl = (method: string, path: string, hint: string): RequestError =>
  new RequestError(`Unknown request URL: ${method} ${path}. ${hint}`, {
    status: 404,
    reason: 'unknown_url',
  });
