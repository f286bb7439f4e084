import { describe, expect, it } from '@jest/globals';
import { call, calls, convert, refused, result, turns } from '../../support/chatRequest.ts';

const hi = { role: 'user', content: 'hi' };
const text = (value: string): { type: string; text: string } => ({ type: 'text', text: value });
const signed = { type: 'thinking', thinking: 'Hm', signature: 'c2ln' };

/** The blocks one assistant message becomes, on a model that thinks. */
function blocks(
  message: Readonly<Record<string, unknown>>,
  settings?: Parameters<typeof turns>[2],
): unknown {
  const made = message['tool_calls'] as { readonly id: string }[] | undefined;
  const messages = [
    hi,
    { role: 'assistant', ...message },
    ...(made ?? []).map(({ id }) => result(id)),
    hi,
  ];
  return turns(messages, { model: 'claude-opus-5' }, settings)[1]?.content;
}

describe('an assistant’s message', () => {
  it('says its parts in order: text, then calls', () => {
    expect(
      blocks({
        content: [text('A'), text(''), text('B')],
        tool_calls: [call('a', 'f', '{"x":1}')],
      }),
    ).toEqual([text('A'), text('B'), { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }]);
  });

  it('keeps a refusal as its text', () => {
    expect(blocks({ content: null, refusal: 'I cannot.' })).toEqual([text('I cannot.')]);
    expect(blocks({ content: [{ type: 'refusal', refusal: 'No.' }] })).toEqual([text('No.')]);
    expect(blocks({ content: 'Yes.', refusal: 'No.' })).toEqual([text('Yes.')]);
  });

  it('vanishes when it says nothing', () => {
    for (const content of [null, undefined, '', []]) {
      expect(turns([hi, { role: 'assistant', content }, hi])).toEqual([
        { role: 'user', content: [text('hi'), text('hi')] },
      ]);
    }
  });

  it('holds no images', () => {
    const content = [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }];
    expect(refused({ messages: [hi, { role: 'assistant', content }] })).toMatchObject({
      param: 'messages.[1].content.[0].type',
      reason: 'invalid_value',
    });
  });

  it('loses its audio with a warning', () => {
    const messages = [hi, { role: 'assistant', audio: { id: 'x' }, content: 'said' }, hi];
    expect(convert({ messages }).warnings).toEqual(['dropped:audio']);
  });

  it('may come in Claude’s own blocks', () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } };
    const messages = [
      hi,
      { role: 'assistant', content: [signed, text('Reading.'), use] },
      result('toolu_1'),
    ];
    expect(turns(messages, { model: 'claude-opus-5' })[1]?.content).toEqual([
      signed,
      text('Reading.'),
      use,
    ]);
  });
});

describe('calls told in both forms', () => {
  it('are made once', () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } };
    const content = [text('Reading.'), use];

    expect(blocks({ content, tool_calls: [call('toolu_1', 'read', '{"path":"a"}')] })).toEqual([
      text('Reading.'),
      use,
    ]);
  });
});

describe('the arguments of a call', () => {
  it.each([
    ['', {}],
    [' ', {}],
    ['null', {}],
    ['[]', {}],
    [null, {}],
    ['{"a":[1]}', { a: [1] }],
    [{ a: 1 }, { a: 1 }],
    ['"Beijing"', { value: 'Beijing' }],
    ['[1]', { value: [1] }],
    ['3', { value: 3 }],
  ])('%j become %j', (given, input) => {
    const made = { id: 'a', type: 'function', function: { name: 'f', arguments: given } };
    expect(blocks({ tool_calls: [made] })).toEqual([expect.objectContaining({ input })]);
  });

  it('that are no JSON are kept as they are, with a warning', () => {
    const { body, warnings } = convert({
      messages: [hi, calls(call('a', 'f', '{"a":')), result('a')],
    });
    expect(body.messages[1]?.content).toMatchObject([{ input: { __invalid_json: '{"a":' } }]);
    expect(warnings).toEqual(['rewritten:arguments']);
  });

  it('that are no JSON are refused by a strict relay', () => {
    const messages = [hi, calls(call('a', 'f', '{"a":')), result('a')];
    expect(refused({ messages }, { unsupported: 'reject' })).toMatchObject({
      param: 'messages.[1].tool_calls.[0].function.arguments',
      reason: 'invalid_value',
    });
  });

  it('may be named __proto__', () => {
    const [made] = blocks({ tool_calls: [call('a', 'f', '{"__proto__":{"x":1}}')] }) as [
      { input: object },
    ];
    expect(JSON.stringify(made.input)).toBe('{"__proto__":{"x":1}}');
  });

  it('of a free-form tool are its text', () => {
    const made = { id: 'a', type: 'custom', custom: { name: 'sh', input: 'ls' } };
    expect(blocks({ tool_calls: [made] })).toMatchObject([{ name: 'sh', input: { input: 'ls' } }]);
  });
});

