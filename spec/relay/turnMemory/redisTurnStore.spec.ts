import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { from, lastValueFrom } from 'rxjs';
import type { ClaudeBlock } from '../../../src/claude/events.ts';
import type { ClaudeRequest } from '../../../src/claude/request.ts';
import { models } from '../../../src/convert/models.ts';
import { silentLog } from '../../../src/relay/log.ts';
import { redisTurnStore } from '../../../src/relay/turnMemory/redisTurnStore.ts';
import { turnMemory } from '../../../src/relay/turnMemory/turnMemory.ts';
import type { TurnStore } from '../../../src/relay/turnMemory/TurnStore.ts';
import { claude } from '../../../src/testing/index.ts';
import { until } from '../../support/settled.ts';

const { blockStart, message } = claude;

const url = process.env['REDIS_URL'];
if (url === undefined) process.stderr.write('redis absent (REDIS_URL): skipped\n');

const stores: TurnStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close?.();
});

async function open(
  options: Partial<Parameters<typeof redisTurnStore>[0]> = {},
): Promise<TurnStore> {
  const store = await redisTurnStore({ url: url ?? '', ...options });
  stores.push(store);
  return store;
}

// Without a Redis there is nothing to say about one: the file has other specs.
if (url !== undefined) {
  describe('redisTurnStore', () => {
    const prefix = `spec:${randomUUID()}:`;

    it('gives back what was kept, in the order of the keys', async () => {
      const store = await open({ prefix });
      await store.set('a', '["ä","\u2028"]');
      await store.set('b', 'second');

      expect(await store.get(['b', 'none', 'a'])).toEqual(['second', undefined, '["ä","\u2028"]']);
    });

    it('shares turns with other processes, and only under its own prefix', async () => {
      const [store, twin, stranger] = [
        await open({ prefix }),
        await open({ prefix }),
        await open({ prefix: `${prefix}else:` }),
      ];
      await store.set('shared', 'turn');

      expect(await twin.get(['shared'])).toEqual(['turn']);
      expect(await stranger.get(['shared'])).toEqual([undefined]);
    });

    it('keeps a turn for as long as it is used, and no longer', async () => {
      const store = await open({ prefix, ttlMs: 60_000 });
      const redis = new Redis(url);
      try {
        await store.set('used', 'turn');
        await redis.pexpire(`${prefix}used`, 1000);
        await store.get(['used']);
        expect(await redis.pttl(`${prefix}used`)).toBeGreaterThan(30_000);

        const brief = await open({ prefix, ttlMs: 1 });
        await brief.set('brief', 'turn');
        let isGone = false;
        const look = () => {
          void redis.exists(`${prefix}brief`).then((count) => (isGone = count === 0));
          return isGone;
        };
        await until(look);
        expect(await brief.get(['brief'])).toEqual([undefined]);
      } finally {
        redis.disconnect();
      }
    });

    it('has kept a turn by the time its end is told, for another process to find', async () => {
      const [one, other] = [await open({ prefix }), await open({ prefix })];
      const turn: readonly ClaudeBlock[] = [
        { type: 'thinking', thinking: 'ünïcødé \u2028', signature: 'c2ln' },
        { type: 'tool_use', id: `toolu_${randomUUID()}`, name: 'look', input: {} },
      ];
      const events = message('tool_use', ...turn.map((block, index) => blockStart(index, block)));
      const asked: ClaudeRequest = {
        model: 'claude-opus-5',
        max_tokens: 1,
        messages: [],
        tools: [{ name: 'look' }],
      };
      await lastValueFrom(
        from(events).pipe(turnMemory(one, silentLog).remember('tenant', asked, { models })),
        { defaultValue: undefined },
      );

      const ids = turn.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
      const echoed = {
        messages: [{ role: 'assistant', tool_calls: ids.map((id) => ({ id })) }],
      };
      const { restoreTurn } = await turnMemory(other, silentLog).recall('tenant', echoed);
      expect(restoreTurn?.(ids)).toEqual(turn);
    });

    it('fails where a key holds something else, and the memory then remembers nothing', async () => {
      const store = await open({ prefix: `${prefix}list:` });
      const redis = new Redis(url);
      try {
        await redis.lpush(`${prefix}list:key`, 'no text');
        await expect(store.get(['key'])).rejects.toThrow('WRONGTYPE');
      } finally {
        redis.disconnect();
      }
    });
  });
}

describe('a Redis that is not there', () => {
  let closed = '';
  beforeAll(async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    closed = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Promise((resolve) => server.close(resolve));
  });

  const request = {
    messages: [{ role: 'assistant', tool_calls: [{ id: 'call_1', type: 'function' }] }],
  };

  it('keeps nobody from starting, nor from being answered', async () => {
    const store = await open({ url: closed });
    await expect(store.get(['key'])).rejects.toThrow();

    const told: string[] = [];
    const log = { ...silentLog, warn: (_: object, what: string) => told.push(what) };
    const memory = turnMemory(store, log);
    expect(await memory.recall('tenant', request)).toEqual({});
    expect(await memory.recall('tenant', request)).toEqual({});
    // Once for the whole time that it is down.
    expect(told).toEqual(['turn memory failed: turns are not remembered']);
  });

  it('is not waited for when it takes connections and says nothing', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const store = await open({ url: `redis://127.0.0.1:${port}` });
      expect(sockets.size).toBeGreaterThan(0);
      expect(await turnMemory(store, silentLog).recall('tenant', request)).toEqual({});
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });
});
