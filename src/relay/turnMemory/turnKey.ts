import { createHash } from 'node:crypto';

/**
 * The name a turn is kept under: a digest of whose it is and of the calls it made, in any order.
 *
 * Claude's ids are random, but a client may send whatever it likes: without the tenant in the key
 * one could read another's turns. A digest also tells a store nothing about either.
 *
 * @param tenant - whose turn it is: the client's key, or nothing where nobody has one
 * @param toolCallIds - ids of all calls of the turn
 */
export function turnKey(tenant: string, toolCallIds: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([tenant, [...toolCallIds].sort()]))
    .digest('base64url');
}
