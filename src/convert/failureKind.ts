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
 * those two disagree – gateways send `overloaded_error` with 503, a full quota as a bare 400, or any
 * failure at all as 502 – the type says more than a status that is vague or of the same class. A
 * precise status of the other class wins: whose fault it is must not change on the way.
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
  if (status === undefined || (status < 400 && meaning)) return meaning?.kind;
  if (meaning === undefined || meaning.vague === true) return upstreamStatuses[status];
  return isVague(status) || hundreds(status) === hundreds(meaning.status)
    ? meaning.kind
    : upstreamStatuses[status];
}

/** What gateways say for want of a better word. */
const isVague = (status: number): boolean => status === 500 || status === 502;
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
