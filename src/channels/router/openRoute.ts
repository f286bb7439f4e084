import { withModel } from '../../convert/request/withModel.ts';
import { RequestError } from '../../errors.ts';
import type { ClaudeCall, NativeCall } from '../Channel.ts';
import type { Route, RoutePolicy } from './Route.ts';
import { type RouteHealth, routeHealth } from './routeHealth.ts';

/** A route as it stands: how it fares, and how much is under way on it. */
export interface OpenRoute extends Route {
  readonly health: RouteHealth;
  serves(model: string): boolean;
  /**
   * Takes a place; call what it returns to give it back.
   *
   * **Errors** – throws `RequestError` (503) when there is none.
   */
  occupy(): () => void;
  /** The call as it is made here. */
  fit<C extends Fitted>(call: C): C;
}

/** What of a call depends on where it goes. */
type Fitted = Pick<ClaudeCall, 'body' | 'headers'> & Partial<Pick<NativeCall, 'bytes'>>;

export function openRoute(route: Route, policy: RoutePolicy): OpenRoute {
  const { models, modelIds = {}, headers, maxConcurrent = 0 } = route;
  let active = 0;
  return {
    ...route,
    health: routeHealth(policy),
    serves: (model) => models === undefined || models.some((pattern) => isMatch(pattern, model)),
    occupy() {
      if (maxConcurrent > 0 && active >= maxConcurrent) throw tooBusy();
      active += 1;
      return () => {
        active -= 1;
      };
    },
    fit: (call) => {
      const { model } = call.body;
      const renamed = Object.hasOwn(modelIds, model) ? modelIds[model] : undefined;
      const dressed = headers ? { ...call, headers: { ...call.headers, ...headers } } : call;
      if (renamed === undefined) return dressed;
      const body = { ...call.body, model: renamed };
      return call.bytes !== undefined
        ? { ...dressed, body, bytes: renamedBytes(call.bytes, renamed) }
        : { ...dressed, body };
    },
  };
}

/** What a native client wrote, to the last digit, with another name of a model. */
const renamedBytes = (bytes: Uint8Array, model: string): Uint8Array =>
  Buffer.from(withModel(new TextDecoder().decode(bytes), model));

const isMatch = (pattern: string, model: string): boolean =>
  pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : pattern === model;

const tooBusy = (): RequestError =>
  new RequestError('The relay has as many requests under way as it may.', {
    status: 503,
    reason: 'server_is_overloaded',
  });
