import Router from '@koa/router';
import type { Middleware } from 'koa';
import { chatCompletions } from './chatCompletions.ts';
import { listModels, showModel } from './models.ts';
import { nativeMessages } from './nativeMessages.ts';
import { nativeEndpoints } from './nativePaths.ts';
import type { RelayState } from './RelayContext.ts';
import type { RelaySettings } from './RelayOptions.ts';
import { refuseTheRest } from './refuseTheRest.ts';
import { unknownUrl } from './unknownUrl.ts';

/**
 * The routes, each with and without `/v1`: a base URL that lacks it is the commonest mistake made in
 * setting up a client.
 */
export function routes(settings: RelaySettings): readonly Middleware<RelayState>[] {
  const router = new Router<RelayState>();
  router.post('{/v1}/chat/completions', chatCompletions(settings));
  for (const endpoint of nativeEndpoints) {
    router.post(endpoint.replace('/v1', '{/v1}'), nativeMessages(settings, endpoint));
  }
  router.get('{/v1}/models', listModels(settings));
  router.get('{/v1}/models/*id', showModel(settings));
  for (const [path, hint] of Object.entries(notHere)) {
    router.all(`{/v1}${path}`, (ctx) => {
      throw unknownUrl(ctx.method, ctx.path, hint);
    });
  }
  return [
    router.routes() as Middleware<RelayState>,
    refuseTheRest((path) => router.match(path, '').path.flatMap(({ methods }) => methods)),
  ];
}

/** What clients ask for that Claude, or this relay, has no answer to; and what to do instead. */
const notHere: Readonly<Record<string, string>> = {
  '/responses':
    'This relay does not speak the Responses API: use chat completions ' +
    '(in the AI SDK `.chat(model)`, in the Agents SDK `OpenAIChatCompletionsModel`).',
  '/completions': 'Claude has no text completions: use /v1/chat/completions.',
  '/embeddings': 'Claude has no embeddings: send these requests to another provider.',
};
