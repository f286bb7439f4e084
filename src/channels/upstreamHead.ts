import type { IncomingMessage } from 'node:http';
import type { UpstreamHead } from './Channel.ts';

/** Status and headers of an answer; a header that came more than once is one list. */
export function upstreamHead({ statusCode = 0, headers: came }: IncomingMessage): UpstreamHead {
  const headers: Record<string, string> = {};
  for (const name of Object.keys(came)) {
    const value = came[name];
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { status: statusCode, headers };
}

export const isSuccess = ({ status }: UpstreamHead): boolean => status >= 200 && status <= 299;

/** The media type of an answer, without parameters; empty where none is said. */
export const mediaType = ({ headers }: UpstreamHead): string =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
