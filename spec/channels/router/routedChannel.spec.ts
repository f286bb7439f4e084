import { describe, expect, it } from '@jest/globals';
import { concatWith, defer, NEVER, type Observable, of } from 'rxjs';
import type { Attempt, Channel, ClaudeCall } from '../../../src/channels/Channel.ts';
import type { Route, RoutePolicy } from '../../../src/channels/router/Route.ts';
import { routedChannel } from '../../../src/channels/router/routedChannel.ts';
import type { ClaudeEvent } from '../../../src/claude/events.ts';
import { ConnectionError, RequestError, TimeoutError, UpstreamError } from '../../../src/errors.ts';
import { claude, emitted } from '../../../src/testing/index.ts';
import { marbles } from '../../support/marbles.ts';

// prettier-ignore
const says = {
  p: claude.ping(),
  S: claude.messageStart(),
  t: claude.text(0, 'Hi'),
  X: claude.messageStop(),
  E: claude.streamError('overloaded_error', 'Overloaded'),
};

const refused = new ConnectionError('refused');
const limited = new UpstreamError('Slow down', { type: 'rate_limit_error', status: 429 });
const bad = new UpstreamError('No', { type: 'invalid_request_error', status: 400 });
const busy = (headers: Readonly<Record<string, string>> = {}) =>
  new UpstreamError('Overloaded', { type: 'overloaded_error', status: 529, headers });

/** Where every attempt is known to get the head first. */
const channel = (answer: (call: ClaudeCall) => Observable<ClaudeEvent>): Channel => ({
  name: 'some',
  messages(call) {
    call.onHead({ status: 200, headers: {} });
    return answer(call);
  },
  models: () => of([]),
});

const route = (
  name: string,
  said$: Observable<ClaudeEvent>,
  options: Partial<Route> = {},
): Route => ({ name, channel: channel(() => said$), ...options });

/** Says one thing after another, a request each; the last one again and again. */
function inOneAfterAnother(name: string, ...answers: readonly Observable<ClaudeEvent>[]): Route {
  let asked = 0;
  return {
    name,
    channel: channel(() => answers[Math.min(asked++, answers.length - 1)] ?? NEVER),
  };
}

function call(model = 'claude-a'): ClaudeCall & {
  readonly attempts: readonly Attempt[];
  readonly told: readonly string[];
} {
  const attempts: Attempt[] = [];
  const told: string[] = [];
  return {
    body: { model, max_tokens: 1, messages: [] },
    betas: [],
    headers: {},
    demand$: of(true),
    attempts,
    told,
    onAttempt: (attempt) => attempts.push(attempt),
    onHead: () => told.push('head'),
  };
}

/** Chance is out of the game: the first of equals comes first, and the first wait is 500 ms. */
const policy: RoutePolicy = { random: () => 0 };

