import { anthropicChannel } from '../channels/anthropic.ts';
import { bedrockChannel } from '../channels/bedrock/bedrockChannel.ts';
import type { Channel } from '../channels/Channel.ts';
import { replayChannel } from '../channels/replayChannel.ts';
import { vertexChannel } from '../channels/vertex/vertexChannel.ts';
import type { ChannelConfig } from './config.ts';

/** Opens the channel a configuration names. */
export function openChannel({ name, options }: ChannelConfig): Channel {
  switch (name) {
    case 'anthropic':
      return anthropicChannel(options);
    case 'bedrock':
      return bedrockChannel(options);
    case 'vertex':
      return vertexChannel(options);
    case 'replay':
      return replayChannel(options);
  }
}
