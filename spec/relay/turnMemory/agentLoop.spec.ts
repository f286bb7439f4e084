import { afterEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { anthropicChannel } from '../../../src/channels/anthropic.ts';
import type { ClaudeBlock, ClaudeEvent } from '../../../src/claude/events.ts';
import type { ClaudeRequest } from '../../../src/claude/request.ts';
import { createRelay } from '../../../src/relay/createRelay.ts';
import type { RelayOptions } from '../../../src/relay/RelayOptions.ts';
import { type RunningRelay, serve } from '../../../src/relay/serve.ts';
import { memoryTurnStore } from '../../../src/relay/turnMemory/memoryTurnStore.ts';
import { claude, type FakeClaude, fakeClaude, scripts } from '../../../src/testing/index.ts';
import { brokenRules } from '../../support/claudeRules.ts';

const {
  blockStart,
  blockStop,
  citation,
  inertBlock,
  json,
  message,
  redactedThinking,
  serverToolStart,
  signature,
  text,
  textStart,
  thinking,
  thinkingStart,
  toolStart,
} = claude;

const TURNS = 12;

/** What Claude says in one turn, as a stream and as the blocks that must come back. */
interface Turn {
  readonly events: readonly ClaudeEvent[];
  readonly blocks: readonly ClaudeBlock[];
}

/** A turn that thinks, says something and calls one, two or three tools, with thoughts between. */
function toolTurn(conversation: string, turn: number): Turn {
  const thought = (at: number) => ({
    type: 'thinking' as const,
    thinking:
      at === 0 ? `Thought ${conversation}${turn}: “ünïcødé” \u2028 ${'x'.repeat(turn)}` : '',
    signature: `Sig+/${conversation}${turn}.${at}==`,
  });
  const calls = Array.from({ length: 1 + (turn % 3) }, (_, nth) => ({
    type: 'tool_use' as const,
    id: `toolu_${conversation}${turn}_${nth}`,
    name: 'look',
    input: { at: `${turn}.${nth}`, deep: { b: 1, a: [nth, null, 'é'] } },
  }));
  const blocks: ClaudeBlock[] = [
    thought(0),
    { type: 'redacted_thinking', data: `${conversation}${turn}/redacted==` },
    { type: 'text', text: `I look, ${turn}.`, citations: null },
    ...calls.flatMap((call, nth) => (nth === 1 ? [thought(1), call] : [call])),
  ];
  return {
    blocks,
    events: message('tool_use', ...blocks.flatMap((block, index) => told(block, index))),
  };
}

function told(block: ClaudeBlock, index: number): readonly ClaudeEvent[] {
  switch (block.type) {
    case 'thinking': {
      const half = Math.ceil(block.thinking.length / 2);
      return [
        thinkingStart(index),
        thinking(index, block.thinking.slice(0, half)),
        thinking(index, block.thinking.slice(half)),
        signature(index, block.signature ?? ''),
        blockStop(index),
      ];
    }
    case 'redacted_thinking':
      return [redactedThinking(index, block.data), blockStop(index)];
    case 'text':
      return [textStart(index), text(index, block.text), blockStop(index)];
    case 'tool_use': {
      const input = JSON.stringify(block.input);
      return [
        toolStart(index, block.name, block.id),
        json(index, input.slice(0, 7)),
        json(index, input.slice(7)),
        blockStop(index),
      ];
    }
    default:
      return [blockStart(index, block), blockStop(index)];
  }
}

const lastWords = message('end_turn', textStart(0), text(0, 'Done.'), blockStop(0));

/** Which conversation a request belongs to, and how far it has come. */
function placeOf({ messages }: ClaudeRequest): { conversation: string; turn: number } {
  const [block] = messages[0]?.content ?? [];
  const said = (block as { readonly text?: string } | undefined)?.text ?? '';
  return {
    conversation: said.slice(-1),
    turn: messages.filter(({ role }) => role === 'assistant').length,
  };
}

/** A Claude that calls tools for so many turns, and then is done. */
const working = (turnOf: (conversation: string, turn: number) => Turn = toolTurn) =>
  fakeClaude((reply, call) => {
    const { conversation, turn } = placeOf(call.body as ClaudeRequest);
    const events = turn < TURNS ? turnOf(conversation, turn).events : lastWords;
    return scripts.says(events)(reply, call);
  });

const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'look',
      parameters: { type: 'object', additionalProperties: true },
    },
  },
];