describe('routedChannel', () => {
  it(
    'goes from channel to channel until one begins to answer',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const down$ = cold<ClaudeEvent>('--#', says, refused);
      const busy$ = cold<ClaudeEvent>('p-E', says);
      const good$ = cold<ClaudeEvent>('p-S-----t-X|', says);
      const first = '                  ^-!             ';
      const second = '                 --^-!           ';
      const third = '                  ----^----------!';
      const expected = '               ------(pS)--t-X|';

      const routes = [route('down', down$), route('busy', busy$), route('good', good$)];
      expectObservable(routedChannel(routes, policy).messages(call())).toBe(expected, says);
      expectSubscriptions(down$.subscriptions).toBe(first);
      expectSubscriptions(busy$.subscriptions).toBe(second);
      expectSubscriptions(good$.subscriptions).toBe(third);
    }),
  );

  it(
    'tells of each attempt, and passes on the head of none but the last',
    marbles(({ cold, flush }) => {
      const asked = call();
      const routes = [
        route('down', cold<ClaudeEvent>('#', says, refused)),
        route('good', cold<ClaudeEvent>('S-t-X|', says)),
      ];

      routedChannel(routes, policy)
        .messages(asked)
        .subscribe({ error: () => undefined });
      flush();

      expect(asked.attempts).toEqual([
        { channel: 'down' },
        { channel: 'down', error: refused },
        { channel: 'good' },
      ]);
      expect(asked.told).toEqual(['head']);
    }),
  );

  for (const [what, error] of [
    ['a connection that broke', refused],
    ['an overloaded upstream', busy()],
    ['no credit', new UpstreamError('No credit', { type: 'billing_error', status: 402 })],
    ['a key that is no good', new UpstreamError('No', { status: 401 })],
    ['a request it cannot take', new RequestError('Files are not supported here.')],
  ] as const) {
    it(
      `moves on after ${what}`,
      marbles(({ cold, expectObservable }) => {
        const failing$ = cold<ClaudeEvent>('--#     ', says, error);
        const good$ = cold<ClaudeEvent>('     S-t-X|', says);
        const expected = '                 --S-t-X|';

        const routes = [route('failing', failing$), route('good', good$)];
        expectObservable(routedChannel(routes, policy).messages(call())).toBe(expected, says);
      }),
    );
  }

  for (const [what, error] of [
    ['a bad request: it is bad everywhere', bad],
    ['a rate limit: the client waits for itself', limited],
    [
      "a refusal of the client's own key",
      new UpstreamError('No', { status: 401, keyOf: 'client' }),
    ],
  ] as const) {
    it(
      `does not move on after ${what}`,
      marbles(({ cold, expectObservable }) => {
        const failing$ = cold<ClaudeEvent>('--#', says, error);
        const good$ = cold<ClaudeEvent>('  S-t-X|', says);

        const routes = [route('failing', failing$), route('good', good$)];
        expectObservable(routedChannel(routes, policy).messages(call())).toBe('--#', says, error);
      }),
    );
  }

  it(
    'moves on after a rate limit where it is told to',
    marbles(({ cold, expectObservable }) => {
      const routes = [
        route('limited', cold<ClaudeEvent>('--#', says, limited)),
        route('good', cold<ClaudeEvent>('S-t-X|', says)),
      ];
      const router = routedChannel(routes, { ...policy, rateLimited: 'next' });

      expectObservable(router.messages(call())).toBe('--S-t-X|', says);
    }),
  );

  it(
    'never begins again what was begun',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const broken$ = cold<ClaudeEvent>('S-t-#', says, refused);
      const good$ = cold<ClaudeEvent>('  S-t-X|', says);
      const expected = '                 S-t-#';

      const routes = [route('broken', broken$), route('good', good$)];
      expectObservable(routedChannel(routes, policy).messages(call())).toBe(
        expected,
        says,
        refused,
      );
      expectSubscriptions(good$.subscriptions).toBe([]);
    }),
  );

  it(
    'gives a channel only so long to begin, pings apart, and lets go of it',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const slow$ = cold<ClaudeEvent>('-p-p-p-p-', says);
      const good$ = cold<ClaudeEvent>('S-t 9ms X|', says);
      const waited = '                 ^----!';
      const expected = '               -----S-t 9ms X|';

      const routes = [
        route('slow', slow$, { firstEventMs: 5 }),
        route('good', good$, { firstEventMs: 5 }),
      ];
      expectObservable(routedChannel(routes, policy).messages(call())).toBe(expected, says);
      expectSubscriptions(slow$.subscriptions).toBe(waited);
    }),
  );

  it(
    'fails with what the last one failed with',
    marbles(({ cold, expectObservable }) => {
      const routes = [
        route('down', cold<ClaudeEvent>('-#', says, refused)),
        route('silent', cold<ClaudeEvent>('-', says), { firstEventMs: 3 }),
      ];

      expectObservable(routedChannel(routes, policy).messages(call())).toBe(
        '----#',
        says,
        new TimeoutError('The upstream did not begin to answer in 3 ms.'),
      );
    }),
  );

  it(
    'lets go of whatever is going on when the client leaves, and of what would come',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const down$ = cold<ClaudeEvent>('--#', says, refused);
      const good$ = cold<ClaudeEvent>('----S', says);
      const listening = '              ^----!';
      const second = '                 --^--!';

      const routes = [route('down', down$), route('good', good$)];
      expectObservable(routedChannel(routes, policy).messages(call()), listening).toBe('-');
      expectSubscriptions(good$.subscriptions).toBe(second);
    }),
  );
});

