import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { anthropicChannel } from '../../src/channels/anthropic.ts';
import { routedChannel } from '../../src/channels/router/routedChannel.ts';
import type { Route, RoutePolicy } from '../../src/channels/router/Route.ts';
import type { ClaudeRequest } from '../../src/claude/request.ts';
import { createRelay } from '../../src/relay/createRelay.ts';
import { openLog } from '../../src/relay/log.ts';
import { serve } from '../../src/relay/serve.ts';
import { claude, toSse } from '../../src/testing/index.ts';
import { type Answer, ask, framesOf } from '../support/ask.ts';
import { until } from '../support/settled.ts';
import { eventStream, startUpstream, type Upstream, type Visit } from '../support/upstream.ts';

const { blockStop, message, messageStart, ping, text, textStart } = claude;

const running: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

async function upstreamThat(answers: (visit: Visit) => unknown): Promise<Upstream> {
  const upstream = await startUpstream(answers);
  running.push(upstream);
  return upstream;
}

/** An address where nobody listens. */
async function nowhere(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const overloaded = ({ response }: Visit) => {
  response.writeHead(529, { 'content-type': 'application/json' });
  response.end('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}');
};
/** Every word tells who says it, and to whom. */
const words = (who: string, visit: Visit) => {
  const whom = String((visit.body as ClaudeRequest).metadata?.user_id);
  return toSse(
    message(
      'end_turn',
      textStart(0),
      ...[1, 2, 3].map(() => text(0, `${who}>${whom} `)),
      blockStop(0),
    ),
  );
};
/** Lets others go first, pings, and then says everything. */
const slow = (who: string) => (visit: Visit) => {
  const response = eventStream(visit, toSse([ping()]));
  setTimeout(() => response.end(words(who, visit)), 30);
};
/** Begins, and breaks the connection. */
const breaking = (who: string) => (visit: Visit) => {
  const begun = toSse([messageStart(), textStart(0), text(0, `${who}>`)]);
  eventStream(visit).write(begun, () => visit.socket.destroy());
};

interface Line {
  readonly channel?: string;
  readonly attempts?: readonly { readonly channel: string; readonly code?: string }[];
}

async function relayTo(routes: readonly Route[], policy: RoutePolicy = {}) {
  const lines: Line[] = [];
  const log = openLog('info', { write: (line) => lines.push(JSON.parse(line) as Line) });
  const relay = await serve(createRelay({ channel: routedChannel(routes, policy), log }), {
    host: '127.0.0.1',
    port: 0,
  });
  running.push({ close: () => relay.drain(0) });
  const chat = (user: string): Promise<Answer> =>
    ask(`${relay.url}/v1/chat/completions`, {
      body: {
        model: 'claude-opus-5',
        stream: true,
        user,
        messages: [{ role: 'user', content: 'Hi' }],
      },
    }).answer;
  const native = (user: string): Promise<Answer> =>
    ask(`${relay.url}/v1/messages`, {
      body: {
        model: 'claude-opus-5',
        max_tokens: 9,
        stream: true,
        metadata: { user_id: user },
        messages: [{ role: 'user', content: 'Hi' }],
      },
    }).answer;
  return { chat, native, lines };
}

const route = (name: string, baseUrl: string, options: Partial<Route> = {}): Route => ({
  name,
  channel: anthropicChannel({ baseUrl, apiKey: 'sk-test' }),
  ...options,
});

const saidIn = (stream: string): string =>
  framesOf(stream)
    .filter((frame) => frame.startsWith('{'))
    .map((frame) => (JSON.parse(frame) as { choices?: { delta?: { content?: string } }[] }).choices)
    .map((choices) => choices?.[0]?.delta?.content ?? '')
    .join('');

/** How often each user's request came to an upstream. */
function visitsOf(upstream: Upstream): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { body } of upstream.visits) {
    const user = String((body as ClaudeRequest).metadata?.user_id);
    counts.set(user, (counts.get(user) ?? 0) + 1);
  }
  return counts;
}

