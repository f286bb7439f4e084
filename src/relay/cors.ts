import type { RelayMiddleware } from './RelayContext.ts';

/** Seconds that a browser may remember what it was allowed. */
const MAX_AGE_S = 600;

/** What scripts may read besides the few headers they always may. */
const exposed = [
  'request-id',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'x-request-id',
  'x-client-request-id',
  'x-anthropic-request-id',
  ...['limit', 'remaining', 'reset'].flatMap((field) => [
    `x-ratelimit-${field}-requests`,
    `x-ratelimit-${field}-tokens`,
  ]),
  'x-relay-attempts',
  'x-relay-channel',
  'x-relay-warnings',
  'openai-processing-ms',
].join(', ');

/**
 * Lets pages of other origins use the relay from a browser.
 *
 * Nobody unless configured: a relay on one's own machine that needs no key would else work for every
 * page one visits.
 *
 * @param origins - those let in, e.g. `https://chat.example`; `*` lets in everybody
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function cors(origins: readonly string[]): RelayMiddleware {
  const isAllowed = (origin: string) => origins.includes('*') || origins.includes(origin);
  return function cors(ctx, next) {
    if (origins.length > 0) ctx.vary('origin');
    const origin = ctx.get('origin');
    if (origin === '' || !isAllowed(origin)) {
      return next();
    }
    ctx.set('access-control-allow-origin', origin);
    ctx.set('access-control-expose-headers', exposed);
    const method = ctx.get('access-control-request-method');
    if (ctx.method !== 'OPTIONS' || method === '') {
      return next();
    }
    ctx.set('access-control-allow-methods', 'GET, HEAD, POST');
    // Clients send many headers of their own; what is read of them is decided elsewhere.
    ctx.set('access-control-allow-headers', ctx.get('access-control-request-headers'));
    ctx.set('access-control-max-age', String(MAX_AGE_S));
    ctx.status = 204;
    return undefined;
  };
}
