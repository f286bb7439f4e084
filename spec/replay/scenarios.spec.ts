import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { ScenarioEnding } from '../../src/replay/Scenario.ts';
import { scenarios } from '../../src/replay/scenarios.ts';
import { replayBytes } from '../../src/replay/replayBytes.ts';
import type { ClaudeRequest } from '../../src/claude/request.ts';
import { ConnectionError, UpstreamError } from '../../src/errors.ts';
import { claudeToOpenAI } from '../../src/operators/index.ts';
import { emitted, outcome } from '../../src/testing/index.ts';
import { from } from 'rxjs';
import { lawful } from '../support/lawful.ts';
import { answered, asking, findUser, sendMail } from './asking.ts';
import { breaches } from './breaches.ts';
import { readBlocks, told, type ToldBlock } from './told.ts';

const scenario = (name: string, more: Partial<ClaudeRequest> = {}): ClaudeRequest =>
  asking('What is the weather in Lisbon?', { model: `replay/${name}`, ...more });

const blocksOf = (name: string, more: Partial<ClaudeRequest> = {}): readonly ToldBlock[] =>
  readBlocks(told(scenario(name, more)).values).blocks;

const text = 'text';
const thinking = 'thinking';
const weather = 'get_weather';
const time = 'get_time';
const search = ['web_search', 'web_search_tool_result'] as const;

