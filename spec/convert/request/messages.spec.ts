import { describe, expect, it } from '@jest/globals';
import { call, calls, convert, refused, result, turns } from '../../support/chatRequest.ts';

const hi = { role: 'user', content: 'hi' };
const text = (value: string): { type: string; text: string } => ({ type: 'text', text: value });

describe('system and developer messages', () => {
  it('become the system prompt when they come first, a block per part', () => {
    const { body } = convert({
      messages: [
        { role: 'system', content: 'One.' },
        { role: 'developer', content: [text('Two.'), text(' '), text('Three.')] },
        hi,
      ],
    });
    expect(body.system).toEqual([text('One.'), text('Two.'), text('Three.')]);
  });

  it('become a string when there is but one', () => {
    expect(
      convert({ messages: [{ role: 'developer', content: 'Be terse' }, hi] }).body.system,
    ).toBe('Be terse');
  });

  it('vanish when they say nothing', () => {
    expect(convert({ messages: [{ role: 'system', content: '' }, hi] }).body).not.toHaveProperty(
      'system',
    );
  });

  it('hold text only', () => {
    const content = [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }];
    expect(refused({ messages: [{ role: 'system', content }, hi] })).toMatchObject({
      param: 'messages.[0].content.[0].type',
      reason: 'invalid_value',
    });
  });

  it('alone: the last one is what the user wants', () => {
    const { body } = convert({
      messages: [
        { role: 'system', content: 'A' },
        { role: 'system', content: 'B' },
      ],
    });
    expect(body.system).toBe('A');
    expect(body.messages).toEqual([{ role: 'user', content: [text('B')] }]);
  });

  describe('in mid-conversation', () => {
    const late = [
      hi,
      { role: 'assistant', content: 'hello' },
      { role: 'system', content: 'Now French.' },
      { role: 'user', content: 'next' },
    ];

    it('stand after the next user turn, where the model takes them', () => {
      const { body, warnings } = convert({ model: 'claude-opus-4-8', messages: late });
      expect(body.messages.slice(2)).toEqual([
        { role: 'user', content: [text('next')] },
        { role: 'system', content: [text('Now French.')] },
      ]);
      expect(body).not.toHaveProperty('system');
      expect(warnings).toEqual([]);
    });

    it('come as marked text at their place, elsewhere', () => {
      const { body, warnings } = convert({ messages: late });
      expect(body.messages.at(-1)).toEqual({
        role: 'user',
        content: [text('<system>Now French.</system>'), text('next')],
      });
      expect(warnings).toEqual(['rewritten:system']);
    });

    it('never come between a call and its result', () => {
      const messages = [
        hi,
        calls(call('a')),
        { role: 'system', content: 'S' },
        result('a'),
        { role: 'assistant', content: 'x' },
        hi,
      ];
      expect(turns(messages)[2]).toEqual({
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'done' },
          text('<system>S</system>'),
        ],
      });
      expect(turns(messages, { model: 'claude-opus-5' }).map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'user',
        'system',
        'assistant',
        'user',
      ]);
    });

    it('are one message when several come in a row', () => {
      const messages = [hi, { role: 'system', content: 'A' }, { role: 'system', content: 'B' }];
      expect(turns(messages, { model: 'claude-opus-5' }).at(-1)).toEqual({
        role: 'system',
        content: [text('A'), text('B')],
      });
    });

    it('after the last word of an assistant are passed on by the user', () => {
      const messages = [hi, { role: 'assistant', content: 'x' }, { role: 'system', content: 'S' }];
      for (const model of ['claude-opus-5', 'claude-sonnet-5']) {
        expect(turns(messages, { model }).at(-1)).toEqual({
          role: 'user',
          content: [text('<system>S</system>')],
        });
      }
    });

    it('move to the front when configured to', () => {
      const { body } = convert({ messages: late }, { midSystem: 'hoist' });
      expect(body.system).toBe('Now French.');
      expect(body.messages).toHaveLength(3);
    });

    it('are marked text for every model when configured so', () => {
      const messages = turns(late, { model: 'claude-opus-5' }, { midSystem: 'inline' });
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    });

    it('are refused by a strict relay where the model does not take them', () => {
      expect(refused({ messages: late }, { unsupported: 'reject' })).toMatchObject({
        param: 'messages.[2].role',
        reason: 'unsupported_value',
      });
    });
  });
});

