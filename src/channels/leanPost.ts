import { type Got, Options, type Request } from 'got';

/** What is sent. */
export interface Post {
  /** @defaultValue where all of them go */
  readonly url?: string;
  /** Further headers, lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In bytes: got encodes a text three times, to know its length, to send it, and to count what was sent. */
  readonly body: Uint8Array;
}

export interface PostOptions {
  /** Where they go that name no other place. */
  readonly url?: string;
  /** Headers of all of them, lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends one request after another with the same options, which got then reads and checks once: for
 * each request it copies them, and merges only what is its own.
 */
export function leanPost(
  client: Got,
  { url, headers = {} }: PostOptions = {},
): (post: Post) => Request {
  const shared = new Options(
    url,
    { method: 'POST', isStream: true, headers },
    client.defaults.options,
  );
  // Nothing is cached. V8 builds the object that got spreads these into, for every request, two
  // hundred times faster when there are none (`docs/performance.md`).
  shared.cacheOptions = {};
  return (post) => (client as unknown as Asking)(undefined, post, shared);
}

/** What got takes, but says only of a request with nothing of its own. */
type Asking = (url: undefined, options: Post, defaults: Options) => Request;
