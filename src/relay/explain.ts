import type { Channel } from '../channels/Channel.ts';
import type { AnswerOptions } from '../convert/answerOptions.ts';
import type { ConvertedRequest } from '../convert/request/RequestSettings.ts';

/** What would become of a request, for whoever wonders why Claude got what it got. */
export interface Explanation {
  readonly object: 'relay.explanation';
  /** The channel that would be asked. */
  readonly channel: string;
  readonly request: {
    readonly method: 'POST';
    /** Null where the channel sends nothing anywhere, or does not tell. */
    readonly url: string | null;
    /** Without those that prove who asks. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  /** What the request lost on the way, as in `x-relay-warnings`. */
  readonly warnings: readonly string[];
  /** Whether the client would get a stream, and what decides the form of its answer. */
  readonly stream: boolean;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Tells what a converted request would be sent as. Sends nothing. */
export function explain(
  { body, betas, headers, warnings, stream, answer }: ConvertedRequest,
  channel: Pick<Channel, 'name' | 'describe'>,
): Explanation {
  const described = channel.describe?.({ body, betas, headers });
  return {
    object: 'relay.explanation',
    channel: described?.channel ?? channel.name,
    request: {
      method: 'POST',
      url: described === undefined ? null : withoutUser(described.url),
      headers: described?.headers ?? withBetas(headers, betas),
      body: described?.body ?? body,
    },
    warnings,
    stream,
    answer: asJson(answer),
  };
}

const withBetas = (
  headers: Readonly<Record<string, string>>,
  betas: readonly string[],
): Readonly<Record<string, string>> =>
  betas.length > 0 ? { 'anthropic-beta': betas.join(','), ...headers } : headers;

/** An address may carry a password. */
const withoutUser = (url: string): string => url.replace(/^(\w+:\/\/)[^/?#]*@/, '$1');

const asJson = (answer: AnswerOptions): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Set
        ? [...(value as ReadonlySet<unknown>)]
        : value instanceof Map
          ? Object.fromEntries(value as ReadonlyMap<string, unknown>)
          : value,
    ]),
  );
