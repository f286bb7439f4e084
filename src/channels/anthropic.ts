import { defer } from 'rxjs';
import { askClaude } from './askClaude.ts';
import type { Channel, ChannelModel, ClaudeCall } from './Channel.ts';
import { fallbackModels } from './fallbackModels.ts';
import { leanClient } from './leanClient.ts';
import { listModels } from './listModels.ts';

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
  const credentials = (clientKey?: string): Readonly<Record<string, string>> => {
    const key = apiKey ?? (authToken === undefined ? clientKey : undefined);
    if (key !== undefined) return { 'x-api-key': key };
    return authToken === undefined ? {} : { authorization: `Bearer ${authToken}` };
  };
  const headers = (call: ClaudeCall): Readonly<Record<string, string>> => {
    const beta = [...new Set([...betas, ...call.betas])].join(',');
    return {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'anthropic-version': version,
      ...(beta && { 'anthropic-beta': beta }),
      ...call.headers,
      ...credentials(call.clientKey),
    };
  };

  const models$ = listModels(
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
      const keyOf = (apiKey ?? authToken) === undefined && call.clientKey ? 'client' : 'relay';
      return defer(() => {
        const body = JSON.stringify(call.body);
        const send = () =>
          client.stream.post(`${base}/v1/messages`, { headers: headers(call), body });
        return askClaude({ send, call, idleMs, maxEventBytes, keyOf });
      });
    },
    models() {
      return models$;
    },
  } satisfies Channel;
}