describe('routedChannel with one channel', () => {
  it(
    'asks it once more, after half a second',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const down$ = cold<ClaudeEvent>('--#', says, refused);
      const attempts = ['             ^-!', ' 502ms ^-!'];
      const expected = '              504ms #';

      expectObservable(routedChannel([route('only', down$)], policy).messages(call())).toBe(
        expected,
        says,
        refused,
      );
      expectSubscriptions(down$.subscriptions).toBe(attempts);
    }),
  );

  it(
    'waits longer and longer, a little less by chance',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const down$ = cold<ClaudeEvent>('#', says, refused);
      const attempts = ['(^!)', '375ms (^!)', '1125ms (^!)'];

      const router = routedChannel([route('only', down$)], { retries: 2, random: () => 1 });
      expectObservable(router.messages(call())).toBe('1125ms #', says, refused);
      expectSubscriptions(down$.subscriptions).toBe(attempts);
    }),
  );

  it(
    'waits as long as it is asked to',
    marbles(({ cold, expectObservable }) => {
      const only = inOneAfterAnother(
        'only',
        cold<ClaudeEvent>('#', says, busy({ 'retry-after': '2' })),
        cold<ClaudeEvent>('S-X|', says),
      );

      expectObservable(routedChannel([only], policy).messages(call())).toBe('2s S-X|', says);
    }),
  );

  for (const [what, error] of [
    ['is asked to wait for longer than five seconds', busy({ 'retry-after': '6' })],
    ['is told not to', busy({ 'x-should-retry': 'false' })],
    ['is limited, whatever else it is told', limited],
    ['asked too much', bad],
    ['waited in vain', new TimeoutError('nothing came')],
  ] as const) {
    it(
      `leaves it to the client when it ${what}`,
      marbles(({ cold, expectObservable }) => {
        const only = route('only', cold<ClaudeEvent>('--#', says, error));

        expectObservable(routedChannel([only], policy).messages(call())).toBe('--#', says, error);
      }),
    );
  }

  it(
    'asks again where the upstream wishes it',
    marbles(({ cold, expectObservable }) => {
      const wish = new UpstreamError('Conflict', {
        type: 'conflict_error',
        status: 409,
        headers: { 'x-should-retry': 'true' },
      });
      const only = inOneAfterAnother(
        'only',
        cold<ClaudeEvent>('#', says, wish),
        cold<ClaudeEvent>('S-X|', says),
      );

      expectObservable(routedChannel([only], policy).messages(call())).toBe('500ms S-X|', says);
    }),
  );
});

