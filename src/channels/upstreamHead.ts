import type { IncomingMessage } from 'node:http';
import type { UpstreamHead } from './Channel.ts';

/** Status and headers of an answer; a header that came more than once is one list. */
export const upstreamHead = ({ statusCode = 0, headers }: IncomingMessage): UpstreamHead => ({
  status: statusCode,
  headers: Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  ),
});

export const isSuccess = ({ status }: UpstreamHead): boolean => status >= 200 && status <= 299;

/** The media type of an answer, without parameters; empty where none is said. */
export const mediaType = ({ headers }: UpstreamHead): string =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
