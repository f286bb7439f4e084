import { describe, expect, it } from '@jest/globals';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { claude, scripts } from '../../src/testing/index.ts';
import { openai } from '../support/clients/openai.ts';
import { saidText, saidThinking, saidTool } from '../support/fixtureStreams.ts';
import { relayUnderTest } from '../support/relayUnderTest.ts';

const { says } = scripts;
const relay = relayUnderTest();

const request = {
  model: 'claude-opus-4-8',
  messages: [{ role: 'user' as const, content: 'How is Porto, and what time is it?' }],
  tools: ['get_weather', 'get_time'].map((name) => ({
    type: 'function' as const,
    function: { name, parameters: { type: 'object', properties: {} } },
  })),
};

/**
 * Claude counts all blocks in one sequence, OpenAI counts tool calls from 0: a client that
 * accumulates by index loses every call that does not start there.
 */
describe('the index of tool calls', () => {
  it('leading text does not shift the tool index', async () => {
    await expectCalls(
      [...saidText(0, 'Let me look.'), ...saidTool(1, 'get_weather', '{"city":', '"Porto"}')],
      [{ id: 'toolu_1', name: 'get_weather', arguments: '{"city":"Porto"}' }],
    );
  });

  it('leading thinking then tools', async () => {
    await expectCalls(
      [
        ...saidThinking(0, 'Both.'),
        ...saidTool(1, 'get_weather', '{"city":"Porto"}'),
        ...saidTool(2, 'get_time', '{"tz":', '"WET"}'),
      ],
      [
        { id: 'toolu_1', name: 'get_weather', arguments: '{"city":"Porto"}' },
        { id: 'toolu_2', name: 'get_time', arguments: '{"tz":"WET"}' },
      ],
    );
  });

  it('multiple tools from zero, no collision', async () => {
    await expectCalls(
      [
        ...saidTool(0, 'get_weather', '{"city":', '"Porto"}'),
        ...saidTool(1, 'get_time', '{"tz":"WET"}'),
      ],
      [
        { id: 'toolu_0', name: 'get_weather', arguments: '{"city":"Porto"}' },
        { id: 'toolu_1', name: 'get_time', arguments: '{"tz":"WET"}' },
      ],
    );
  });
});

interface ExpectedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What the client holds in the end, streamed and whole, and the indexes it was told on the way. */
async function expectCalls(
  blocks: readonly ClaudeEvent[],
  calls: readonly ExpectedCall[],
): Promise<void> {
  relay.claudeAnswers(says(claude.message('tool_use', ...blocks)));
  const { completions } = openai(relay).chat;
  const held = calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }));

  const indexes: number[] = [];
  const stream = completions.stream(request);
  stream.on('chunk', ({ choices: [choice] }) => {
    for (const call of choice?.delta.tool_calls ?? []) indexes.push(call.index);
  });
  const streamed = await stream.finalChatCompletion();
  const whole = await completions.create(request);

  expect([...new Set(indexes)]).toEqual(calls.map((_, at) => at));
  expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
  for (const { choices } of [streamed, whole]) {
    expect(choices[0]?.finish_reason).toBe('tool_calls');
    expect(choices[0]?.message.tool_calls).toEqual(held);
  }
}
