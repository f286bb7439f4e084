import { describe, expect, it, jest } from '@jest/globals';
import { asHeardBy, eachClient, type Said } from '../support/clients/index.ts';
import { scripts } from '../../src/testing/index.ts';
import { cutCall, regularStreams } from '../support/fixtureStreams.ts';
import { relayUnderTest } from '../support/relayUnderTest.ts';

const { says } = scripts;
const relay = relayUnderTest();
const tools = ['get_weather', 'get_time', 'list_all', 'plan'];

const nothing: Said = {
  text: '',
  reasoning: '',
  refusal: '',
  calls: [],
  finish: 'stop',
  usage: { prompt: 10, completion: 5, total: 15, cached: 0, reasoning: 0 },
};
const weather = (block: number) => ({
  id: `toolu_${block}`,
  name: 'get_weather',
  input: { city: 'Porto' },
});
const time = (block: number) => ({
  id: `toolu_${block}`,
  name: 'get_time',
  input: { tz: 'CET' },
});
const list = (block: number) => ({ id: `toolu_${block}`, name: 'list_all', input: {} });

/** What Claude says → what everybody must end up with. */
const expected: Readonly<Record<string, Partial<Said>>> = {
  text: { text: 'Hello, world!' },
  'no content': {},
  'one tool': { calls: [weather(0)], finish: 'tool_calls' },
  'two parallel tools': { calls: [weather(0), time(1)], finish: 'tool_calls' },
  'the same tool twice': { calls: [weather(0), weather(1)], finish: 'tool_calls' },
  'a tool without arguments': { calls: [list(0)], finish: 'tool_calls' },
  'a tool with an empty delta only': { calls: [list(0)], finish: 'tool_calls' },
  'a tool without arguments between two with': {
    calls: [weather(0), list(1), time(2)],
    finish: 'tool_calls',
  },
  'thinking, then text': { reasoning: 'They greet me.', text: 'Hello!' },
  'thinking, then two tools': {
    reasoning: 'Both at once.',
    calls: [weather(1), time(2)],
    finish: 'tool_calls',
  },
  'text, tool, text, tool': {
    text: 'First this.\n\nThen that.',
    calls: [weather(1), time(3)],
    finish: 'tool_calls',
  },
  'two tools that take turns': { calls: [weather(0), time(1)], finish: 'tool_calls' },
  "Claude's own search between text and a tool": {
    text: 'Searching.',
    calls: [weather(3)],
    finish: 'tool_calls',
  },
  unicode: {
    text: 'Grüße aus 東京 🗼👩‍👩‍👧 \u2028"\\"\t𝄞',
    calls: [{ id: 'toolu_1', name: 'get_weather', input: { city: 'München 🏙️' } }],
    finish: 'tool_calls',
  },
  'nested arguments': {
    calls: [
      {
        id: 'toolu_0',
        name: 'plan',
        input: { steps: [{ n: 1, of: { deep: [null, -1500, '}'] } }] },
      },
    ],
    finish: 'tool_calls',
  },
  refusal: {
    text: 'I',
    refusal: 'Not this one.',
    finish: 'content_filter',
    usage: { prompt: 10, completion: 3, total: 13, cached: 0, reasoning: 0 },
  },
  'the token limit in a text': { text: 'Once upon', finish: 'length' },
  'cached input': {
    text: 'Quick.',
    usage: { prompt: 1203, completion: 7, total: 1210, cached: 1000, reasoning: 0 },
  },
};

describe.each(eachClient())('%s', (_, client) => {
  it.each(Object.entries(expected))('holds what Claude said: %s', async (name, said) => {
    relay.claudeAnswers(says(regularStreams[name] ?? []));

    expect(await client.ask({ baseURL: relay.baseURL, tools })).toEqual(
      asHeardBy(client, { ...nothing, ...said }),
    );
    expect(relay.calls()).toHaveLength(1);
  });

  it('is told of the limit when a call was cut, and not that there are calls to run', async () => {
    relay.claudeAnswers(says(cutCall));
    // LangChain says so on the console, too.
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);

    const { text, finish, calls } = await client.ask({ baseURL: relay.baseURL, tools });
    warn.mockRestore();

    expect({ text, finish }).toEqual({ text: 'This is long.', finish: 'length' });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.input).not.toEqual({});
  });
});
