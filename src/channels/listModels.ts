import { catchError, defer, finalize, from, type Observable, of, tap } from 'rxjs';
import { listedTraits } from '../convert/listedTraits.ts';
import type { ChannelModel } from './Channel.ts';

/** How long a list of models is good for, in milliseconds. */
const FRESH_MS = 10 * 60 * 1000;
/** Pages asked for at most; Anthropic has one of a thousand. */
const MAX_PAGES = 20;

/** Asks for the page of models after the given id; undefined asks for the first. */
export type ModelPage = (afterId: string | undefined, signal: AbortSignal) => Promise<unknown>;

/**
 * Lists the models an upstream offers, and remembers them for ten minutes.
 *
 * A list is a courtesy to clients that let their users choose: where the upstream has none, or it
 * fails, the last list or what we know ourselves is told instead, and the next request asks again.
 *
 * @see https://platform.claude.com/docs/en/api/models-list
 */
export function listModels(
  page: ModelPage,
  fallback: readonly ChannelModel[],
): (options?: { readonly fresh?: boolean }) => Observable<readonly ChannelModel[]> {
  let known: { readonly models: readonly ChannelModel[]; readonly at: number } | undefined;
  return ({ fresh = false } = {}) =>
    defer(() => {
      const isFresh = known !== undefined && performance.now() - known.at < FRESH_MS;
      if (known !== undefined && isFresh && !fresh) return of(known.models);
      return fromSignal((signal) => allPages(page, signal)).pipe(
        tap((models) => {
          known = { models, at: performance.now() };
        }),
        catchError(() => of(known?.models ?? fallback)),
      );
    });
}

/** Runs a promise that is called off when nobody waits for it any more. */
function fromSignal<T>(run: (signal: AbortSignal) => Promise<T>): Observable<T> {
  return defer(() => {
    const abort = new AbortController();
    return from(run(abort.signal)).pipe(
      finalize(() => {
        abort.abort();
      }),
    );
  });
}

async function allPages(page: ModelPage, signal: AbortSignal): Promise<readonly ChannelModel[]> {
  const models: ChannelModel[] = [];
  let afterId: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const { data, has_more, last_id } = (await page(afterId, signal)) as ModelList;
    if (!Array.isArray(data)) throw new TypeError('This is no list of models.');
    models.push(...(data as readonly ListedModel[]).flatMap(toChannelModels));
    afterId = last_id ?? (data as readonly ListedModel[]).at(-1)?.id;
    if (has_more !== true || afterId === undefined) return models;
  }
  return models;
}

function toChannelModels(listed: ListedModel): readonly ChannelModel[] {
  const { id, created_at, lifecycle } = listed;
  if (typeof id !== 'string' || lifecycle === 'retired') return [];
  const createdMs = Date.parse(created_at ?? '');
  const created = Number.isNaN(createdMs) ? 0 : Math.floor(createdMs / 1000);
  const traits = listedTraits(listed);
  return [{ id, created, ownedBy: 'anthropic', ...(traits && { traits }) }];
}

interface ModelList {
  readonly data?: unknown;
  readonly has_more?: boolean;
  readonly last_id?: string | null;
}
interface ListedModel {
  readonly id?: string;
  readonly created_at?: string;
  readonly lifecycle?: string;
}
