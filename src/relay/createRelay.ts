import Koa from 'koa';
import { answerErrors } from './answerErrors.ts';
import { ownHeaders } from './answerHeaders.ts';
import { cors } from './cors.ts';
import { health } from './health.ts';
import { logRequests, type RelayLog } from './log.ts';
import { keepFresh } from './modelCatalog.ts';
import { readOptions } from './readOptions.ts';
import type { RelayMiddleware, RelayState } from './RelayContext.ts';
import type { RelayOptions, RelaySettings } from './RelayOptions.ts';
import { newRecord } from './RequestRecord.ts';
import { clientKey, requireKey } from './requireKey.ts';
import { routes } from './routes.ts';
import { setHeaders } from './setHeaders.ts';

/**
 * A relay as a Koa application: serve its `callback()`, or mount it in an application of your own.
 *
 * It reads neither the environment nor any file. Between requests it keeps what `turnStore` keeps.
 *
 * **Errors** – `ConfigError` for options that are wrong, all problems at once.
 */
export function createRelay(options: RelayOptions): Koa<RelayState> {
  const settings = readOptions(options);
  keepFresh(settings.catalog, settings.refreshModelsMs);

  const app = new Koa<RelayState>();
  if (settings.corsOrigins.length > 0) app.use(cors(settings.corsOrigins));
  app.use(health(settings.isReady));
  app.use(openRecord());
  app.use(logRequests(settings.log));
  app.use(answerErrors());
  if (settings.auth !== 'none') app.use(authenticate(settings));
  for (const middleware of routes(settings)) app.use(middleware);

  app.on('error', reportTo(settings.log));
  return app;
}

/** An id the client made up, to find its request again in our log. */
const isRequestId = /^[\x21-\x7e]{1,128}$/;

function openRecord(): RelayMiddleware {
  return function openRecord(ctx, next) {
    ctx.state.record = newRecord();
    const sent = ctx.get('x-client-request-id');
    if (isRequestId.test(sent)) {
      ctx.state.record.clientRequestId = sent;
      ctx.set('x-client-request-id', sent);
    }
    setHeaders(ctx, ownHeaders(ctx.state.record, ctx.path));
    return next();
  };
}

function authenticate({ auth, keys }: RelaySettings): RelayMiddleware {
  const letIn = requireKey(auth, keys);
  return function authenticate(ctx, next) {
    letIn(clientKey(ctx.headers));
    return next();
  };
}

/** Koa reports here what goes wrong around an answer; mostly, that the client is gone. */
const reportTo =
  (log: RelayLog) =>
  (error: NodeJS.ErrnoException): void => {
    if (!hangUps.has(error.code ?? '')) log.error({ err: error }, 'unexpected');
  };

/** A client that hangs up is no error: the unsubscription has already reached Claude. */
const hangUps: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECANCELED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
]);
