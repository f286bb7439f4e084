import type { IncomingHttpHeaders } from 'node:http';

/**
 * The `anthropic-beta` tokens of a client's own header that may go upstream.
 *
 * @param allowed - all (`true`), none (`false`), or those listed
 */
export function clientBetas(
  headers: IncomingHttpHeaders,
  allowed: boolean | readonly string[],
): readonly string[] {
  const sent = headers['anthropic-beta'];
  if (sent === undefined || allowed === false) return [];
  return String(sent)
    .split(',')
    .map((token) => token.trim())
    .filter((token) => isToken.test(token) && (allowed === true || allowed.includes(token)));
}

const isToken = /^[a-z0-9][a-z0-9._-]{0,99}$/i;