describe('routedChannel choosing', () => {
  const good = (name: string, options: Partial<Route> = {}): Route =>
    route(name, of(says.S, says.X), options);

  /** Names of the channels asked, in turn. */
  const asked = (routes: readonly Route[], options: RoutePolicy = policy, model?: string) => {
    const given = call(model);
    emitted(routedChannel(routes, options).messages(given));
    return given.attempts
      .filter(({ error }) => error === undefined)
      .map((attempt) => attempt.channel);
  };

  it('asks a channel that serves the model', () => {
    const routes = [
      good('other', { models: ['claude-b', 'claude-ab'] }),
      good('family', { models: ['claude-a*'] }),
      good('all'),
    ];

    expect(asked(routes)).toEqual(['family']);
    expect(asked(routes, policy, 'claude-b')).toEqual(['other']);
    expect(asked(routes, policy, 'gpt-x')).toEqual(['all']);
  });

  it('says so when none serves it', () => {
    const { error } = outcomeOf(routedChannel([good('one', { models: ['claude-b'] })]));

    expect(error).toMatchObject({ status: 404, reason: 'model_not_found', param: 'model' });
  });

  it('asks those of the lowest number first', () => {
    expect(asked([good('spare', { priority: 1 }), good('main')])).toEqual(['main']);
  });

  it('lets chance choose by weight among equals', () => {
    const routes = [
      good('one', { weight: 1 }),
      good('three', { weight: 3 }),
      good('none', { weight: 0 }),
    ];
    const at = (point: number) => asked(routes, { random: () => point })[0];

    expect([0, 0.24, 0.26, 0.99].map(at)).toEqual(['one', 'one', 'three', 'three']);
  });

  it('uses the name a model has at the channel, and its headers', () => {
    let seen: ClaudeCall | undefined;
    const renaming: Route = {
      name: 'gateway',
      channel: channel((given) => {
        seen = given;
        return of(says.S, says.X);
      }),
      modelIds: { 'claude-a': 'vendor/a' },
      headers: { 'x-team': 'blue' },
    };
    const given = call();

    emitted(routedChannel([renaming]).messages(given));

    expect(seen).toMatchObject({ body: { model: 'vendor/a' }, headers: { 'x-team': 'blue' } });
    expect(given.body.model).toBe('claude-a');
  });

  it('sends no more to a channel than it may have under way', () => {
    const router = routedChannel(
      [route('small', NEVER, { maxConcurrent: 1 }), good('large', { priority: 1 })],
      policy,
    );
    const waiting = router.messages(call()).subscribe();
    const second = call();
    emitted(router.messages(second));
    waiting.unsubscribe();
    const third = call();
    router.messages(third).subscribe().unsubscribe();

    expect(second.attempts.at(-1)).toEqual({ channel: 'large' });
    expect(third.attempts).toEqual([{ channel: 'small' }]);
  });

  it('says that it is busy when all are', () => {
    const router = routedChannel([route('small', NEVER, { maxConcurrent: 1 })], policy);
    const waiting = router.messages(call()).subscribe();
    const { error } = outcomeOf(router);
    waiting.unsubscribe();

    expect(error).toMatchObject({ status: 503, reason: 'server_is_overloaded' });
  });

  it('lists the models of all its channels once', () => {
    const listing = (ids: readonly string[]): Channel => ({
      ...channel(() => NEVER),
      models: () => of(ids.map((id) => ({ id, created: 1, ownedBy: 'anthropic' }))),
    });
    const router = routedChannel([
      { name: 'a', channel: listing(['claude-a', 'claude-b']) },
      { name: 'b', channel: listing(['claude-b', 'claude-c']), models: ['claude-c', 'claude-d'] },
    ]);

    const models = emitted(router.models()).flat();

    expect(models.map(({ id }) => id)).toEqual(['claude-a', 'claude-b', 'claude-c', 'claude-d']);
  });

  it('has requests converted for the one that takes the least', () => {
    const router = routedChannel([
      good('own', { conversion: { upstream: 'anthropic' } }),
      good('aws', { models: ['claude-a'], conversion: { upstream: 'bedrock', urlSources: false } }),
    ]);

    expect(router.conversionFor?.('claude-a')).toEqual({ upstream: 'bedrock', urlSources: false });
    expect(router.conversionFor?.('claude-b')).toEqual({ upstream: 'anthropic' });
  });

  it('has nothing converted anew where every channel takes the same', () => {
    expect(routedChannel([good('one'), good('other')])).not.toHaveProperty('conversionFor');
  });

  function outcomeOf(router: Channel): { readonly error: unknown } {
    let error: unknown;
    router.messages(call()).subscribe({ error: (failure: unknown) => (error = failure) });
    return { error };
  }
});

