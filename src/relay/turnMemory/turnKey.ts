import { hash } from 'node:crypto';

/**
 * What a turn is called by the calls it made, in any order: good within one conversation.
 *
 * @param toolCallIds - ids of all calls of the turn
 */
export function turnName(toolCallIds: readonly string[]): string {
  return JSON.stringify(toolCallIds.length > 1 ? [...toolCallIds].sort() : toolCallIds);
}

/**
 * The name a turn is kept under: a digest of whose it is and of the calls it made.
 *
 * Claude's ids are random, but a client may send whatever it likes: without the tenant in the key
 * one could read another's turns. A digest also tells a store nothing about either.
 *
 * @param tenant - whose turn it is: the client's key, or nothing where nobody has one
 * @param name - its {@link turnName}
 */
export function turnKey(tenant: string, name: string): string {
  return hash('sha256', `[${JSON.stringify(tenant)},${name}]`, 'base64url');
}
