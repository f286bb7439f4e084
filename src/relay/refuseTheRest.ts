import { RequestError } from '../errors.ts';
import type { RelayMiddleware } from './RelayContext.ts';
import { unknownUrl } from './unknownUrl.ts';

/**
 * Answers what no route answered: 405 where the path is known for another method, else 404.
 *
 * @param methodsOf - the methods a path is known for
 */
export function refuseTheRest(methodsOf: (path: string) => readonly string[]): RelayMiddleware {
  return function refuseTheRest(ctx) {
    const allowed = methodsOf(ctx.path);
    if (allowed.length === 0) {
      throw unknownUrl(
        ctx.method,
        ctx.path,
        'Please check the URL for typos, and see the README for what this relay serves.',
      );
    }
    ctx.set('allow', allowed.join(', '));
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      return;
    }
    throw new RequestError(`Not allowed to ${ctx.method} on ${ctx.path}.`, {
      status: 405,
      reason: 'method_not_supported',
    });
  };
}
