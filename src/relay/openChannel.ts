import { anthropicChannel } from '../channels/anthropic.ts';
import { bedrockChannel } from '../channels/bedrock/bedrockChannel.ts';
import type { Channel } from '../channels/Channel.ts';
import { replayChannel } from '../channels/replayChannel.ts';
import type { RoutePolicy } from '../channels/router/Route.ts';
import { routedChannel } from '../channels/router/routedChannel.ts';
import { vertexChannel } from '../channels/vertex/vertexChannel.ts';
import type { ChannelConfig } from './config.ts';

/**
 * Opens the channel a configuration names: one is asked again where that may help, of several another
 * one is.
 */
export function openChannel(config: ChannelConfig, policy: RoutePolicy = {}): Channel {
  switch (config.name) {
    case 'many':
      return routedChannel(
        config.options.map(({ channel, ...route }) => ({ ...route, channel: openOne(channel) })),
        policy,
      );
    case 'replay': // It fails on purpose, and then always the same way.
      return openOne(config);
    default:
      return routedChannel([{ name: config.name, channel: openOne(config) }], policy);
  }
}

function openOne(config: ChannelConfig): Channel {
  const { name, options } = config;
  switch (name) {
    case 'anthropic':
      return anthropicChannel(options);
    case 'bedrock':
      return bedrockChannel(options);
    case 'vertex':
      return vertexChannel(options);
    case 'replay':
      return replayChannel(options);
    case 'many':
      return openChannel(config);
  }
}