describe('routedChannel going on', () => {
  const second = (isBegun: boolean) => ({
    ...call(),
    continues: { channel: 'second', isBegun },
  });

  it(
    'asks the channel that answered before, whatever its turn',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first$ = cold<ClaudeEvent>(' S-X|', says);
      const second$ = cold<ClaudeEvent>('S-t-X|', says);
      const routes = [route('first', first$), route('second', second$, { priority: 1, weight: 0 })];
      const router = routedChannel(routes, policy);

      for (const isBegun of [false, true]) {
        expectObservable(router.messages(second(isBegun))).toBe('S-t-X|', says);
      }
      expectSubscriptions(first$.subscriptions).toBe([]);
    }),
  );

  it(
    'moves on as long as nothing was told',
    marbles(({ cold, expectObservable }) => {
      const routes = [
        route('first', cold<ClaudeEvent>('S-X|', says)),
        route('second', cold<ClaudeEvent>('--#', says, refused)),
      ];

      expectObservable(routedChannel(routes, policy).messages(second(false))).toBe('--S-X|', says);
    }),
  );

  it(
    'asks nobody else once something was, but the same again',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first$ = cold<ClaudeEvent>(' S-X|', says);
      const second$ = cold<ClaudeEvent>('--#', says, refused);
      const attempts = ['                ^-!', ' 502ms ^-!'];
      const routes = [route('first', first$), route('second', second$)];

      expectObservable(routedChannel(routes, policy).messages(second(true))).toBe(
        '504ms #',
        says,
        refused,
      );
      expectSubscriptions(first$.subscriptions).toBe([]);
      expectSubscriptions(second$.subscriptions).toBe(attempts);
    }),
  );

  it(
    'does not wake a channel that rests, unless it must',
    marbles(({ cold, expectObservable }) => {
      const routes = [
        route('first', cold<ClaudeEvent>('S-t|', says)),
        inOneAfterAnother(
          'second',
          cold<ClaudeEvent>('#', says, busy({ 'retry-after': '9' })),
          cold<ClaudeEvent>('S-X|', says),
        ),
      ];
      const router = routedChannel(routes, policy);
      const later = (isBegun: boolean) =>
        cold('--|').pipe(concatWith(defer(() => router.messages(second(isBegun)))));

      expectObservable(router.messages(second(false))).toBe('S-t|', says);
      expectObservable(later(false)).toBe('--S-t|', says);
      expectObservable(later(true)).toBe('--S-X|', says);
    }),
  );

  it('has nowhere to go on where the channel is gone, or does not serve the model', () => {
    const routes = [
      route('first', of(says.S, says.X)),
      route('second', of(says.S), { models: ['claude-b'] }),
    ];
    const asked = second(true);

    emitted(routedChannel(routes, policy).messages(asked));

    expect(asked.attempts).toEqual([{ channel: 'first' }]);
  });
});

describe('routedChannel over time', () => {
  it(
    'leaves a channel alone for as long as it asks, and tries it with one request then',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const busy$ = cold<ClaudeEvent>('#', says, busy({ 'retry-after-ms': '10' }));
      const good$ = cold<ClaudeEvent>('(SX|)', says);
      const router = routedChannel(
        [route('busy', busy$), route('good', good$, { priority: 1 })],
        policy,
      );
      const at = (delay: string) =>
        cold(`${delay}|`).pipe(concatWith(defer(() => router.messages(call()))));

      expectObservable(at('')).toBe('(SX|)', says);
      expectObservable(at('5ms ')).toBe('5ms (SX|)', says);
      expectObservable(at('10ms ')).toBe('10ms (SX|)', says);
      expectObservable(at('15ms ')).toBe('15ms (SX|)', says);
      expectSubscriptions(busy$.subscriptions).toBe(['(^!)', '10ms (^!)']);
    }),
  );
});
