import { describe, expect, it } from '@jest/globals';
import { from, lastValueFrom, toArray } from 'rxjs';
import type { ClaudeEvent } from '../../../src/claude/events.ts';
import type { ClaudeRequest } from '../../../src/claude/request.ts';
import { models } from '../../../src/convert/models.ts';
import { silentLog } from '../../../src/relay/log.ts';
import { turnMemory } from '../../../src/relay/turnMemory/turnMemory.ts';
import type { TurnStore } from '../../../src/relay/turnMemory/TurnStore.ts';
import { claude } from '../../../src/testing/index.ts';

const { blockStop, json, message, signature, thinking, thinkingStart, toolStart } = claude;

const turn = message(
  'tool_use',
  thinkingStart(0),
  thinking(0, 'Hm.'),
  signature(0, 'c2ln'),
  blockStop(0),
  toolStart(1, 'look', 'toolu_1'),
  json(1, '{}'),
  blockStop(1),
);
const request: ClaudeRequest = {
  model: 'claude-opus-5',
  max_tokens: 100,
  messages: [],
  tools: [{ name: 'look' }],
};
const echoed = { messages: [{ role: 'assistant', tool_calls: [{ id: 'toolu_1' }] }] };

/** A store that counts what is put in. */
function counting(): TurnStore & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (keys) => keys.map((key) => kept.get(key)),
    set: (key, text) => kept.set(key, text),
  };
}

const hear = (
  store: TurnStore,
  events: readonly ClaudeEvent[] = turn,
  asked: ClaudeRequest = request,
  log = silentLog,
): Promise<readonly ClaudeEvent[]> =>
  lastValueFrom(
    from(events).pipe(turnMemory(store, log).remember('tenant', asked, { models }), toArray()),
    { defaultValue: [] },
  );

describe('turnMemory', () => {
  it('has a turn back for whoever names its calls', async () => {
    const store = counting();
    await hear(store);
    const memory = turnMemory(store, silentLog);

    const { restoreTurn } = await memory.recall('tenant', echoed);
    expect(restoreTurn?.(['toolu_1'])).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
    ]);
    expect(restoreTurn?.(['toolu_1', 'toolu_2'])).toBeUndefined();
    expect((await memory.recall('other', echoed)).restoreTurn?.(['toolu_1'])).toBeUndefined();
  });

  it('knows which channel took a turn, where that is told', async () => {
    const store = counting();
    const memory = turnMemory(store, silentLog);
    expect((await memory.recall('tenant', echoed)).takenAt).toBeUndefined();
    await hear(store);
    expect((await memory.recall('tenant', echoed)).takenAt).toBeUndefined();
    const takenAt = () => 'second';
    await lastValueFrom(
      from(turn).pipe(memory.remember('tenant', request, { models, takenAt }), toArray()),
      { defaultValue: [] },
    );

    const recalled = await memory.recall('tenant', echoed);

    expect(recalled.takenAt).toBe('second');
    expect(recalled.restoreTurn?.(['toolu_1'])).toHaveLength(2);
  });

  it.each(['{"turn":{},"takenAt":"x"}', '{"takenAt":"x"}', 'null', '7'])(
    'makes nothing of %s',
    async (text) => {
      const memory = turnMemory({ get: (keys) => keys.map(() => text), set: () => 0 }, silentLog);

      const { restoreTurn, takenAt } = await memory.recall('tenant', echoed);

      expect([restoreTurn?.(['toolu_1']), takenAt]).toEqual([undefined, undefined]);
    },
  );

  it('changes nothing in what is heard', async () => {
    expect(await hear(counting())).toEqual(turn);
  });

  it.each<[string, Partial<ClaudeRequest>, number]>([
    ['tools on a model that thinks unasked', {}, 1],
    ['no tools', { tools: [] }, 0],
    ['a model that thinks only when asked', { model: 'claude-opus-4-6' }, 0],
    ['the same, asked', { model: 'claude-opus-4-6', thinking: { type: 'adaptive' } }, 1],
    ['thinking switched off', { thinking: { type: 'disabled' } }, 0],
    [
      'a tool that runs at Claude',
      { model: 'claude-opus-4-6', tools: [{ name: 'web_search', type: 'web_search_20250305' }] },
      1,
    ],
    ['servers of tools', { model: 'claude-opus-4-6', tools: [], mcp_servers: [{}] }, 1],
  ])('remembers as much as a request calls for: %s', async (_, asked, count) => {
    const store = counting();
    await hear(store, turn, { ...request, ...asked });
    expect(store.kept.size).toBe(count);
  });

  it('does not ask its store about a conversation without calls', async () => {
    const asked: unknown[] = [];
    const store: TurnStore = { ...counting(), get: (keys) => (asked.push(keys), []) };
    expect(await turnMemory(store, silentLog).recall('tenant', { messages: [] })).toEqual({});
    expect(asked).toEqual([]);
  });

  it('believes no store that gives back what is no turn', async () => {
    for (const text of ['{', '7', 'null', '[1]', '[{"type":7}]', '{"type":"text"}']) {
      const store: TurnStore = { get: (keys) => keys.map(() => text), set: () => undefined };
      const { restoreTurn } = await turnMemory(store, silentLog).recall('tenant', echoed);
      expect(restoreTurn?.(['toolu_1'])).toBeUndefined();
    }
  });

  it.each<[string, TurnStore]>([
    [
      'throws',
      {
        get: () => [],
        set: () => {
          throw new Error('full');
        },
      },
    ],
    ['rejects', { get: () => [], set: () => Promise.reject(new Error('full')) }],
    ['hangs', { get: () => [], set: () => new Promise(() => undefined) }],
  ])('lets an answer end where the store %s, and says so', async (_, store) => {
    const told: string[] = [];
    const log = { ...silentLog, warn: (__: object, what: string) => void told.push(what) };

    expect(await hear(store, turn, request, log)).toEqual(turn);

    expect(told).toEqual(['turn memory failed: turns are not remembered']);
  });

  it('says when its store is back, and when it fails again', async () => {
    const told: string[] = [];
    const tell = (_: object, what: string) => void told.push(what);
    let isDown = true;
    const store: TurnStore = {
      ...counting(),
      get: (keys) => (isDown ? Promise.reject(new Error('down')) : keys.map(() => undefined)),
    };
    const memory = turnMemory(store, { ...silentLog, warn: tell, info: tell });
    for (isDown of [true, true, false, false, true]) await memory.recall('tenant', echoed);

    expect(told).toEqual([
      'turn memory failed: turns are not remembered',
      'turn memory works again',
      'turn memory failed: turns are not remembered',
    ]);
  });
});
