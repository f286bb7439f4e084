import { defer, forkJoin, map, type Observable } from 'rxjs';
import { RequestError } from '../../errors.ts';
import { fused } from '../../operators/fused.ts';
import { holdUntilBegun } from '../../operators/holdUntilBegun.ts';
import type { Channel, ChannelConversion, ChannelModel, ClaudeCall } from '../Channel.ts';
import { hasAnswer, notThere } from '../nativeAnswer.ts';
import { inTime } from './inTime.ts';
import { inTurn } from './inTurn.ts';
import { nativeInTime } from './nativeInTime.ts';
import { type OpenRoute, openRoute } from './openRoute.ts';
import type { Route, RoutePolicy } from './Route.ts';
import { weightedOrder } from './weightedOrder.ts';
import { whenBegun } from './whenBegun.ts';

/**
 * A channel made of channels: each request goes to one that serves its model, and to the next if that
 * one fails before it has begun to answer.
 *
 * Among the channels of the lowest priority number chance decides, by weight. One that failed too
 * often, or asked for it, is left alone for a while. Where there is only one channel it is asked
 * again. What goes on from an earlier answer goes where that came from, if it can.
 *
 * **Errors** – those of the channel asked last; `RequestError` for a model that none serves (404),
 * and when every one has as many requests under way as it may (503).
 */
export function routedChannel(given: readonly Route[], policy: RoutePolicy = {}): Channel {
  const { retries = 1, random = Math.random } = policy;
  const routes = given.map((route) => openRoute(route, policy));

  return {
    name: routes.map(({ name }) => name).join(', '),
    messages: (call) =>
      defer(() =>
        inTurn({
          call,
          routes: inOrder(serving(call.body.model), call.continues),
          ask$: (channel, asked, { firstEventMs, onBegun }) =>
            channel
              .messages(asked)
              .pipe(fused(holdUntilBegun(), whenBegun(onBegun)), inTime(firstEventMs)),
          policy,
        }),
      ),
    native: (call) =>
      defer(() => {
        const able = serving(call.body.model).filter(({ channel }) => hasAnswer(channel, call));
        if (able.length === 0) throw notThere(call);
        return inTurn({
          call,
          routes: inOrder(able, call.continues),
          ask$: nativeInTime,
          policy,
        });
      }),
    ...(routes.some(({ conversion }) => conversion !== undefined) && {
      conversionFor: (model: string) => weakest(routes.filter((route) => route.serves(model))),
    }),
    describe: (call) => {
      const [first] = inOrder(serving(call.body.model));
      const described = first?.channel.describe?.(first.fit(call));
      return first && described && { ...described, channel: first.name };
    },
    models: (options) =>
      forkJoin(routes.map((route) => offered(route, options))).pipe(
        map((lists) => unique(lists.flat())),
      ),
  } satisfies Channel;

  function serving(model: string): readonly OpenRoute[] {
    const able = routes.filter((route) => route.serves(model));
    if (able.length > 0) return able;
    throw new RequestError(`The model '${model}' does not exist or you do not have access to it.`, {
      status: 404,
      param: 'model',
      reason: 'model_not_found',
    });
  }

  /**
   * Whom to ask, first to last: who rests is passed over, unless everybody does. Who was asked before
   * comes first – and alone, once some of the answer was passed on.
   */
  function inOrder(
    able: readonly OpenRoute[],
    continues?: ClaudeCall['continues'],
  ): readonly OpenRoute[] {
    const [first] = able;
    if (able.length === 1 && first !== undefined) return again(first);
    const before = able.find(({ name }) => name === continues?.channel);
    if (before !== undefined && continues?.isBegun === true) return again(before);
    const awake = able.filter(({ health }) => health.restMs() === 0);
    const order =
      awake.length > 0
        ? priorities(awake).flatMap((level) => weightedOrder(level, random))
        : able.toSorted((a, b) => a.health.restMs() - b.health.restMs());
    const [only] = order;
    if (order.length === 1 && only !== undefined) return again(only);
    return before !== undefined && order.includes(before)
      ? [before, ...order.filter((route) => route !== before)]
      : order;
  }

  /** Where nobody else is to be asked. */
  function again(route: OpenRoute): readonly OpenRoute[] {
    return new Array<OpenRoute>(1 + retries).fill(route);
  }
}

/** The routes of each priority, the lowest number first. */
function priorities(routes: readonly OpenRoute[]): readonly (readonly OpenRoute[])[] {
  const levels = [...new Set(routes.map(({ priority = 0 }) => priority))].sort((a, b) => a - b);
  return levels.map((level) => routes.filter(({ priority = 0 }) => priority === level));
}

/** From the upstream that takes the least of a request to the one that takes it all. */
const byStrength = ['bedrock', 'vertex', 'anthropic', 'replay'] as const;

/** What every one of the routes takes: which of them will answer is not known beforehand. */
function weakest(routes: readonly OpenRoute[]): ChannelConversion {
  const conversions = routes.flatMap(({ conversion }) => conversion ?? []);
  for (const upstream of byStrength) {
    const found = conversions.find((conversion) => conversion.upstream === upstream);
    if (found !== undefined) return found;
  }
  return {};
}

/** The models of a route: those its channel lists, as far as it serves them, and those it names. */
function offered(
  route: OpenRoute,
  options: Parameters<Channel['models']>[0],
): Observable<readonly ChannelModel[]> {
  const { channel, models: patterns = [] } = route;
  const named = patterns
    .filter((pattern) => !pattern.endsWith('*'))
    .map((id): ChannelModel => ({ id, created: 0, ownedBy: 'anthropic' }));
  return channel
    .models(options)
    .pipe(map((models) => [...models.filter(({ id }) => route.serves(id)), ...named]));
}

const unique = (models: readonly ChannelModel[]): readonly ChannelModel[] =>
  models.filter(({ id }, at) => models.findIndex((model) => model.id === id) === at);