/** An agent as everybody writes one: it keeps text and calls, and nothing it does not know. */
async function runAgent(
  baseURL: string,
  {
    conversation = 'A',
    apiKey = 'key-of-nobody',
    stream = true,
    model = 'claude-opus-5',
    serverTools = [] as readonly object[],
    fetch: fetching = fetch,
  },
): Promise<string> {
  const client = new OpenAI({
    baseURL: `${baseURL}/v1`,
    apiKey,
    maxRetries: 0,
    fetch: fetching,
  });
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'user', content: `Look around, ${conversation}` },
  ];
  for (;;) {
    const request = {
      model,
      messages,
      tools: [...tools, ...(serverTools as typeof tools)],
      max_tokens: 4000,
    };
    const said = stream
      ? await client.chat.completions.stream(request).finalMessage()
      : (await client.chat.completions.create(request)).choices[0]?.message;
    const calls = said?.tool_calls ?? [];
    if (calls.length === 0) return said?.content ?? '';
    messages.push({
      role: 'assistant',
      content: said?.content ?? null,
      tool_calls: calls.map((call) => {
        if (call.type !== 'function') throw new Error('only functions are known here');
        const { name, arguments: given } = call.function;
        return { id: call.id, type: call.type, function: { name, arguments: given } };
      }),
    });
    for (const { id } of [...calls].reverse()) {
      messages.push({ role: 'tool', tool_call_id: id, content: `result of ${id}` });
    }
  }
}

const open: { claude: FakeClaude; relays: RunningRelay[] }[] = [];
afterEach(async () => {
  for (const { claude: upstream, relays } of open.splice(0)) {
    for (const relay of relays) await relay.drain(0);
    await upstream.close();
  }
});

async function start(
  upstream: Promise<FakeClaude> = working(),
  options: Partial<RelayOptions> = {},
): Promise<{ claude: FakeClaude; relay: RunningRelay; restart: () => Promise<RunningRelay> }> {
  const started: { claude: FakeClaude; relays: RunningRelay[] } = {
    claude: await upstream,
    relays: [],
  };
  open.push(started);
  const restart = async () => {
    const channel = anthropicChannel({ baseUrl: started.claude.url, apiKey: 'sk-ant-test' });
    const relay = await serve(createRelay({ channel, ...options }), {
      host: '127.0.0.1',
      port: 0,
    });
    started.relays.push(relay);
    return relay;
  };
  return { claude: started.claude, relay: await restart(), restart };
}

const assistantTurns = ({ messages }: ClaudeRequest) =>
  messages
    .filter(({ role }) => role === 'assistant')
    .map(({ content }) =>
      content.map((block) =>
        Object.fromEntries(Object.entries(block).filter(([name]) => name !== 'cache_control')),
      ),
    );

const bodiesOf = ({ calls }: FakeClaude): readonly ClaudeRequest[] =>
  calls.map(({ body }) => body as ClaudeRequest);

function lastBody({ calls }: FakeClaude): ClaudeRequest {
  const last = calls.at(-1);
  if (last === undefined) throw new Error('Claude was not asked');
  return last.body as ClaudeRequest;
}

const isThought = ({ type }: { readonly type: string }): boolean => type.endsWith('thinking');

