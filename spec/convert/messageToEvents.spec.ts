import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import type { ClaudeMessage } from '../../src/claude/message.ts';
import { messageToEvents } from '../../src/convert/messageToEvents.ts';
import { claudeToOpenAI } from '../../src/operators/claudeToOpenAI.ts';
import { toCompletion } from '../../src/operators/toCompletion.ts';
import { emitted } from '../../src/testing/index.ts';

const message: ClaudeMessage = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5',
  content: [
    { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
    { type: 'text', text: 'Let me look.' },
    { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'Paris' } },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
};

describe('messageToEvents', () => {
  it('tells each block as a stream would: empty first, then its delta, then its stop', () => {
    const ofTool = messageToEvents(message).filter(
      (event) => 'index' in event && event.index === 2,
    );

    expect(ofTool).toEqual([
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 2,
        delta: { type: 'input_json_delta', partial_json: '{"at":"Paris"}' },
      },
      { type: 'content_block_stop', index: 2 },
    ]);
  });

  it('opens with an unfinished message and closes with why it stopped', () => {
    const events = messageToEvents(message);

    expect(events[0]).toMatchObject({ message: { id: 'msg_1', content: [], stop_reason: null } });
    expect(events.slice(-2)).toEqual([
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: { input_tokens: 10, output_tokens: 5 },
      },
      { type: 'message_stop' },
    ]);
  });

  it('closes with the details of a refusal', () => {
    const stop_details = { type: 'refusal', category: 'cyber', explanation: 'No.' };
    const refused = { ...message, stop_reason: 'refusal', stop_details };

    expect(messageToEvents(refused).at(-2)).toMatchObject({
      delta: { stop_reason: 'refusal', stop_details },
    });
  });

  it('loses nothing on the road every stream takes', () => {
    const [completion] = emitted(
      from(messageToEvents(message)).pipe(claudeToOpenAI({ includeUsage: true }), toCompletion()),
    );

    expect(completion).toMatchObject({
      model: 'claude-opus-5',
      choices: [
        {
          message: {
            content: 'Let me look.',
            reasoning_content: 'Hm.',
            reasoning_details: [{ text: 'Hm.', signature: 'c2ln' }],
            tool_calls: [
              { id: 'toolu_1', function: { name: 'look', arguments: '{"at":"Paris"}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    });
  });

  it('keeps citations, and leaves out what is malformed', () => {
    const events = messageToEvents({
      ...message,
      content: [
        { type: 'text', text: 'So.', citations: [{ type: 'char_location' }] },
        { type: 'text' } as never,
        'not a block' as never,
      ],
    });

    expect(events.filter(({ type }) => type === 'content_block_delta')).toEqual([
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'So.' } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'citations_delta', citation: { type: 'char_location' } },
      },
    ]);
  });

  it.each([
    ['null', null],
    ['a number', 5],
    ['without a type', { text: 'So.' }],
    ['of a type that is no word', { type: 7 }],
  ])('leaves out a block that is %s, and counts on', (_, block) => {
    const text = { type: 'text', text: 'So.' } as const;

    expect(messageToEvents({ ...message, content: [block as never, text] })).toEqual(
      messageToEvents({ ...message, content: [text] }),
    );
  });

  it('tells no citations where they are no list', () => {
    const text = { type: 'text', text: 'So.' } as const;

    expect(
      messageToEvents({ ...message, content: [{ ...text, citations: 'a book' as never }] }),
    ).toEqual(messageToEvents({ ...message, content: [text] }));
  });
});
