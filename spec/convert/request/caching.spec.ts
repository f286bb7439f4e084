import { describe, expect, it } from '@jest/globals';
import { call, calls, convert, refused, result, tool } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;

const mark = { type: 'ephemeral' };
const hour = { type: 'ephemeral', ttl: '1h' };
const hi = { role: 'user', content: 'hi' };
const told = [hi, { role: 'assistant', content: 'hello' }, hi];

describe('cache marks of the client', () => {
  it('survive on system, tool, part, message and result', () => {
    const { body } = convert({
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'long', cache_control: hour }] },
        { role: 'user', content: 'x', cache_control: mark },
        calls(call('a')),
        result('a', '4C', { cache_control: mark }),
      ],
      tools: [{ ...tool('f'), cache_control: mark }],
    });
    expect(body.system).toEqual([{ type: 'text', text: 'long', cache_control: hour }]);
    expect(body.tools).toMatchObject([{ name: 'f', cache_control: mark }]);
    expect(body.messages[0]?.content).toEqual([{ type: 'text', text: 'x', cache_control: mark }]);
    expect(body.messages.at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: '4C', cache_control: mark },
    ]);
    expect(body).not.toHaveProperty('cache_control');
  });

  it.each([
    [{ mode: 'explicit' }, mark],
    [{ mode: 'explicit', ttl: '30m' }, hour],
    [{ mode: 'explicit', ttl: '12h' }, hour],
    [{ mode: 'implicit' }, undefined],
  ])('in OpenAI’s form %j', (prompt_cache_breakpoint, cache_control) => {
    const { body } = convert({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'x', prompt_cache_breakpoint }] }],
    });
    expect(body.messages[0]?.content[0]).toEqual({
      type: 'text',
      text: 'x',
      ...(cache_control && { cache_control }),
    });
  });

  it.each([
    ['x', '', 'invalid_type'],
    [{}, '.type', 'missing_required_parameter'],
    [{ type: 'persistent' }, '.type', 'invalid_value'],
    [{ type: 'ephemeral', ttl: '30m' }, '.ttl', 'invalid_value'],
    [{ type: 'ephemeral', ttl: 5 }, '.ttl', 'invalid_value'],
  ])('are refused as %j, wherever they stand', (cache_control, step, reason) => {
    const wrong = { cache_control };
    const part = { type: 'text', text: 'x', ...wrong };
    const places: readonly (readonly [string, Json])[] = [
      ['cache_control', wrong],
      ['system.[0].cache_control', { system: [part] }],
      ['tools.[0].cache_control', { tools: [{ ...tool('f'), ...wrong }] }],
      ['messages.[0].cache_control', { messages: [{ ...hi, ...wrong }] }],
      ['messages.[0].content.[0].cache_control', { messages: [{ role: 'user', content: [part] }] }],
    ];
    for (const [param, request] of places) {
      expect(refused(request)).toMatchObject({ param: `${param}${step}`, reason });
    }
  });

  it.each([
    ['x', '', 'invalid_type'],
    [{}, '.mode', 'missing_required_parameter'],
    [{ mode: 'sometimes' }, '.mode', 'invalid_value'],
    [{ mode: 'explicit', ttl: 'long' }, '.ttl', 'invalid_value'],
  ])('in OpenAI’s form are refused as %j', (prompt_cache_breakpoint, step, reason) => {
    expect(refused({ messages: [{ ...hi, prompt_cache_breakpoint }] })).toMatchObject({
      param: `messages.[0].prompt_cache_breakpoint${step}`,
      reason,
    });
  });

  it.each([
    [{ prompt_cache_retention: 'long' }, 'prompt_cache_retention'],
    [{ prompt_cache_options: { ttl: 'long' } }, 'prompt_cache_options.ttl'],
    [{ prompt_cache_options: { mode: 'sometimes' } }, 'prompt_cache_options.mode'],
  ])('for the whole request are refused as %j', (request, param) => {
    expect(refused(request)).toMatchObject({ param, reason: 'invalid_value' });
  });

  it('of a system message stand on its last part', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    const system = { role: 'system', content, cache_control: mark };
    expect(convert({ messages: [system, hi] }).body.system).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b', cache_control: mark },
    ]);
  });

  it('on text that goes pass to the block before', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: '', cache_control: mark },
    ];
    expect(convert({ messages: [{ role: 'user', content }] }).body.messages[0]?.content).toEqual([
      { type: 'text', text: 'a', cache_control: mark },
    ]);
  });

  it('inside a result stand on the result', () => {
    const content = [{ type: 'text', text: 'a', cache_control: mark }];
    expect(
      convert({ messages: [hi, calls(call('a')), result('a', content)] }).body.messages.at(-1)
        ?.content,
    ).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'a',
        content: [{ type: 'text', text: 'a' }],
        cache_control: mark,
      },
    ]);
  });

  it('never stand on reasoning', () => {
    const thinking_blocks = [
      { type: 'thinking', thinking: 'x', signature: 's', cache_control: mark },
    ];
    const messages = [
      hi,
      { role: 'assistant', content: 'A', thinking_blocks, cache_control: mark },
      hi,
    ];
    expect(convert({ model: 'claude-opus-5', messages }).body.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'x', signature: 's' },
      { type: 'text', text: 'A', cache_control: mark },
    ]);
  });

  it('never stand on reasoning that comes last', () => {
    const place = { position: { text: 1, tools: 0 } };
    const reasoning_details = [{ type: 'reasoning.text', text: 'x', signature: 's', ...place }];
    const messages = [
      hi,
      { role: 'assistant', content: 'A', reasoning_details, cache_control: mark },
      hi,
    ];
    expect(convert({ model: 'claude-opus-5', messages }).body.messages[1]?.content).toEqual([
      { type: 'text', text: 'A', cache_control: mark },
      { type: 'thinking', thinking: 'x', signature: 's' },
    ]);
  });

  it('are four at most: the last ones stay', () => {
    const content = Array.from({ length: 6 }, (_, n) => ({
      type: 'text',
      text: String(n),
      cache_control: mark,
    }));
    const { body, warnings } = convert({ messages: [{ role: 'user', content }] });
    expect(body.messages[0]?.content.map((block) => 'cache_control' in block)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(warnings).toEqual(['clamped:cache_control']);
    const top = convert({ messages: [{ role: 'user', content }], cache_control: mark }).body;
    expect(top.messages[0]?.content.filter((block) => 'cache_control' in block)).toHaveLength(3);
    expect(top.cache_control).toEqual(mark);
  });
});