describe('an agent that echoes nothing but text and calls', () => {
  it.each([true, false])(
    'brings every block of every turn back, to the byte (streamed: %s)',
    async (stream) => {
      const { claude: upstream, relay } = await start();

      expect(await runAgent(relay.url, { stream })).toBe('Done.');

      const bodies = bodiesOf(upstream);
      expect(bodies).toHaveLength(TURNS + 1);
      for (const [turns, body] of bodies.entries()) {
        const expected = Array.from({ length: turns }, (_, turn) => toolTurn('A', turn).blocks);
        expect(assistantTurns(body)).toEqual(expected);
        expect(brokenRules(body)).toEqual([]);
      }
      // Equal as values is not enough: what was signed must be the same bytes.
      const [said] = toolTurn('A', TURNS - 1).blocks;
      expect(upstream.calls.at(-1)?.text).toContain(JSON.stringify(said));
    },
  );

  it('finds its turns again in another process that shares the store', async () => {
    const shared = memoryTurnStore();
    const { relay, claude: upstream, restart } = await start(working(), { turnStore: shared });
    const twin = await restart();
    let asked = 0;
    // One request here, the next one there, as behind a load balancer.
    const balanced: typeof fetch = (input, init) => {
      asked += 1;
      const to = new Request(input, init).url;
      return fetch(asked % 2 === 0 ? to.replace(relay.url, twin.url) : to, init);
    };

    await runAgent(relay.url, { fetch: balanced });

    expect(assistantTurns(lastBody(upstream))).toEqual(
      Array.from({ length: TURNS }, (_, turn) => toolTurn('A', turn).blocks),
    );
  });

  it('is not asked to go without thinking on a model that wants its budget signed', async () => {
    const { claude: upstream, relay } = await start();

    await runAgent(relay.url, { model: 'claude-sonnet-4-5:thinking' });

    for (const body of bodiesOf(upstream)) expect(body.thinking?.type).toBe('enabled');
  });

  it('gets the blocks of tools that ran at Claude, citations and callers back, too', async () => {
    const found = {
      type: 'web_search_tool_result' as const,
      tool_use_id: 'srvtoolu_1',
      content: [
        { type: 'web_search_result', url: 'https://example.org', encrypted_content: 'e==' },
      ],
    };
    const cited = { type: 'web_search_result_location', url: 'https://example.org' };
    const events = message(
      'tool_use',
      serverToolStart(0, 'web_search', 'srvtoolu_1'),
      json(0, '{"query":"it"}'),
      blockStop(0),
      inertBlock(1, 'web_search_tool_result', found),
      blockStop(1),
      textStart(2),
      text(2, 'It is '),
      citation(2, cited),
      text(2, 'there.'),
      blockStop(2),
      blockStart(3, {
        type: 'tool_use',
        id: 'toolu_A_0',
        name: 'look',
        input: {},
        caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' },
      } as ClaudeBlock),
      json(3, '{"at":"1"}'),
      blockStop(3),
    );
    const { claude: upstream, relay } = await start(
      fakeClaude(scripts.says(events), scripts.says(lastWords)),
    );

    await runAgent(relay.url, {
      model: 'claude-opus-4-6',
      serverTools: [{ type: 'web_search_20250305', name: 'web_search' }],
    });

    expect(assistantTurns(lastBody(upstream))).toEqual([
      [
        {
          type: 'server_tool_use',
          id: 'srvtoolu_1',
          name: 'web_search',
          input: { query: 'it' },
        },
        found,
        { type: 'text', text: 'It is there.', citations: [cited] },
        {
          type: 'tool_use',
          id: 'toolu_A_0',
          name: 'look',
          input: { at: '1' },
          caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' },
        },
      ],
    ]);
  });

  it('loses its thoughts with the relay that remembered them, and nothing else', async () => {
    const { claude: upstream, relay, restart } = await start();
    await runAgent(relay.url, {});
    const second = await restart();

    // The new relay sees a whole history that it took no part in.
    const client = new OpenAI({ baseURL: `${second.url}/v1`, apiKey: 'key-of-nobody' });
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'user', content: 'Look around, A' },
      {
        role: 'assistant',
        content: 'I look, 0.',
        tool_calls: [
          {
            id: 'toolu_A0_0',
            type: 'function',
            function: { name: 'look', arguments: '{"at":"0.0","deep":{"b":1,"a":[0,null,"é"]}}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'toolu_A0_0', content: 'result' },
    ];
    await client.chat.completions.create({ model: 'claude-opus-5', messages, tools });

    const body = lastBody(upstream);
    expect(assistantTurns(body)).toEqual([
      toolTurn('A', 0)
        .blocks.filter((block) => !isThought(block))
        .map((block) => (block.type === 'text' ? { type: 'text', text: block.text } : block)),
    ]);
    expect(brokenRules(body)).toEqual([]);
  });

  it('remembers nothing where it is told to', async () => {
    const { claude: upstream, relay } = await start(working(), { turnStore: 'none' });

    expect(await runAgent(relay.url, {})).toBe('Done.');

    expect(JSON.stringify(bodiesOf(upstream).map(assistantTurns))).not.toContain('hinking');
  });
});

describe('two tenants', () => {
  it('do not see each other’s turns, even where all ids are the same', async () => {
    // Both conversations get the same ids and arguments, and thoughts of their own.
    const turnOf = (conversation: string, turn: number): Turn => {
      const { blocks } = toolTurn('X', turn);
      const own = blocks.map((block) =>
        block.type === 'thinking'
          ? { ...block, thinking: `of ${conversation}`, signature: `by ${conversation}` }
          : block,
      );
      return { blocks: own, events: message('tool_use', ...own.flatMap(told)) };
    };
    const keys = ['relay-key-1', 'relay-key-2'] as const;
    const { claude: upstream, relay } = await start(working(turnOf), { keys });

    await Promise.all([
      runAgent(relay.url, { conversation: 'A', apiKey: keys[0] }),
      runAgent(relay.url, { conversation: 'B', apiKey: keys[1] }),
    ]);

    const last = bodiesOf(upstream).filter((body) => placeOf(body).turn === TURNS);
    expect(last).toHaveLength(2);
    for (const body of last) {
      const { conversation } = placeOf(body);
      expect(assistantTurns(body)).toEqual(
        Array.from({ length: TURNS }, (_, turn) => turnOf(conversation, turn).blocks),
      );
    }
  });

  it('who asks with another’s history gets no thoughts of it', async () => {
    const keys = ['relay-key-1', 'relay-key-2'];
    const { claude: upstream, relay } = await start(working(), { keys });
    await runAgent(relay.url, { apiKey: 'relay-key-1' });
    const { messages } = lastBody(upstream);
    expect(messages[1]?.content.filter(isThought)).toHaveLength(2);

    const thief = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: 'relay-key-2' });
    const { blocks } = toolTurn('A', 0);
    await thief.chat.completions.create({
      model: 'claude-opus-5',
      tools,
      messages: [
        { role: 'user', content: 'Look around, A' },
        {
          role: 'assistant',
          content: 'I look, 0.',
          tool_calls: blocks.flatMap((block) =>
            block.type === 'tool_use'
              ? [
                  {
                    id: block.id,
                    type: 'function' as const,
                    function: { name: block.name, arguments: JSON.stringify(block.input) },
                  },
                ]
              : [],
          ),
        },
        { role: 'tool', tool_call_id: 'toolu_A0_0', content: 'result' },
      ],
    });

    const stolen = lastBody(upstream);
    expect(stolen.messages[1]?.content.map(({ type }) => type)).toEqual(['text', 'tool_use']);
  });
});
