import { identity } from 'rxjs';
import { anthropicChannel, type AnthropicOptions } from '../../src/channels/anthropic.ts';
import type { Channel } from '../../src/channels/Channel.ts';
import { createRelay } from '../../src/relay/createRelay.ts';
import type { RelayOptions } from '../../src/relay/RelayOptions.ts';
import { type RunningRelay, serve } from '../../src/relay/serve.ts';
import { startUpstream, type Upstream, type Visit } from './upstream.ts';

export interface RelayAndUpstream {
  readonly relay: RunningRelay;
  readonly upstream: Upstream;
  /** `POST` here. */
  readonly completions: string;
}

/** Starts relays in front of upstreams, and ends them all. */
export interface Relays {
  to(
    answer: (visit: Visit) => unknown,
    options?: Partial<RelayOptions>,
    channel?: AnthropicOptions,
    around?: (channel: Channel) => Channel,
  ): Promise<RelayAndUpstream>;
  endAll(): Promise<void>;
}

export function relays(): Relays {
  const running: RelayAndUpstream[] = [];
  return {
    async to(answer, options = {}, channel = {}, around = identity) {
      const upstream = await startUpstream(answer);
      const app = createRelay({
        channel: around(anthropicChannel({ baseUrl: upstream.url, apiKey: 'sk-test', ...channel })),
        ...options,
      });
      const relay = await serve(app, { host: '127.0.0.1', port: 0 });
      const both = { relay, upstream, completions: `${relay.url}/v1/chat/completions` };
      running.push(both);
      return both;
    },
    async endAll() {
      for (const { relay, upstream } of running.splice(0)) {
        await relay.drain(0);
        await upstream.close();
      }
    },
  };
}
