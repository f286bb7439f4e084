import {
  catchError,
  defer,
  from,
  map,
  type Observable,
  of,
  retry,
  switchMap,
  throwError,
  timeout,
} from 'rxjs';
import type { ClaudeEvent } from '../claude/events.ts';
import type { ClaudeRequest } from '../claude/request.ts';
import type { UpstreamTraits } from '../convert/request/upstreams.ts';
import {
  ConnectionError,
  RelayError,
  RequestError,
  TimeoutError,
  UpstreamError,
} from '../errors.ts';
import { askClaude } from './askClaude.ts';
import type { Channel, ChannelModel, ClaudeCall } from './Channel.ts';
import { fallbackModels } from './fallbackModels.ts';
import { leanClient } from './leanClient.ts';
import { inlineMedia } from './media/inlineMedia.ts';
import { type FetchMediaOptions, mediaFetcher } from './media/mediaFetcher.ts';
import { takenBody } from './takenBody.ts';

/** Milliseconds that finding credentials may take: the metadata services of clouds are slow at times. */
const CREDENTIALS_TIMEOUT_MS = 30_000;

/** What every cloud can be told, besides where it is and who asks. */
export interface CloudOptions {
  /** `anthropic-beta` tokens sent with every request. */
  readonly betas?: readonly string[];
  /** Milliseconds of silence before the upstream counts as dead; 0 waits. @defaultValue 300000 */
  readonly idleMs?: number;
  /** Longest event, in bytes. @defaultValue 16 MiB */
  readonly maxEventBytes?: number;
  /** Milliseconds that resolving and connecting may each take. @defaultValue 10000 */
  readonly connectTimeoutMs?: number;
  /** Models to list: clouds have no list of Claude's models. @defaultValue the models we know */
  readonly models?: readonly ChannelModel[];
  /**
   * How images and documents behind URLs are fetched for a cloud that takes bytes only; false
   * refuses them.
   */
  readonly fetchMedia?: false | FetchMediaOptions;
}

/** A request that says all but who asks. */
export interface Letter {
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a cloud knows who asks. */
export interface CloudKeys {
  /** Whose key a request is sent with. */
  keyOf(clientKey: string | undefined): 'relay' | 'client';
  /**
   * Headers that prove it.
   *
   * @param fresh - the credentials at hand were refused: use none that are remembered
   */
  headers(
    letter: Letter,
    options: { readonly clientKey: string | undefined; readonly fresh: boolean },
  ): Promise<Readonly<Record<string, string>>>;
  /** Whether a refusal is one that fresh credentials may help. */
  isStale(error: UpstreamError): boolean;
}

/** Where Claude is, and in what form it is asked there. */
export interface Cloud {
  readonly name: string;
  /** What it takes of a request. */
  readonly traits: UpstreamTraits;
  /** Longest request it takes, in bytes. */
  readonly maxBodyBytes: number;
  readonly keys: CloudKeys;
  /** A call in the cloud's own form; its body is JSON not yet written. */
  toLetter(
    call: Pick<ClaudeCall, 'body' | 'betas' | 'headers'>,
  ): Omit<Letter, 'body'> & { readonly body: object };
}

/**
 * Claude in somebody's cloud: what differs from Anthropic's own API is said by a {@link Cloud}, and
 * everything from the answer's first byte on is the same.
 *
 * **Errors** – besides those of every channel, `RequestError` for a request the cloud cannot take,
 * and `ConnectionError` when there are no credentials to be had: that is no fault of the client's
 * key.
 */
export function cloudChannel(
  cloud: Cloud,
  {
    betas = [],
    idleMs = 300_000,
    maxEventBytes = 16 * 1024 * 1024,
    connectTimeoutMs = 10_000,
    models = fallbackModels(),
    fetchMedia = {},
  }: CloudOptions,
): Channel {
  const client = leanClient(connectTimeoutMs);
  const fetcher =
    fetchMedia === false || cloud.traits.urlSources ? undefined : mediaFetcher(fetchMedia);

  return {
    name: cloud.name,
    messages: (call) =>
      defer(() => {
        let hasBegun = false;
        let fresh = false;
        const heard: ClaudeCall = {
          ...call,
          onHead: (head) => {
            hasBegun = true;
            call.onHead(head);
          },
        };
        const body$ =
          fetcher === undefined
            ? of(call.body)
            : inlineMedia(call.body, fetcher, cloud.maxBodyBytes);
        return body$.pipe(
          map((body) => toLetter(call, body)),
          switchMap((letter) =>
            defer(() => send(letter, heard, fresh)).pipe(
              // A token may run out between two looks at the clock. Nothing has been said yet.
              retry({
                count: 1,
                delay: (error: unknown) => {
                  if (hasBegun || !(error instanceof UpstreamError) || !cloud.keys.isStale(error)) {
                    throw error;
                  }
                  fresh = true;
                  return of(undefined);
                },
              }),
            ),
          ),
        );
      }),
    describe: (call) => {
      // What is behind URLs is fetched only when the call is made.
      const urlSources = fetcher !== undefined || cloud.traits.urlSources;
      return addressed(call, takenBody(call.body, { ...cloud.traits, urlSources }));
    },
    models: () => of(models),
  } satisfies Channel;

  function toLetter(call: ClaudeCall, body: ClaudeRequest): Letter {
    const { url, headers, body: json } = addressed(call, takenBody(body, cloud.traits));
    return { url, headers, body: written(json, cloud.maxBodyBytes) };
  }

  function addressed(
    { betas: needed, headers }: Pick<ClaudeCall, 'betas' | 'headers'>,
    body: ClaudeRequest,
  ): ReturnType<Cloud['toLetter']> {
    return cloud.toLetter({ body, betas: [...new Set([...betas, ...needed])], headers });
  }

  function send(letter: Letter, call: ClaudeCall, fresh: boolean): Observable<ClaudeEvent> {
    const { clientKey } = call;
    const keyOf = cloud.keys.keyOf(clientKey);
    return proven(cloud.keys, letter, { clientKey, fresh }).pipe(
      switchMap((proof) =>
        askClaude({
          send: () =>
            client.stream.post(letter.url, {
              headers: { ...letter.headers, ...proof },
              body: letter.body,
            }),
          call,
          idleMs,
          maxEventBytes,
          keyOf,
        }),
      ),
    );
  }
}

/** The proof for a letter, in time or not at all. */
function proven(
  keys: CloudKeys,
  ...asked: Parameters<CloudKeys['headers']>
): Observable<Readonly<Record<string, string>>> {
  return defer(() => from(keys.headers(...asked))).pipe(
    timeout({
      first: CREDENTIALS_TIMEOUT_MS,
      with: () =>
        throwError(() => new TimeoutError('The credentials of this relay did not come in time.')),
    }),
    catchError((cause: unknown) => {
      throw cause instanceof RelayError
        ? cause
        : new ConnectionError('The credentials of this relay could not be had.', { cause });
    }),
  );
}

function written(json: object, maxBodyBytes: number): string {
  const body = JSON.stringify(json);
  if (Buffer.byteLength(body) <= maxBodyBytes) return body;
  throw new RequestError('The request is too large for the upstream of this model.', {
    status: 413,
    reason: 'request_too_large',
  });
}