describe('automatic caching', () => {
  const marks = (
    request: Parameters<typeof convert>[0],
    settings?: Parameters<typeof convert>[1],
  ): unknown => convert(request, settings).body.cache_control;

  it('is on when a prefix is likely to come again', () => {
    expect(marks({})).toBeUndefined();
    expect(marks({ tools: [tool('f')] })).toEqual(mark);
    expect(marks({ messages: told })).toEqual(mark);
    expect(marks({ model: 'gpt-4o', messages: told })).toBeUndefined();
  });

  it('is as configured, and as the client says', () => {
    expect(marks({}, { autoCache: true })).toEqual(mark);
    expect(marks({ messages: told }, { autoCache: false })).toBeUndefined();
    expect(marks({ messages: told, prompt_cache_options: { mode: 'explicit' } })).toBeUndefined();
    expect(marks({ prompt_cache_options: { mode: 'implicit' } }, { autoCache: false })).toEqual(
      mark,
    );
    expect(marks({ cache_control: hour })).toEqual(hour);
  });

  it('lasts as long as the client wants', () => {
    expect(marks({ messages: told, prompt_cache_retention: '24h' })).toEqual(hour);
    expect(marks({ messages: told, prompt_cache_retention: 'in_memory' })).toEqual(mark);
    expect(
      marks({ messages: told, prompt_cache_options: { mode: 'implicit', ttl: '30m' } }),
    ).toEqual(hour);
  });

  it('marks blocks where the upstream knows no other way', () => {
    const system = { role: 'system', content: 'S' };
    const { body } = convert({ messages: [system, ...told] }, { upstream: 'bedrock' });
    expect(body).not.toHaveProperty('cache_control');
    expect(body.system).toEqual([{ type: 'text', text: 'S', cache_control: mark }]);
    expect(body.messages.at(-1)?.content).toEqual([
      { type: 'text', text: 'hi', cache_control: mark },
    ]);
    const bare = convert({ messages: told, tools: [tool('f')] }, { upstream: 'vertex' }).body;
    expect(bare.tools).toMatchObject([{ cache_control: mark }]);
  });
});
