import type { ChannelModel } from '../channels/Channel.ts';
import { RequestError } from '../errors.ts';
import type { RelayContext } from './RelayContext.ts';
import type { RelaySettings } from './RelayOptions.ts';
import { untilClientLeaves } from './untilClientLeaves.ts';

/** `GET /v1/models`: what the channel offers, and what this relay knows of by other names. */
export function listModels(settings: RelaySettings): (ctx: RelayContext) => Promise<void> {
  return async function listModels(ctx) {
    ctx.body = { object: 'list', data: (await offered(ctx, settings)).map(toOpenAIModel) };
  };
}

/** `GET /v1/models/{id}`; ids may contain slashes. */
export function showModel(
  settings: RelaySettings,
): (ctx: RelayContext & { readonly params: { readonly id?: string } }) => Promise<void> {
  return async function showModel(ctx) {
    const { id } = ctx.params;
    const model = (await offered(ctx, settings)).find((offer) => offer.id === id);
    if (model === undefined) {
      throw new RequestError(
        `The model '${String(id)}' does not exist or you do not have access to it.`,
        { status: 404, param: 'model', reason: 'model_not_found' },
      );
    }
    ctx.body = toOpenAIModel(model);
  };
}

async function offered(
  ctx: RelayContext,
  { channel, request, models: rows }: RelaySettings,
): Promise<readonly ChannelModel[]> {
  const models = await untilClientLeaves(ctx.res, channel.models());
  const own = new Set([...Object.keys(rows), ...Object.keys(request.aliases ?? {})]);
  for (const { id } of models) own.delete(id);
  return [...models, ...[...own].map((id): ChannelModel => ({ id, created: 0, ownedBy: 'relay' }))];
}

const toOpenAIModel = ({ id, created, ownedBy }: ChannelModel): object => ({
  id,
  object: 'model',
  created,
  owned_by: ownedBy,
});
