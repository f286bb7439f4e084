import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { type Got } from 'got';
import { defer, switchMap, takeUntil, tap } from 'rxjs';
import { version as ownVersion } from '../version.ts';
import type { Channel, ChannelModel, ClaudeCall } from './Channel.ts';
import { claudeAnswer } from './claudeAnswer.ts';
import { exchange } from './exchange.ts';
import { fallbackModels } from './fallbackModels.ts';
import { listModels } from './listModels.ts';
import { watchSilence } from './Silence.ts';

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
        let stopped = false;
        const body = JSON.stringify(call.body);
        const silence = watchSilence(idleMs);
        return exchange({
          send: () => client.stream.post(`${base}/v1/messages`, { headers: headers(call), body }),
          isOver: () => stopped,
        }).pipe(
          switchMap((answer) => claudeAnswer(answer, { call, silence, maxEventBytes, keyOf })),
          tap((event) => {
            if (event.type === 'message_stop') stopped = true;
          }),
          takeUntil(silence.tooLong$),
        );
      });
    },
    models() {
      return models$;
    },
  } satisfies Channel;
}

/**
 * got at its leanest: one instance, connections kept, and none of its comforts on the way.
 *
 * Retrying a request that was half answered would say things twice; following a redirect would take
 * the key elsewhere; decompressing is not wanted in front of a stream.
 */
function leanClient(connectTimeoutMs: number): Got {
  const kept = { keepAlive: true, maxFreeSockets: 256 };
  return got.extend({
    agent: { http: new HttpAgent(kept), https: new HttpsAgent(kept) },
    retry: { limit: 0 },
    decompress: false,
    throwHttpErrors: false,
    followRedirect: false,
    headers: { 'user-agent': `marblegate/${ownVersion}`, 'accept-encoding': 'identity' },
    timeout: {
      lookup: connectTimeoutMs,
      connect: connectTimeoutMs,
      secureConnect: connectTimeoutMs,
    },
  });
}
