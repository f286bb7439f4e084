import { defer } from 'rxjs';
import { askClaude } from './askClaude.ts';
import type { Channel, ChannelModel, ClaudeCall, NativeCall } from './Channel.ts';
import { fallbackModels } from './fallbackModels.ts';
import { leanClient } from './leanClient.ts';
import { leanPost } from './leanPost.ts';
import { listModels } from './listModels.ts';
import { passOn } from './passOn.ts';

/** Milliseconds that listing models may take before we list what we know ourselves. */
const MODELS_TIMEOUT_MS = 10_000;

export interface AnthropicOptions {
  /** Where the API is, without `/v1`. @defaultValue `https://api.anthropic.com` */
  readonly baseUrl?: string;
  /** Sent as `x-api-key`. */
  readonly apiKey?: string;
  /** Sent as a bearer token, as gateways and OAuth want it. An API key wins over it. */
  readonly authToken?: string;
  /** `anthropic-version`. @defaultValue `2023-06-01` */
  readonly version?: string;
  /** `anthropic-beta` tokens sent with every request. */
  readonly betas?: readonly string[];
  /** Milliseconds of silence before the upstream counts as dead; 0 waits. @defaultValue 300000 */
  readonly idleMs?: number;
  /** Longest event, in bytes. @defaultValue 16 MiB */
  readonly maxEventBytes?: number;
  /** Milliseconds that resolving and connecting may each take. @defaultValue 10000 */
  readonly connectTimeoutMs?: number;
  /** Listed when the upstream does not list any itself. @defaultValue the models we know */
  readonly models?: readonly ChannelModel[];
}

/**
 * Claude at Anthropic's own API, or at anything that speaks it.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */
export function anthropicChannel({
  baseUrl = 'https://api.anthropic.com',
  apiKey,
  authToken,
  version = '2023-06-01',
  betas = [],
  idleMs = 300_000,
  maxEventBytes = 16 * 1024 * 1024,
  connectTimeoutMs = 10_000,
  models = fallbackModels(),
}: AnthropicOptions = {}): Channel {
  const base = baseUrl.replace(/\/+$/, '');
  const client = leanClient(connectTimeoutMs);
  const hasKey = (apiKey ?? authToken) !== undefined;
  const credentials = ({
    clientKey,
    clientKeyIn,
  }: Partial<Pick<NativeCall, 'clientKey' | 'clientKeyIn'>> = {}): Readonly<
    Record<string, string>
  > => {
    const isClients = !hasKey && clientKey !== undefined;
    const token = isClients && clientKeyIn === 'authorization' ? clientKey : authToken;
    const key = isClients && clientKeyIn !== 'authorization' ? clientKey : apiKey;
    if (key !== undefined) return { 'x-api-key': key };
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  };
  const keyOf = ({ clientKey }: ClaudeCall): 'client' | 'relay' =>
    !hasKey && clientKey ? 'client' : 'relay';
  const openHeaders = (
    call: Pick<ClaudeCall, 'betas' | 'headers'>,
  ): Readonly<Record<string, string>> => {
    const beta = [...new Set([...betas, ...call.betas])].join(',');
    return {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'anthropic-version': version,
      ...(beta && { 'anthropic-beta': beta }),
      ...call.headers,
    };
  };
  const headers = (call: ClaudeCall): Readonly<Record<string, string>> => ({
    ...openHeaders(call),
    ...credentials(call),
  });
  const post = leanPost(client, {
    url: `${base}/v1/messages`,
    headers: { ...openHeaders({ betas: [], headers: {} }), ...credentials() },
  });
  /** Whether a call is sent with no other headers than every call. */
  const isPlain = (call: ClaudeCall): boolean =>
    keyOf(call) === 'relay' && call.betas.length === 0 && Object.keys(call.headers).length === 0;

  const listed$ = listModels(
    (afterId, signal) =>
      client(`${base}/v1/models`, {
        searchParams: { limit: 1000, ...(afterId && { after_id: afterId }) },
        headers: { 'anthropic-version': version, ...credentials() },
        timeout: { request: MODELS_TIMEOUT_MS },
        signal,
      }).json(),
    models,
  );

  return {
    name: 'anthropic',
    messages(call) {
      // Written as it is sent, and not kept: it is hardly ever sent twice.
      const send = () => {
        const body = Buffer.from(JSON.stringify(call.body));
        return post(isPlain(call) ? { body } : { headers: headers(call), body });
      };
      return askClaude({ send, call, idleMs, maxEventBytes, keyOf: keyOf(call) });
    },
    native(call) {
      return defer(() => {
        const body = Buffer.from(call.bytes);
        const accept = call.body.stream === true ? 'text/event-stream' : 'application/json';
        const send = () =>
          post({
            url: `${base}${call.endpoint}${call.query}`,
            headers: { ...headers(call), accept },
            body,
          });
        return passOn({ send, call, idleMs, maxEventBytes, keyOf: keyOf(call) });
      });
    },
    describe: (call) => ({
      url: `${base}/v1/messages`,
      headers: openHeaders(call),
      body: call.body,
    }),
    models: listed$,
  } satisfies Channel;
}
