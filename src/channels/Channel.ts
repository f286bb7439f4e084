import type { Observable } from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { ClaudeRequest } from '../claude/request.ts';
import type { ModelTraits } from '../convert/models.ts';
import type { RequestSettings } from '../convert/request/RequestSettings.ts';

/** One request to Claude, and the reader's end of the line. */
export interface ClaudeCall {
  readonly body: ClaudeRequest;
  /** `anthropic-beta` tokens the request needs, without duplicates. */
  readonly betas: readonly string[];
  /** Extra request headers, lower-case names: none of them secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** The client's own key, where the configuration passes it on; never logged. */
  readonly clientKey?: string;
  /**
   * Where the turn came from that this one goes on from: its signatures and containers are at home
   * there. Only a channel made of channels needs to know.
   */
  readonly continues?: ContinuedTurn;
  /** Whether the reader wants more, now and whenever that changes. While false, nothing is read. */
  readonly demand$: Observable<boolean>;
  /** Told once, when the head of a good answer is there and before its first event. */
  onHead(head: UpstreamHead): void;
  /** Told the bytes of an event stream as they come, before they are read; other forms are not. */
  onBytes?(bytes: Uint8Array): void;
  /** Told when an attempt at an upstream begins, and again, with the error, when it has failed. */
  onAttempt?(attempt: Attempt): void;
}

/** The last turn of a conversation that goes on. */
export interface ContinuedTurn {
  /** Name of the channel that took it. */
  readonly channel: string;
  /** Whether the client was told some of it: then nobody else may go on, nor begin anew. */
  readonly isBegun: boolean;
}

/** One attempt at an upstream: a channel made of channels may need several. */
export interface Attempt {
  /** Name of the channel. */
  readonly channel: string;
  /** What it failed with, before anything of it was passed on. */
  readonly error?: unknown;
}

/** What of Anthropic's API native clients may ask for. */
export type NativeEndpoint = '/v1/messages' | '/v1/messages/count_tokens';

/** A request of a native Claude client: it is passed on in the client's own bytes. */
export interface NativeCall extends ClaudeCall {
  readonly endpoint: NativeEndpoint;
  /** As it came, with its question mark; empty where there is none. */
  readonly query: string;
  /** `body` as the client wrote it. */
  readonly bytes: Uint8Array;
  /** The header the client sent its own key in. @defaultValue `'x-api-key'` */
  readonly clientKeyIn?: 'authorization' | 'x-api-key';
}

/** What a native client gets: bytes as the upstream sent them, or text where it was told anew. */
export type NativeAnswer = Observable<Uint8Array | string>;

/** Status and headers (lower-case names) of the upstream's answer. */
export interface UpstreamHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A call as it would go upstream, without what proves who asks. */
export interface CallDescription {
  /** The channel that would be asked, where it is one of several. */
  readonly channel?: string;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A model a channel offers. */
export interface ChannelModel {
  readonly id: string;
  /** Unix time, whole seconds. */
  readonly created: number;
  readonly ownedBy: string;
  /** What the upstream says it can do, where it says so. */
  readonly traits?: Partial<ModelTraits>;
}

/** What a conversion must know of where the request goes. */
export type ChannelConversion = Pick<RequestSettings, 'upstream' | 'urlSources' | 'apiVersion'>;

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
  /**
   * The same for a native client: what it wrote goes upstream as it is, and so does the answer come
   * back. Left out where the upstream does not speak Anthropic's own API: then what it says is told
   * anew, by `nativeAnswer`.
   *
   * **Errors** – those of `messages`; also for an event stream whose first event is an error.
   */
  native?(call: NativeCall): NativeAnswer;
  /**
   * Tells how many input tokens a request has, without answering it. Left out where the upstream
   * cannot say – and where `native` passes the question on.
   *
   * **Errors** – those of `messages`.
   */
  countTokens?(call: ClaudeCall): Observable<number>;
  /** How requests for a model are converted, where that is not the same for every model. */
  conversionFor?(model: string): ChannelConversion;
  /** How a call would be sent, without sending it. Left out where nothing is sent anywhere. */
  describe?(call: Pick<ClaudeCall, 'body' | 'betas' | 'headers'>): CallDescription | undefined;
  /**
   * The models to list.
   *
   * @param options - `fresh`: what is remembered of an earlier list is too old
   */
  models(options?: { readonly fresh?: boolean }): Observable<readonly ChannelModel[]>;
}
