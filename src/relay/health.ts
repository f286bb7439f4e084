import type { RelayMiddleware } from './RelayContext.ts';

/** Alive is whoever answers at all. */
const liveness: ReadonlySet<string> = new Set(['/livez', '/healthz']);
/** Ready is who should be sent more: not a process that is about to stop. */
const readiness: ReadonlySet<string> = new Set(['/health', '/readyz']);

/**
 * Answers those who look after the process: without a key, without a line in the log, and without
 * asking the upstream, whose troubles a restart of the relay would not end.
 */
export function health(isReady: () => boolean): RelayMiddleware {
  return function health(ctx, next) {
    const asked = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (asked && liveness.has(ctx.path)) ctx.body = { status: 'ok' };
    else if (asked && readiness.has(ctx.path)) {
      ctx.status = isReady() ? 200 : 503;
      ctx.body = { status: isReady() ? 'ok' : 'draining' };
    } else return next();
    return undefined;
  };
}
