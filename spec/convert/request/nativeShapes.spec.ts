import { describe, expect, it } from '@jest/globals';
import { toClaudeRequest } from '../../../src/convert/request/toClaudeRequest.ts';
import { brokenRules } from '../../support/claudeRules.ts';

/**
 * Some editors look at a model's name only: where it begins with `claude`, they send Claude's own
 * blocks and tools, and still to OpenAI's route.
 */
const ephemeral = { type: 'ephemeral' };
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';

const tools = [
  {
    name: 'look',
    description: 'Looks.',
    input_schema: { type: 'object', properties: { at: { type: 'string' } } },
    cache_control: ephemeral,
  },
  { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
  { type: 'bash_20250124', name: 'bash' },
  {
    type: 'custom',
    name: 'typed',
    input_schema: { type: 'object' },
  },
];

const dialogue = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?', cache_control: ephemeral },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQKJQ==' },
        title: 'A paper',
      },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'eA==' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'it' } },
      { type: 'tool_use', id: 'toolu_2', name: 'bash', input: { command: 'ls' } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Here you are.' },
      {
        type: 'tool_result',
        tool_use_id: 'toolu_2',
        is_error: true,
        content: 'no such file',
        cache_control: ephemeral,
      },
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        content: [
          { type: 'text', text: 'This:' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
        ],
      },
    ],
  },
];

const convert = (more: object = {}) =>
  toClaudeRequest({ model: 'claude-opus-5', messages: dialogue, tools, max_tokens: 8000, ...more });

/** Blocks without the marks that the relay's own caching adds. */
const bare = (blocks: readonly object[]): readonly object[] =>
  blocks.map((block) =>
    Object.fromEntries(Object.entries(block).filter(([name]) => name !== 'cache_control')),
  );

describe('a request in Claude’s own shapes', () => {
  it('comes through whole', () => {
    const { body, warnings } = convert();
    const [first, second, third] = body.messages;

    expect(bare(first?.content ?? [])).toEqual(bare(dialogue[0]?.content ?? []));
    expect(bare(second?.content ?? [])).toEqual(bare(dialogue[1]?.content ?? []));
    const [said, error, result] = dialogue[2]?.content ?? [];
    // Claude wants results first.
    expect(bare(third?.content ?? [])).toEqual(bare([error, result, said] as object[]));
    expect(body.tools).toEqual([
      tools[0],
      tools[1],
      tools[2],
      { name: 'typed', input_schema: { type: 'object' } },
    ]);
    expect(warnings).toEqual([]);
  });

  it('keeps its cache marks', () => {
    const { body } = convert();
    for (const marked of [body.messages[0]?.content, body.messages[2]?.content, body.tools]) {
      expect(marked?.[0]).toMatchObject({ cache_control: ephemeral });
    }
  });

  it.each([
    [{ type: 'any' }, { type: 'any' }],
    [
      { type: 'tool', name: 'look' },
      { type: 'tool', name: 'look' },
    ],
    [
      { type: 'auto', disable_parallel_tool_use: true },
      { type: 'auto', disable_parallel_tool_use: true },
    ],
    [
      { type: 'tool', name: 'look', disable_parallel_tool_use: true },
      { type: 'tool', name: 'look', disable_parallel_tool_use: true },
    ],
    [{ type: 'none' }, { type: 'none' }],
  ])('chooses tools by %j', (tool_choice, becomes) => {
    expect(convert({ tool_choice }).body.tool_choice).toEqual(becomes);
  });

  it('has its own parameters, too', () => {
    const { body } = convert({
      system: [{ type: 'text', text: 'Be kind.', cache_control: ephemeral }],
      stop_sequences: ['END'],
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
      metadata: { user_id: 'u1' },
    });

    expect(body).toMatchObject({
      system: [{ type: 'text', text: 'Be kind.', cache_control: ephemeral }],
      stop_sequences: ['END'],
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
      metadata: { user_id: 'u1' },
    });
  });

  it('may mix both languages in one conversation', () => {
    const { body } = convert({
      messages: [
        ...dialogue,
        {
          role: 'assistant',
          content: 'Once more.',
          tool_calls: [
            { id: 'toolu_3', type: 'function', function: { name: 'look', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'toolu_3', content: 'There.' },
      ],
    });

    expect(body.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    const plain = convert().body;
    expect(brokenRules({ ...body, tools: plain.tools?.slice(0, 1) })).toEqual([]);
  });

  it('restores its turns from memory by the ids of its blocks', () => {
    const turn = [
      { type: 'thinking', thinking: 'Remembered.', signature: 'bWVt' },
      ...(dialogue[1]?.content.slice(2) ?? []),
    ];
    const { body } = toClaudeRequest(
      { model: 'claude-opus-5', messages: dialogue, tools },
      { restoreTurn: (ids) => (ids.join() === 'toolu_1,toolu_2' ? (turn as never) : undefined) },
    );
    expect(bare(body.messages[1]?.content ?? [])).toEqual(turn);
  });

  it('is refused where the configuration knows no such shapes', () => {
    const settings = { nativeShapes: false };
    const request = { model: 'claude-opus-5', messages: dialogue };
    expect(() => toClaudeRequest(request, settings)).toThrow(/'image'/);
    expect(() => toClaudeRequest({ ...request, tools }, settings)).toThrow(/tools\.\[0\]/);
  });
});
