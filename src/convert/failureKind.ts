import type { UpstreamError } from '../errors.ts';
import {
  bedrockExceptions,
  claudeErrorCodes,
  claudeErrorTypes,
  googleStatuses,
  upstreamStatuses,
  type FailureKind,
  type KeyRefused,
} from './errorTable.ts';

/**
 * Says which known kind of failure an upstream error is; undefined when no table knows it.
 *
 * The finest word wins: Claude's error code, a cloud's own name for it, then type and status. Where
 * those two disagree – gateways send `overloaded_error` with 503, or a bare 400 for a full quota – the
 * type says more than a status of the same class, and a status of the other class wins: whether the
 * fault is the client's must not change on the way.
 */
export function failureKind(error: UpstreamError): FailureKind | undefined {
  const kind =
    entry(claudeErrorCodes, error.errorCode) ??
    entry(bedrockExceptions, exceptionName(error.type)) ??
    entry(googleStatuses, error.type) ??
    kindOfTypeAndStatus(error);
  if (kind !== 'keyRefused') return kind;
  return error.keyOf === 'client' ? 'clientKeyRefused' : 'relayKeyRefused';
}

function kindOfTypeAndStatus({
  type,
  status,
}: UpstreamError): FailureKind | KeyRefused | undefined {
  const meaning = entry(claudeErrorTypes, type);
  if (status === undefined) return meaning?.kind;
  const sameClass = meaning !== undefined && hundreds(meaning.status) === hundreds(status);
  if (sameClass && meaning.vague !== true) return meaning.kind;
  return upstreamStatuses[status];
}

const hundreds = (status: number): number => Math.floor(status / 100);

/** AWS writes one name as `fooException`, `FooException:uri`, `ns#FooException` and, rarely, `Foo`. */
function exceptionName(type: string | undefined): string | undefined {
  const word = /^(?:.*#)?(\w+)/.exec(type ?? '')?.[1];
  if (word === undefined) return undefined;
  const name = word.charAt(0).toUpperCase() + word.slice(1);
  return name.endsWith('Exception') ? name : `${name}Exception`;
}

/** The entry of a table under a word from the wire, which may well be `constructor`. */
function entry<V>(table: Readonly<Record<string, V>>, word: string | undefined): V | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}