describe('the id of a call', () => {
  it('is of Claude’s alphabet and used once, results included', () => {
    const ids = ['a.b', 'a:b', '', 'a_b'];
    const made = turns([
      hi,
      calls(...ids.map((id) => call(id))),
      ...ids.map((id) => result(id, id || 'empty')),
    ]);
    const uses = made[1]?.content.map((block) => (block as { id: string }).id);
    expect(uses).toEqual(['a_b', 'a_b_2', 'call_1_2', 'a_b_3']);
    expect(made[2]?.content).toEqual(
      ids.map((id, index) => ({
        type: 'tool_result',
        tool_use_id: uses?.[index],
        content: id || 'empty',
      })),
    );
  });

  it('may come again in a later turn', () => {
    const round = [calls(call('call_0')), result('call_0')];
    const ids = turns([hi, ...round, ...round, ...round]).flatMap(({ content }) =>
      content.flatMap((block) =>
        'id' in block ? [block.id] : 'tool_use_id' in block ? [block.tool_use_id] : [],
      ),
    );
    expect(ids).toEqual(['call_0', 'call_0', 'call_0_2', 'call_0_2', 'call_0_3', 'call_0_3']);
  });
});

describe('the reasoning of a turn', () => {
  const redacted = { type: 'redacted_thinking', data: 'eA==' };

  it('comes back from thinking_blocks, in front, bytes unchanged', () => {
    const thinking_blocks = [
      { type: 'thinking', thinking: '', signature: 'c2ln', index: 0 },
      redacted,
    ];
    expect(blocks({ content: 'A', thinking_blocks, tool_calls: [call('a')] })).toEqual([
      { type: 'thinking', thinking: '', signature: 'c2ln' },
      redacted,
      text('A'),
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
    ]);
  });

  it('comes back from reasoning_details, its pieces joined', () => {
    const reasoning_details = [
      { type: 'reasoning.text', text: 'H', index: 0, format: 'anthropic-claude-v1' },
      { type: 'reasoning.text', text: 'm', index: 0, signature: null },
      { type: 'reasoning.text', signature: 'c2ln', index: 0 },
      { type: 'reasoning.encrypted', data: 'eA==', index: 1 },
      { type: 'reasoning.encrypted', data: 'eQ==', index: 2, format: 'openai-responses-v1' },
      { type: 'reasoning.summary', summary: 'Hm' },
    ];
    expect(blocks({ content: 'A', reasoning_details })).toEqual([signed, redacted, text('A')]);
  });

  it('stands where it stood, if its place came back', () => {
    const at = (tools: number, chars: number, index: number): object => ({
      type: 'reasoning.text',
      text: String(index),
      signature: 's',
      index,
      position: { text: chars, tools },
    });
    const thought = (index: number): object => ({
      type: 'thinking',
      thinking: String(index),
      signature: 's',
    });
    const reasoning_details = [at(0, 0, 0), at(0, 1, 1), at(1, 4, 2)];
    expect(
      blocks({ content: 'A\n\nB', reasoning_details, tool_calls: [call('a'), call('b')] }),
    ).toEqual([
      thought(0),
      text('A'),
      thought(1),
      text('B'),
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
      thought(2),
      { type: 'tool_use', id: 'b', name: 'f', input: {} },
    ]);
  });

  it('counts the text before it in code points, as the answer did', () => {
    const [thinking, signature] = ['Hm', 's'];
    const reasoning_details = [
      { type: 'reasoning.text', text: thinking, signature, position: { text: 3, tools: 0 } },
    ];

    expect(blocks({ content: '🙂🙂A\n\n🙂B', reasoning_details })).toEqual([
      text('🙂🙂A'),
      { type: 'thinking', thinking, signature },
      text('🙂B'),
    ]);
  });

  it('leaves no text between two thoughts where nothing but the blank line was', () => {
    const at = (chars: number): object => ({
      type: 'reasoning.text',
      text: String(chars),
      signature: 's',
      position: { text: chars, tools: 0 },
    });

    expect(blocks({ content: 'A\n\nB', reasoning_details: [at(1), at(3)] })).toEqual([
      text('A'),
      { type: 'thinking', thinking: '1', signature: 's' },
      { type: 'thinking', thinking: '3', signature: 's' },
      text('B'),
    ]);
  });

  it('is left out when it is not signed', () => {
    const message = {
      content: 'A',
      reasoning_content: 'I guess.',
      reasoning: 'I guess.',
      thinking_blocks: [
        { type: 'thinking', thinking: 'x' },
        { type: 'thinking', thinking: 'x', signature: '' },
        { type: 'redacted_thinking' },
      ],
    };
    expect(blocks(message)).toEqual([text('A')]);
  });

  it.each(['thinking_blocks', 'reasoning_details', 'anthropic_content'])(
    'is left out with a warning when %s hold no blocks',
    (name) => {
      for (const wrong of ['x', 5, {}, ['x'], [[]], [null]]) {
        const messages = [hi, { role: 'assistant', content: 'A', [name]: wrong }, hi];
        const { body, warnings } = convert({ messages, model: 'claude-opus-5' });
        expect(body.messages[1]?.content).toEqual([text('A')]);
        expect(warnings).toEqual([`dropped:${name}`]);
      }
    },
  );

  it.each(['reasoning_content', 'reasoning'])(
    'goes unsigned to upstreams of other vendors that want it: %s',
    (field) => {
      const messages = [hi, { role: 'assistant', content: 'A', [field]: 'Hm' }, hi];
      const request = { model: 'deepseek-chat', reasoning_effort: 'high' };
      expect(turns(messages, request, { unsignedThinking: true })[1]?.content).toEqual([
        { type: 'thinking', thinking: 'Hm', signature: '' },
        text('A'),
      ]);
      expect(turns(messages, request)[1]?.content).toEqual([text('A')]);
      const own = { model: 'claude-opus-5' };
      expect(turns(messages, own, { unsignedThinking: true })[1]?.content).toEqual([text('A')]);
    },
  );

  it('may be signed, and not shown', () => {
    const thinking_blocks = [{ type: 'thinking', signature: 'c2ln' }];

    expect(blocks({ content: 'A', thinking_blocks })).toEqual([
      { type: 'thinking', thinking: '', signature: 'c2ln' },
      text('A'),
    ]);
  });

  it('alone is no turn', () => {
    const messages = [hi, { role: 'assistant', content: '', thinking_blocks: [signed] }, hi];
    expect(turns(messages, { model: 'claude-opus-5' })).toEqual([
      { role: 'user', content: [text('hi'), text('hi')] },
    ]);
  });

  it('is left out when this request does not think', () => {
    const messages = [hi, { role: 'assistant', content: 'A', thinking_blocks: [signed] }, hi];
    for (const request of [
      { model: 'claude-opus-5', reasoning_effort: 'none' },
      { model: 'claude-opus-4-8' },
    ]) {
      expect(turns(messages, request)[1]?.content).toEqual([text('A')]);
    }
  });

  it('opens the turn when two messages of an assistant are one', () => {
    const messages = [
      hi,
      { role: 'assistant', content: 'A' },
      { role: 'assistant', content: 'B', thinking_blocks: [signed] },
      hi,
    ];
    expect(turns(messages, { model: 'claude-opus-5' })[1]?.content).toEqual([
      signed,
      text('A'),
      text('B'),
    ]);
  });
});