describe('user messages', () => {
  it('lose parts without text, and no text is invented for them', () => {
    expect(turns([{ role: 'user', content: [text(''), text('hello'), text('\n')] }])).toEqual([
      { role: 'user', content: [text('hello')] },
    ]);
  });

  it('in a row are one turn', () => {
    expect(
      turns([hi, { role: 'assistant', content: '' }, { role: 'user', content: 'go on' }]),
    ).toEqual([{ role: 'user', content: [text('hi'), text('go on')] }]);
  });

  it('are refused when nothing is left', () => {
    expect(refused({ messages: [{ role: 'user', content: ' ' }] })).toMatchObject({
      reason: 'empty_array',
    });
  });

  it('lose their name with a warning, or keep it as a prefix', () => {
    const messages = [{ role: 'user', name: 'ann', content: 'hi' }];
    expect(convert({ messages }).warnings).toEqual(['dropped:name']);
    const prefixed = convert({ messages }, { userName: 'prefix' });
    expect(prefixed.body.messages[0]?.content).toEqual([text('ann: hi')]);
    expect(prefixed.warnings).toEqual([]);
  });

  it('may bring tool results in Claude’s own form: they come first', () => {
    const content = [
      text('result follows'),
      { type: 'tool_result', tool_use_id: 'a', content: '4C', is_error: true },
    ];
    expect(turns([hi, calls(call('a')), { role: 'user', content }]).at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: '4C', is_error: true },
      text('result follows'),
    ]);
  });
});

describe('tool messages', () => {
  it('of one turn become one user turn, results before what the user says', () => {
    const messages = [
      hi,
      calls(call('a'), call('b')),
      result('b', '2'),
      result('a', '1'),
      { role: 'user', content: 'sum up' },
    ];
    expect(turns(messages).slice(2)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'b', content: '2' },
          { type: 'tool_result', tool_use_id: 'a', content: '1' },
          text('sum up'),
        ],
      },
    ]);
  });

  it('have no content when they are empty, unless they are errors', () => {
    const messages = [
      hi,
      calls(call('a'), call('b'), call('c')),
      result('a', ''),
      result('b', '', { is_error: true }),
      result('c', null),
    ];
    expect(turns(messages).at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a' },
      { type: 'tool_result', tool_use_id: 'b', content: 'error', is_error: true },
      { type: 'tool_result', tool_use_id: 'c' },
    ]);
  });

  it('keep their images inside the result', () => {
    const content = [
      { type: 'image_url', image_url: { url: 'https://example.org/p.png', detail: 'low' } },
    ];
    expect(turns([hi, calls(call('a')), result('a', content)]).at(-1)?.content).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'a',
        content: [{ type: 'image', source: { type: 'url', url: 'https://example.org/p.png' } }],
      },
    ]);
  });

  it('for one call sent twice are one result', () => {
    expect(
      turns([hi, calls(call('a')), result('a', '1'), result('a', '2')]).at(-1)?.content,
    ).toEqual([{ type: 'tool_result', tool_use_id: 'a', content: [text('1'), text('2')] }]);
  });

  it('for one call are an error if one of them is', () => {
    expect(
      turns([hi, calls(call('a')), result('a', '1'), result('a', '2', { is_error: true })]).at(-1)
        ?.content,
    ).toMatchObject([{ tool_use_id: 'a', is_error: true }]);
  });

  it('of calls that share an id go to their calls by position', () => {
    const messages = turns([
      hi,
      calls(call('x', 'f', '{"c":"A"}'), call('x', 'f', '{"c":"B"}')),
      result('x', 'a'),
      result('x', 'b'),
    ]);
    expect(messages[1]?.content).toMatchObject([
      { id: 'x', input: { c: 'A' } },
      { id: 'x_2', input: { c: 'B' } },
    ]);
    expect(messages[2]?.content).toMatchObject([
      { tool_use_id: 'x', content: 'a' },
      { tool_use_id: 'x_2', content: 'b' },
    ]);
  });

  it('without a call are refused, or left out by a relay that repairs', () => {
    const messages = [
      hi,
      calls(call('live')),
      result('live'),
      result('gone'),
      { role: 'user', content: 'thanks' },
    ];
    expect(refused({ messages })).toEqual({
      param: 'messages.[3].role',
      reason: null,
      message:
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. There is no such call: 'gone'.",
    });
    const repaired = convert({ messages }, { repairToolResults: true });
    expect(repaired.warnings).toEqual(['dropped:messages']);
    expect(repaired.body.messages.at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'live', content: 'done' },
      text('thanks'),
    ]);
  });

  it('that are missing are refused, or made up for by a relay that repairs', () => {
    const messages = [
      hi,
      calls(call('a'), call('b')),
      result('a'),
      { role: 'user', content: 'go on' },
    ];
    expect(refused({ messages })).toEqual({
      param: 'messages',
      reason: null,
      message:
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: b",
    });
    const repaired = convert({ messages }, { repairToolResults: true });
    expect(repaired.warnings).toEqual(['rewritten:messages']);
    expect(repaired.body.messages.at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: 'done' },
      {
        type: 'tool_result',
        tool_use_id: 'b',
        is_error: true,
        content: 'No result was provided for this tool call.',
      },
      text('go on'),
    ]);
  });

  it('name their call', () => {
    expect(refused({ messages: [hi, { role: 'tool', content: 'x' }] })).toMatchObject({
      param: 'messages.[1].tool_call_id',
      reason: 'missing_required_parameter',
    });
  });
});

