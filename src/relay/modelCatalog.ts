import { firstValueFrom } from 'rxjs';
import type { Channel } from '../channels/Channel.ts';
import { extendModels, type ModelTable, type ModelTraits } from '../convert/models.ts';

/** Rows of a model table: ids, and what is to be known of each. */
export type ModelRows = Readonly<Record<string, Partial<ModelTraits>>>;

/** What is known of models, kept up to date. */
export interface ModelCatalog {
  /** The table as of now. */
  readonly table: ModelTable;
  /** Asks the upstream anew what its models can do. Never fails: what it does not say stays as it was. */
  refresh(): Promise<void>;
}

export interface ModelCatalogOptions {
  /** What is known before anybody is asked. @defaultValue the built-in table */
  readonly base?: ModelTable | undefined;
  /** The configuration's own word, which nobody overrules. */
  readonly rows?: ModelRows | undefined;
}

/**
 * Puts together what is known of models: the table, what the upstream lists, and the configuration,
 * each over the one before.
 *
 * Models come and change faster than relays are updated; a wrong row is a 400 for every request.
 */
export function modelCatalog(
  channel: Pick<Channel, 'models'>,
  { base, rows = {} }: ModelCatalogOptions = {},
): ModelCatalog {
  let table = extendModels(rows, base);
  return {
    get table() {
      return table;
    },
    async refresh() {
      try {
        const offered = await firstValueFrom(channel.models({ fresh: true }), {
          defaultValue: [],
        });
        const listed = Object.fromEntries(
          offered.flatMap(({ id, traits }) => (traits === undefined ? [] : [[id, traits]])),
        );
        table = extendModels(rows, extendModels(listed, base));
      } catch {
        // The next time is soon enough.
      }
    },
  };
}

/**
 * Refreshes a catalog now and from time to time, without keeping the process alive.
 *
 * @param everyMs - milliseconds; 0 never, not even now
 */
export function keepFresh(catalog: ModelCatalog, everyMs: number): void {
  if (everyMs <= 0) return;
  let isRefreshing = false;
  const refresh = async () => {
    if (isRefreshing) return;
    isRefreshing = true;
    await catalog.refresh();
    isRefreshing = false;
  };
  void refresh();
  setInterval(() => void refresh(), everyMs).unref();
}