describe('a turn Claude’s own words are known of', () => {
  const raw = [
    signed,
    text('Let me see.'),
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    text('Found.'),
    { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1, b: 2 } },
  ];
  const message = {
    content: 'Let me see.\n\nFound.',
    tool_calls: [call('toolu_1', 'f', '{"b":2,"a":1}')],
  };

  it('is restored from the relay’s memory', () => {
    const asked: unknown[] = [];
    const restoreTurn = (ids: readonly string[]): typeof raw => {
      asked.push(ids);
      return raw;
    };
    expect(blocks(message, { restoreTurn })).toEqual(raw);
    expect(asked).toEqual([['toolu_1']]);
  });

  it('is restored when the client dropped the text', () => {
    expect(blocks({ ...message, content: null }, { restoreTurn: () => raw })).toEqual(raw);
  });

  it.each([
    ['other text', { ...message, content: 'Changed.' }],
    ['other arguments', { ...message, tool_calls: [call('toolu_1', 'f', '{"a":1}')] }],
    ['another tool', { ...message, tool_calls: [call('toolu_1', 'g', '{"a":1,"b":2}')] }],
    ['more calls', { ...message, tool_calls: [...message.tool_calls, call('toolu_2')] }],
  ])('is left alone when the client holds %s', (_, changed) => {
    expect(blocks(changed, { restoreTurn: () => raw })).toEqual(blocks(changed));
  });

  it('is restored from anthropic_content', () => {
    expect(blocks({ ...message, anthropic_content: raw })).toEqual(raw);
  });

  it.each([
    ['of an unknown kind', [...raw, { type: 'image', source: {} }]],
    ['that are unsigned', [{ type: 'thinking', thinking: 'x' }, ...raw.slice(1)]],
    ['without the calls', raw.slice(0, 2)],
    ['whose calls are given no object', [...raw.slice(0, -1), { ...raw.at(-1), input: 'x' }]],
    ['that say something else', [...raw.slice(0, 4), text('Lost.'), ...raw.slice(5)]],
    ['whose search has no id', [...raw.slice(0, 2), { type: 'server_tool_use' }, ...raw.slice(3)]],
    [
      'whose result has no call',
      [...raw.slice(0, 3), { type: 'web_search_tool_result', content: [] }, ...raw.slice(4)],
    ],
    ['that are none', 'x'],
  ])('is not restored from blocks %s', (_, anthropic_content) => {
    expect(blocks({ ...message, anthropic_content })).toEqual(blocks(message));

    const messages = [hi, { role: 'assistant', ...message, anthropic_content }, result('toolu_1')];
    expect(convert({ messages }).warnings).toEqual(['dropped:anthropic_content']);
    expect(refused({ messages }, { unsupported: 'reject' })).toMatchObject({
      param: 'messages.[1].anthropic_content',
    });
  });

  it('is restored with its encrypted thinking', () => {
    const secret = [{ type: 'redacted_thinking', data: 'x' }, ...raw];

    expect(blocks({ ...message, anthropic_content: secret })).toEqual(secret);
  });

  it('loses text that says nothing, which Claude would refuse', () => {
    const [first, ...rest] = raw;
    const blank = [first, text(' '), ...rest];

    expect(blocks(message, { restoreTurn: () => blank as typeof raw })).toEqual(raw);
  });

  it('gets this conversation’s ids', () => {
    const round = [{ role: 'assistant', ...message, anthropic_content: raw }, result('toolu_1')];
    const again = turns([hi, ...round, ...round], { model: 'claude-opus-5' });
    expect(again[3]?.content.at(-1)).toMatchObject({ id: 'toolu_1_2' });
    expect(again[4]?.content).toMatchObject([{ tool_use_id: 'toolu_1_2' }]);
  });
});
