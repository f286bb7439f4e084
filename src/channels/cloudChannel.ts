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
import type { ClaudeRequest } from '../claude/request.ts';
import type { UpstreamTraits } from '../convert/request/upstreams.ts';
import {
  ConnectionError,
  ProtocolError,
  RelayError,
  RequestError,
  TimeoutError,
  UpstreamError,
} from '../errors.ts';
import { type AskClaude, askClaude } from './askClaude.ts';
import { askJson } from './askJson.ts';
import type { Channel, ChannelModel, ClaudeCall } from './Channel.ts';
import { fallbackModels } from './fallbackModels.ts';
import { leanClient } from './leanClient.ts';
import { leanPost } from './leanPost.ts';
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
  /**
   * Learns from a refusal; whether asking once more may help: with fresh credentials, or by a clock
   * that is set right.
   */
  learnsFrom(error: UpstreamError): boolean;
}

/** Where Claude is, and in what form it is asked there. */
export interface Cloud {
  readonly name: string;
  /** What it takes of a request. */
  readonly traits: UpstreamTraits;
  /** Longest request it takes, in bytes. */
  readonly maxBodyBytes: number;
  readonly keys: CloudKeys;
  /** A call in the cloud's own form. */
  toLetter(call: Addressed): UnwrittenLetter;
  /** The question how many tokens a call has. */
  toCountLetter(call: Addressed): UnwrittenLetter;
}

/** What of a call is said in a letter. */
type Addressed = Pick<ClaudeCall, 'body' | 'betas' | 'headers'>;

/** A letter whose body is JSON not yet written. */
type UnwrittenLetter = Omit<Letter, 'body'> & { readonly body: object };

/** What is needed to ask over HTTP, whatever is asked for. */
type Asking = Pick<AskClaude, 'send' | 'call' | 'idleMs' | 'maxEventBytes' | 'keyOf'>;

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
  const post = leanPost(leanClient(connectTimeoutMs));
  const fetcher =
    fetchMedia === false || cloud.traits.urlSources ? undefined : mediaFetcher(fetchMedia);

  return {
    name: cloud.name,
    messages: (call) => asked$(call, (taken) => cloud.toLetter(taken), askClaude),
    countTokens: (call) =>
      asked$(call, (taken) => cloud.toCountLetter(taken), askJson).pipe(map(readCount)),
    describe: (call) => {
      // What is behind URLs is fetched only when the call is made.
      const urlSources = fetcher !== undefined || cloud.traits.urlSources;
      const body = takenBody(call.body, { ...cloud.traits, urlSources });
      return cloud.toLetter(addressed(call, body));
    },
    models: () => of(models),
  } satisfies Channel;

  function asked$<T>(
    call: ClaudeCall,
    toLetter: (taken: Addressed) => UnwrittenLetter,
    ask$: (asking: Asking) => Observable<T>,
  ): Observable<T> {
    return defer(() => {
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
        fetcher === undefined ? of(call.body) : inlineMedia(call.body, fetcher, cloud.maxBodyBytes);
      return body$.pipe(
        map((body) => written(toLetter(addressed(call, takenBody(body, cloud.traits))))),
        switchMap((letter) =>
          defer(() => send(letter, heard, fresh, ask$)).pipe(
            // A token may run out between two looks at the clock – which may be wrong. Nothing has been
            // said yet.
            retry({
              count: 1,
              delay: (error: unknown) => {
                if (
                  hasBegun ||
                  !(error instanceof UpstreamError) ||
                  !cloud.keys.learnsFrom(error)
                ) {
                  throw error;
                }
                fresh = true;
                return of(undefined);
              },
            }),
          ),
        ),
      );
    });
  }

  function addressed({ betas: needed, headers }: Addressed, body: ClaudeRequest): Addressed {
    return { body, betas: [...new Set([...betas, ...needed])], headers };
  }

  function written({ body: json, ...letter }: UnwrittenLetter): Letter {
    const body = JSON.stringify(json);
    if (Buffer.byteLength(body) > cloud.maxBodyBytes) throw tooLarge();
    return { ...letter, body };
  }

  function send<T>(
    letter: Letter,
    call: ClaudeCall,
    fresh: boolean,
    ask$: (asking: Asking) => Observable<T>,
  ): Observable<T> {
    const { clientKey } = call;
    const keyOf = cloud.keys.keyOf(clientKey);
    return proven(cloud.keys, letter, { clientKey, fresh }).pipe(
      switchMap((proof) =>
        ask$({
          send: () =>
            post({
              url: letter.url,
              headers: { ...letter.headers, ...proof },
              body: Buffer.from(letter.body),
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

const tooLarge = (): RequestError =>
  new RequestError('The request is too large for the upstream of this model.', {
    status: 413,
    reason: 'request_too_large',
  });

/** The number of tokens, in AWS's words or in Anthropic's. */
function readCount(json: unknown): number {
  const { inputTokens, input_tokens = inputTokens } = Object(json) as Record<string, unknown>;
  if (typeof input_tokens === 'number') return input_tokens;
  throw new ProtocolError('invalid', 'The upstream answered something that is no count of tokens.');
}