/** Types of the blocks of each scenario, in order; tools by their name. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  text: [text],
  'long-text': [text],
  'server-tool-then-text': [...search, text, text, text],
  refusal: [text],
  'pause-turn': [text, ...search],
  'redacted-thinking': ['redacted_thinking', 'redacted_thinking', text],
  pings: [text],
  crlf: [text],
  'cut-anywhere': [text],
  'slow-start': [text],
  'text-then-tool': [text, weather],
  'thinking-then-two-tools': [thinking, weather, time],
  'two-tools': [weather, time],
  'tool-first': [weather, text],
  'tool-without-arguments': ['get_position'],
  'interleaved-tools': [weather, time],
  'text-between-tools': [text, weather, text, time],
  unicode: [text, weather],
  'max-tokens-mid-tool': [text, weather],
  'rate-limited': [],
  overloaded: [],
  'error-first': [],
  'error-midstream': [text],
  'cut-off': [text],
  reset: [text],
  stall: [text],
};

const names = [...scenarios.keys()];
const endingOf = (name: string): ScenarioEnding | undefined => scenarios.get(name)?.ending;
const toolNames = names.filter((name) => endingOf(name) === 'tool_use');

describe('scenarios', () => {
  it('are all here', () => {
    expect(names.toSorted()).toEqual(Object.keys(shapes).toSorted());
  });

  it('are the rows of docs/replay.md', () => {
    const page = readFileSync(new URL('../../docs/replay.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `replay\/(.+?)`\s*\| (.+?)\s*\| `(.+?)`\s*\|$/gm)];

    expect(rows.map(([, ...cells]) => cells)).toEqual(
      [...scenarios].map(([name, { description, ending }]) => [name, description, ending]),
    );
  });

  describe.each(names)('%s', (name) => {
    const { values, ending, error } = told(scenario(name));

    it('keeps the protocol and has the shape it is named for', () => {
      const { blocks } = readBlocks(values);

      expect(blocks.map((block) => block.name || block.type)).toEqual(shapes[name]);
    });

    it('ends as it says', () => {
      const { stopReason, stopped } = readBlocks(values);
      const how = {
        http_error: error instanceof UpstreamError && values.length === 0 ? 'http_error' : ending,
        error_event: ending === 'complete' && values.at(-1)?.type === 'error' && 'error_event',
        cut: ending === 'complete' && stopReason === undefined && 'cut',
        reset: error instanceof ConnectionError && 'reset',
        silence: ending === 'silent' && values.length > 0 && 'silence',
      };
      const said = endingOf(name) ?? '';

      expect(Object.hasOwn(how, said) ? how[said as keyof typeof how] : stopReason).toBe(said);
      expect(stopped).toBe(!Object.hasOwn(how, said));
    });

    it('becomes a stream OpenAI might have sent', () => {
      const sent = outcome(from(values).pipe(claudeToOpenAI(), lawful()));

      expect(sent.ending).toBe(readBlocks(values).stopped ? 'complete' : 'error');
    });

    it('is told in one line', () => {
      expect(scenarios.get(name)?.description).toMatch(/^[^\n|]{10,90}$/);
    });
  });

  describe.each(toolNames)('%s', (name) => {
    it("calls the client's own tools, with arguments they take", () => {
      const tools = [findUser, sendMail];
      const calls = blocksOf(name, { tools }).filter(({ type }) => type === 'tool_use');

      expect(calls.length).toBeGreaterThan(0);
      for (const call of calls) {
        const { input_schema } = tools.find((tool) => tool.name === call.name) ?? {};
        const input: unknown = JSON.parse(call.text || '{}');
        if (name !== 'tool-without-arguments') expect(breaches(input_schema, input)).toEqual([]);
      }
    });

    it('calls the one tool there is, as often as it needs', () => {
      const calls = blocksOf(name, { tools: [findUser] }).filter(({ type }) => type === 'tool_use');

      expect(new Set(calls.map((call) => call.name))).toEqual(new Set(['find_user']));
    });

    it('answers in words once the results are there', () => {
      const request = answered(
        scenario(name, { tools: [findUser] }),
        'It is 21 °C.',
        'It is noon.',
      );
      const { blocks, stopReason } = readBlocks(told(request).values);

      expect(stopReason).toBe('end_turn');
      expect(blocks.map(({ type }) => type)).toEqual([text]);
      expect(blocks[0]?.text).toContain('It is 21 °C.');
      expect(blocks[0]?.text).toContain('It is noon.');
    });

    it('calls nothing when the client will have no calls', () => {
      const { stopReason } = readBlocks(
        told(scenario(name, { tools: [findUser], tool_choice: { type: 'none' } })).values,
      );

      expect(stopReason).toBe('end_turn');
    });
  });

  it('tool-without-arguments opens and closes the call without a delta, for a tool that needs none', () => {
    const needy = blocksOf('tool-without-arguments', {
      tools: [findUser, { name: 'list_users', input_schema: { type: 'object' } }],
    });

    expect(needy).toEqual([{ type: 'tool_use', name: 'list_users', text: '', deltas: 0 }]);
  });

  it('interleaved-tools has both calls open at once', () => {
    const { values } = told(scenario('interleaved-tools'));
    const marks = values.flatMap((event) => ('index' in event ? [[event.type, event.index]] : []));

    expect(marks.slice(0, 4)).toEqual([
      ['content_block_start', 0],
      ['content_block_start', 1],
      ['content_block_delta', 0],
      ['content_block_delta', 1],
    ]);
  });

  it('calls its own tools with what they take where the client has none', () => {
    const [weatherCall, timeCall] = blocksOf('interleaved-tools');

    expect(JSON.parse(weatherCall?.text ?? '')).toEqual({ city: expect.any(String) });
    expect(JSON.parse(timeCall?.text ?? '')).toEqual({ tz: expect.stringMatching(/^\w+\/\w+$/) });
  });

  it('max-tokens-mid-tool leaves JSON that does not parse', () => {
    const [, call] = blocksOf('max-tokens-mid-tool');

    expect(() => JSON.parse(call?.text ?? '') as unknown).toThrow(SyntaxError);
    expect(call?.text).toMatch(/^\{/);
  });

  it('pause-turn is finished in words when it is sent back', () => {
    const request = scenario('pause-turn');
    const { stopReason, blocks } = readBlocks(
      told({
        ...request,
        messages: [
          ...request.messages,
          {
            role: 'assistant',
            content: [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }],
          },
        ],
      }).values,
    );

    expect(stopReason).toBe('end_turn');
    expect(blocks.map(({ type }) => type)).toEqual([text]);
  });

  it('server-tool-then-text cites a page, and counts the search', () => {
    const { values } = told(scenario('server-tool-then-text'));

    expect(values).toContainEqual(
      expect.objectContaining({
        delta: {
          type: 'citations_delta',
          citation: expect.objectContaining({ url: 'https://example.com/marbles' }),
        },
      }),
    );
    expect(values.find(({ type }) => type === 'message_delta')).toHaveProperty(
      'usage.server_tool_use.web_search_requests',
      1,
    );
  });

  it('refusal says why', () => {
    expect(
      told(scenario('refusal')).values.find(({ type }) => type === 'message_delta'),
    ).toHaveProperty('delta.stop_details.explanation', expect.any(String));
  });

  it('rate-limited and overloaded are what the API answers', () => {
    expect(told(scenario('rate-limited')).error).toMatchObject({
      type: 'rate_limit_error',
      status: 429,
      headers: { 'retry-after': '16' },
    });
    expect(told(scenario('overloaded')).error).toMatchObject({
      type: 'overloaded_error',
      status: 529,
    });
  });

  it('long-text is long, and cut where max_tokens has it', () => {
    expect(blocksOf('long-text')[0]?.text.length).toBeGreaterThan(8_000);

    const { blocks, stopReason } = readBlocks(
      told(scenario('long-text', { max_tokens: 100 })).values,
    );
    expect(blocks[0]?.text).toHaveLength(400);
    expect(stopReason).toBe('max_tokens');
  });

  describe('on the wire', () => {
    const bytesOf = (name: string, more: Partial<ClaudeRequest> = {}): readonly Uint8Array[] =>
      emitted(replayBytes(scenario(name, more)));
    const textOf = (bytes: readonly Uint8Array[]): string => Buffer.concat(bytes).toString();

    it('cut-anywhere sends single bytes, some of them parts of a character', () => {
      const bytes = bytesOf('cut-anywhere');

      expect(new Set(bytes.map(({ length }) => length))).toEqual(new Set([1]));
      expect(Math.max(...bytes.map(([byte]) => byte ?? 0))).toBeGreaterThanOrEqual(0xf0);
    });

    it('crlf ends every line in \\r\\n, and cuts one between the two', () => {
      const bytes = bytesOf('crlf');

      expect(textOf(bytes)).not.toMatch(/(?<!\r)\n/);
      expect(bytes.some((piece) => piece.at(-1) === 0x0d)).toBe(true);
    });

    it('cut-off ends within an event', () => {
      expect(textOf(bytesOf('cut-off'))).not.toMatch(/\n\n$/);
    });

    it('pings before the message starts and after it has stopped', () => {
      expect(textOf(bytesOf('pings'))).toMatch(
        /^event: ping\ndata: {"type": "ping"}\n\nevent: message_start[^]+event: message_stop\n.+\n\nevent: ping\n.+\n\n$/,
      );
    });

    it('unicode sends characters beyond the BMP whole or as escapes, and cuts escapes in arguments', () => {
      const both = ['one', 'two', 'three', 'four', 'five', 'six'].map((user_id) =>
        textOf(bytesOf('unicode', { metadata: { user_id } })),
      );

      expect(both.some((sent) => /\p{Extended_Pictographic}/u.test(sent))).toBe(true);
      expect(both.some((sent) => /^[\0-\x7f]*$/.test(sent))).toBe(true);
      expect(both.join('')).toMatch(/"partial_json":"[^"]*\\\\(u[\da-f]{0,3})?"/);
    });
  });
});
