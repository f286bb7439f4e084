import type { Channel, ChannelConversion } from '../channels/Channel.ts';
import type { RequestSettings } from '../convert/request/RequestSettings.ts';
import { resolveModel } from '../convert/request/resolveModel.ts';

/**
 * How a request is converted for whichever channel will get it, where the channels of a relay differ:
 * the model is known before the channel is.
 */
export function conversionOf(
  request: unknown,
  channel: Pick<Channel, 'conversionFor'>,
  settings: RequestSettings,
): ChannelConversion {
  if (channel.conversionFor === undefined) return {};
  const { model } = Object(request) as { readonly model?: unknown };
  return typeof model === 'string' ? channel.conversionFor(resolveModel(model, settings).id) : {};
}