describe('legacy function messages', () => {
  const asked = {
    role: 'assistant',
    content: null,
    function_call: { name: 'search', arguments: '{"q":"x"}' },
  };

  it('answer the call of their name', () => {
    expect(
      turns([hi, asked, { role: 'function', name: 'search', content: 'found' }]).slice(1),
    ).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'fc_1', name: 'search', input: { q: 'x' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'fc_1', content: 'found' }] },
    ]);
  });

  it('are not taken for the result of a tool call of that id', () => {
    const both = { ...asked, tool_calls: [call('search', 'f')] };

    expect(
      turns([
        hi,
        both,
        { role: 'function', name: 'search', content: 'found' },
        result('search', 'done'),
      ]).at(-1)?.content,
    ).toEqual([
      { type: 'tool_result', tool_use_id: 'fc_1', content: 'found' },
      { type: 'tool_result', tool_use_id: 'search', content: 'done' },
    ]);
  });

  it('may be missing, as they might at OpenAI', () => {
    const { body, warnings } = convert({
      messages: [hi, asked, { role: 'user', content: 'more' }],
    });
    expect(body.messages.at(-1)?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'fc_1', is_error: true },
      text('more'),
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('the first turn', () => {
  it('is the user’s: a greeting of the assistant is kept behind a word of theirs', () => {
    const { body, warnings } = convert({
      messages: [{ role: 'assistant', content: 'Welcome!' }, hi],
    });
    expect(body.messages).toEqual([
      { role: 'user', content: [text('Begin.')] },
      { role: 'assistant', content: [text('Welcome!')] },
      { role: 'user', content: [text('hi')] },
    ]);
    expect(warnings).toEqual(['rewritten:messages']);
  });
});

describe('the last turn', () => {
  const prefilled = [hi, { role: 'assistant', content: [text('<contents>\n'), text('\n \n')] }];

  it('is continued by models that do, without its white space', () => {
    expect(turns(prefilled, { model: 'claude-sonnet-4-5' }).at(-1)).toEqual({
      role: 'assistant',
      content: [text('<contents>')],
    });
  });

  it.each([
    { model: 'claude-sonnet-4-6' },
    { model: 'claude-sonnet-4-5', reasoning_effort: 'high' },
    {
      model: 'claude-sonnet-4-5',
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'a', schema: { type: 'object', properties: {} } },
      },
    },
  ])('is followed by a word of the user’s for %j', (request) => {
    const { body, warnings } = convert({ messages: prefilled, ...request });
    expect(body.messages.at(-1)).toEqual({ role: 'user', content: [text('Continue.')] });
    expect(warnings).toEqual(['rewritten:prefill']);
  });

  it('that stopped in the middle of a search goes back as it is', () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
    const paused = {
      role: 'assistant',
      content: 'Wait.',
      anthropic_content: [text('Wait.'), search],
    };
    expect(turns([hi, paused], { model: 'claude-opus-5' }).slice(1)).toEqual([
      { role: 'assistant', content: [text('Wait.'), search] },
    ]);
  });

  it('is refused by a strict relay when it cannot be continued', () => {
    expect(refused({ messages: prefilled }, { unsupported: 'reject' })).toMatchObject({
      param: 'messages',
      reason: 'unsupported_value',
    });
  });
});
