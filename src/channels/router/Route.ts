import type { Channel, ChannelConversion } from '../Channel.ts';

/** A channel among others, and when it is asked. */
export interface Route {
  /** Told in `x-relay-channel` and in the log; two routes never share one. */
  readonly name: string;
  readonly channel: Channel;
  /** The models it serves, by id; `claude-haiku-*` stands for all that begin so. @defaultValue every model */
  readonly models?: readonly string[];
  /** Ids of models → the names they have here. */
  readonly modelIds?: Readonly<Record<string, string>>;
  /** Routes with a higher number are asked when those with a lower one fail. @defaultValue 0 */
  readonly priority?: number;
  /** Share of the requests among routes of the same priority; 0 only if others fail. @defaultValue 1 */
  readonly weight?: number;
  /**
   * Milliseconds that an answer may take to begin, ping apart; 0 leaves it to the channel.
   *
   * @defaultValue 0
   */
  readonly firstEventMs?: number;
  /** Requests that may be under way at the same time; 0 for any number. @defaultValue 0 */
  readonly maxConcurrent?: number;
  /** Further headers of every request, lower-case names: none of them secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How requests are converted for it. */
  readonly conversion?: ChannelConversion;
}

/** How routes are chosen, and what becomes of a failure. */
export interface RoutePolicy {
  /** How often a request is repeated where no other channel could take it. @defaultValue 1 */
  readonly retries?: number;
  /**
   * What becomes of a rate limit: the client is told, since it waits by itself and must not be
   * outnumbered; or another channel is asked.
   *
   * @defaultValue `'answer'`
   */
  readonly rateLimited?: 'answer' | 'next';
  /** Failures in a row after which a channel is left alone for a while. @defaultValue 3 */
  readonly breakAfter?: number;
  /** For how long at first, in milliseconds; doubled each time in a row. @defaultValue 5000 */
  readonly coolDownMs?: number;
  /** For how long at most, in milliseconds, whatever the upstream says. @defaultValue 300000 */
  readonly maxCoolDownMs?: number;
  /** A number from 0 up to 1, at random. @defaultValue `Math.random` */
  readonly random?: () => number;
}