describe('of three channels one refuses, one is overloaded, one is slow', () => {
  it('every request succeeds, and every attempt can be seen', async () => {
    const busy = await upstreamThat(overloaded);
    const late = await upstreamThat(slow('late'));
    const { chat, lines } = await relayTo(
      [
        route('gone', await nowhere(), { priority: 0 }),
        route('busy', busy.url, { priority: 1 }),
        route('late', late.url, { priority: 2 }),
      ],
      { breakAfter: 1000 },
    );

    const users = Array.from({ length: 20 }, (_, at) => `user-${at}`);
    const answers = await Promise.all(
      users.map(async (user) => {
        const answer = await chat(user);
        return { ...answer, said: saidIn(await answer.text()), user };
      }),
    );

    for (const { status, headers, said, user } of answers) {
      expect(status).toBe(200);
      expect(said).toBe(`late>${user} `.repeat(3));
      expect(headers).toMatchObject({ 'x-relay-channel': 'late', 'x-relay-attempts': '3' });
    }
    expect(visitsOf(busy)).toEqual(new Map(users.map((user) => [user, 1])));
    expect(visitsOf(late)).toEqual(new Map(users.map((user) => [user, 1])));
    await until(() => lines.length === users.length);
    for (const line of lines) {
      expect(line.channel).toBe('late');
      expect(line.attempts).toEqual([
        {
          channel: 'gone',
          code: 'ERR_RELAY_CONNECTION',
          reason: 'The upstream could not be reached (ECONNREFUSED).',
        },
        { channel: 'busy', code: 'ERR_RELAY_UPSTREAM', status: 529, reason: 'Overloaded' },
        { channel: 'late' },
      ]);
    }
  });

  it('they are left alone when they fail again and again', async () => {
    const busy = await upstreamThat(overloaded);
    const late = await upstreamThat(slow('late'));
    const { chat } = await relayTo(
      [
        route('gone', await nowhere(), { priority: 0 }),
        route('busy', busy.url, { priority: 1 }),
        route('late', late.url, { priority: 2 }),
      ],
      { breakAfter: 2, coolDownMs: 60_000 },
    );

    const attempts: unknown[] = [];
    for (const user of ['one', 'two', 'three', 'four']) {
      const answer = await chat(user);
      await answer.text();
      attempts.push(answer.headers['x-relay-attempts']);
    }

    expect(attempts).toEqual(['3', '3', '1', '1']);
    expect(busy.visits).toHaveLength(2);
  });

  it('one that is too slow to begin is left, and hung up on', async () => {
    const silent = await upstreamThat((visit) => eventStream(visit, toSse([ping()])));
    const good = await upstreamThat((visit) => eventStream(visit).end(words('good', visit)));
    const { native } = await relayTo([
      route('silent', silent.url, { firstEventMs: 50 }),
      route('good', good.url, { priority: 1 }),
    ]);

    const answer = await native('ann');

    expect(await answer.text()).toBe(words('good', await good.visit()));
    expect(answer.headers).toMatchObject({ 'x-relay-channel': 'good', 'x-relay-attempts': '2' });
    expect(await (await silent.visit()).closed).toBe('hung up');
  });
});

describe('when a channel breaks after it has begun', () => {
  for (const road of ['chat', 'native'] as const) {
    it(`${road}: nobody else is asked, and nothing is spliced`, async () => {
      const broken = await upstreamThat(breaking('broken'));
      const good = await upstreamThat((visit) => eventStream(visit).end(words('good', visit)));
      let at = 0;
      const relay = await relayTo([route('broken', broken.url), route('good', good.url)], {
        // One after the other comes first.
        random: () => ((at += 1) % 4 < 2 ? 0 : 0.9),
        breakAfter: 1000,
      });

      const users = Array.from({ length: 20 }, (_, number) => `user-${number}`);
      const answers = await Promise.all(
        users.map(async (user) => {
          const answer = await relay[road](user);
          return { said: await answer.text(), user, headers: answer.headers };
        }),
      );

      const visits = [visitsOf(broken), visitsOf(good)];
      for (const { said, user, headers } of answers) {
        const isBroken = said.includes('broken>');
        expect(said.includes('good>')).toBe(!isBroken);
        expect(said.includes('"error"')).toBe(isBroken);
        expect(headers['x-relay-attempts']).toBe('1');
        expect(visits.map((counts) => counts.get(user) ?? 0)).toEqual(isBroken ? [1, 0] : [0, 1]);
      }
      expect(broken.visits.length).toBeGreaterThan(0);
      expect(good.visits.length).toBeGreaterThan(0);
    });
  }
});

describe('when all channels fail', () => {
  it('the client is told once, with how many were tried', async () => {
    const busy = await upstreamThat(overloaded);
    const { chat } = await relayTo([
      route('gone', await nowhere()),
      route('busy', busy.url, { priority: 1 }),
    ]);

    const answer = await chat('ann');

    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'x-relay-channel': 'busy', 'x-relay-attempts': '2' });
    expect(await answer.json()).toMatchObject({ error: { code: 'server_is_overloaded' } });
  });
});
