import type { UpstreamHead } from '../channels/Channel.ts';
import { toResponseHeaders } from '../convert/responseHeaders.ts';
import { isNative } from './nativePaths.ts';
import type { RequestRecord } from './RequestRecord.ts';

/** Headers every answer has, also one that never reached the upstream. */
export const ownHeaders = (
  { id }: RequestRecord,
  path: string,
): Readonly<Record<string, string>> =>
  isNative(path)
    ? { 'x-request-id': id, 'request-id': id }
    : { 'x-request-id': id, 'openai-version': '2020-10-01' };

/** Headers an answer has for having been to the upstream; its request id replaces our own. */
export const upstreamHeaders = (
  { headers }: Pick<UpstreamHead, 'headers'>,
  keyOf: 'relay' | 'client',
): Readonly<Record<string, string>> => toResponseHeaders(headers, new Date(), { keyOf });

/** Which channel answered, and how many attempts it took; nothing where the channel does not tell. */
export function attemptHeaders({ attempts = [] }: RequestRecord): Readonly<Record<string, string>> {
  const last = attempts.at(-1);
  if (last === undefined) return {};
  return { 'x-relay-channel': last.channel, 'x-relay-attempts': String(attempts.length) };
}

/**
 * What was lost of a request on its way to Claude, in one header.
 *
 * Bounded, since servers and proxies refuse long headers, and free of anything that is no header
 * value, since a warning may name what the client sent.
 */
export function warningsHeader(warnings: readonly string[]): Readonly<Record<string, string>> {
  if (warnings.length === 0) return {};
  const value = warnings.join(', ').replace(/[^\x20-\x7e]/g, '?');
  return { 'x-relay-warnings': value.length > 4096 ? `${value.slice(0, 4093)}...` : value };
}
