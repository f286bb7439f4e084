import { models, type ModelTable } from '../convert/models.ts';
import type { ChannelModel } from './Channel.ts';

/** The models we know of ourselves, for upstreams that do not list theirs; retired ones left out. */
export const fallbackModels = (table: ModelTable = models): readonly ChannelModel[] =>
  Object.entries(table.models)
    .filter(([, { status }]) => status !== 'retired')
    .map(([id, { released }]) => ({
      id,
      created: Math.floor(Date.parse(released ?? '1970-01-01') / 1000),
      ownedBy: 'anthropic',
    }));
