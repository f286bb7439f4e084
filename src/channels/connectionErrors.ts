import { ConnectionError } from '../errors.ts';

/** No answer came: names, routes, refusals, TLS. Hosts stay out of the message: clients see it. */
export const unreachable = (cause: unknown): ConnectionError =>
  new ConnectionError(`The upstream could not be reached${reason(cause)}.`, { cause });

/** The answer had begun, and the connection broke. */
export const connectionBroke = (cause: unknown): ConnectionError =>
  new ConnectionError(`The connection to the upstream broke${reason(cause)}.`, { cause });

function reason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : '';
}
