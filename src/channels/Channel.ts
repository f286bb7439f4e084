import type { Observable } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { ClaudeRequest } from '../claude/request.ts';

/** One request to Claude, and the reader's end of the line. */
export interface ClaudeCall {
  readonly body: ClaudeRequest;
  /** `anthropic-beta` tokens the request needs, without duplicates. */
  readonly betas: readonly string[];
  /** Extra request headers, lower-case names: none of them secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** The client's own key, where the configuration passes it on; never logged. */
  readonly clientKey?: string;
  /** Whether the reader wants more, now and whenever that changes. While false, nothing is read. */
  readonly demand$: Observable<boolean>;
  /** Told once, when the head of a good answer is there and before its first event. */
  onHead(head: UpstreamHead): void;
}

/** Status and headers (lower-case names) of the upstream's answer. */
export interface UpstreamHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A model a channel offers. */
export interface ChannelModel {
  readonly id: string;
  /** Unix time, whole seconds. */
  readonly created: number;
  readonly ownedBy: string;
}

/** Where Claude is. */
export interface Channel {
  readonly name: string;
  /**
   * Sends the request and emits what Claude says. Sent once per subscription; unsubscribing closes
   * the connection at once, in whatever state it is.
   *
   * **Errors** – `UpstreamError` for an HTTP error, `ConnectionError`, `TimeoutError`,
   * `ProtocolError` for bytes that are no event stream.
   */
  messages(call: ClaudeCall): Observable<ClaudeEvent>;
  /** The models to list. */
  models(): Observable<readonly ChannelModel[]>;
}
