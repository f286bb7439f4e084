/** The oracle is judged by hand-made answers: it must not be believed because the pipeline agrees. */
import { describe, expect, it } from '@jest/globals';
import { claude, openai } from '../../src/testing/index.ts';
import { expectedAnswer, expectedCompletion } from './oracle.ts';

const {
  blockStop,
  citation,
  inertBlock,
  json,
  message,
  messageDelta,
  messageStart,
  messageStop,
  ping,
  redactedThinking,
  serverToolStart,
  signature,
  streamError,
  text,
  textStart,
  thinking,
  thinkingStart,
  toolStart,
  webCitation,
} = claude;

const researched = message(
  'tool_use',
  thinkingStart(0),
  thinking(0, 'Need data'),
  signature(0, 'Eu'),
  blockStop(0),
  textStart(1),
  text(1, 'Let me look.'),
  blockStop(1),
  serverToolStart(2),
  json(2, '{"query":"paris"}'),
  blockStop(2),
  inertBlock(3, 'web_search_tool_result', { content: [] }),
  blockStop(3),
  textStart(4),
  text(4, 'Paris has 2.1M people.'),
  citation(4, webCitation('https://paris.example', 'Paris')),
  blockStop(4),
  toolStart(5, 'save', 'toolu_A'),
  json(5, '{"n":'),
  json(5, '2100000}'),
  blockStop(5),
  toolStart(6, 'notify', 'toolu_B'),
  blockStop(6),
);

describe('the oracle', () => {
  it('knows the whole answer', () => {
    expect(expectedCompletion(expectedAnswer(researched))).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 0,
      model: 'claude-test',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Let me look.\n\nParis has 2.1M people.',
            refusal: null,
            annotations: [openai.urlCitation(14, 36, 'Paris', 'https://paris.example')],
            reasoning_content: 'Need data',
            reasoning_details: [
              openai.reasoningDetail({ text: 'Need data', signature: 'Eu', at: [0, 0] }, 0),
            ],
            tool_calls: [
              {
                id: 'toolu_A',
                type: 'function',
                function: { name: 'save', arguments: '{"n":2100000}' },
              },
              { id: 'toolu_B', type: 'function', function: { name: 'notify', arguments: '{}' } },
            ],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
      usage: openai.usage(10, 5),
    });
  });

  it.each([
    ['the same text in two blocks', [textStart(0), text(0, 'a'), textStart(1), text(1, 'b')], 'ab'],
    [
      'white space there already',
      [textStart(0, 'a '), toolStart(1, 'f'), textStart(2, 'b')],
      'a b',
    ],
    ['a call between', [textStart(0, 'a'), toolStart(1, 'f'), textStart(2, 'b')], 'a\n\nb'],
    ['nothing before', [toolStart(0, 'f'), textStart(1, 'b')], 'b'],
    ['an empty text between', [textStart(0, 'a'), ping(), textStart(1), textStart(2, 'b')], 'ab'],
  ])('separates texts: %s', (_name, events, content) => {
    expect(expectedAnswer(message('end_turn', ...events)).content).toBe(content);
  });

  it('separates thoughts, and keeps each as it was said', () => {
    const { reasoning, details } = expectedAnswer(
      message(
        'end_turn',
        thinkingStart(0, 'a'),
        blockStop(0),
        textStart(1, '👋!'),
        toolStart(2, 'f'),
        redactedThinking(3, 'xyz'),
        thinkingStart(4, 'b', 'Eu'),
      ),
    );

    expect(reasoning).toBe('a\n\nb');
    expect(details).toEqual([
      openai.reasoningDetail({ text: 'a' }, 0),
      openai.reasoningDetail({ data: 'xyz', at: [2, 1] }, 1),
      openai.reasoningDetail({ text: 'b', signature: 'Eu', at: [2, 1] }, 2),
    ]);
  });

  it.each([
    ['at the start', [toolStart(0, 'f', 'a', { n: 1 })], '{"n":1}'],
    ['at the start, as text', [toolStart(0, 'f', 'a', '{"n":1}')], '{"n":1}'],
    ['in deltas, which win', [toolStart(0, 'f', 'a', { n: 1 }), json(0, '{"m":2}')], '{"m":2}'],
    ['nowhere', [toolStart(0, 'f', 'a'), json(0, '')], '{}'],
    ['after its stop', [toolStart(0, 'f', 'a'), blockStop(0), json(0, '{"m":2}')], '{}'],
  ])('finds the input of a tool %s', (_where, events, wanted) => {
    expect(expectedAnswer(message('tool_use', ...events)).calls).toEqual([
      { id: 'a', type: 'function', function: { name: 'f', arguments: wanted } },
    ]);
  });

  it('does not make a call whole that a limit cut', () => {
    const [call] = expectedAnswer(message('max_tokens', toolStart(0, 'f', 'a'))).calls;
    expect(call).toMatchObject({ function: { arguments: '' } });
  });

  it.each([
    ['end_turn', 0, 'stop'],
    ['end_turn', 1, 'tool_calls'],
    ['stop_sequence', 0, 'stop'],
    ['tool_use', 0, 'stop'],
    ['tool_use', 1, 'tool_calls'],
    ['max_tokens', 1, 'length'],
    ['model_context_window_exceeded', 0, 'length'],
    ['refusal', 1, 'content_filter'],
    ['pause_turn', 0, 'length'],
    ['pause_turn', 1, 'tool_calls'],
    ['brand_new', 0, 'stop'],
    ['brand_new', 1, 'tool_calls'],
  ])('finishes after %s with %d calls: %s', (reason, calls, finish) => {
    const events = calls > 0 ? [toolStart(0, 'f'), blockStop(0)] : [];
    expect(expectedAnswer(message(reason, ...events)).finish).toBe(finish);
  });

  it('takes the last number said for each count, and adds compactions', () => {
    const { usage } = expectedAnswer([
      messageStart({
        input_tokens: 7,
        cache_read_input_tokens: 20,
        cache_creation_input_tokens: 3,
      }),
      messageDelta(null, { output_tokens: 4, input_tokens: null }),
      messageDelta('end_turn', {
        output_tokens: 9,
        output_tokens_details: { thinking_tokens: 2 },
        iterations: [
          { type: 'compaction', input_tokens: 100, output_tokens: 10 },
          { type: 'message', input_tokens: 5, output_tokens: 5 },
        ],
      }),
      messageStop(),
    ]);

    expect(usage).toEqual(
      openai.usage(130, 19, { cached_tokens: 20, cache_write_tokens: 3, reasoning_tokens: 2 }),
    );
  });

  it('knows how a stream ended', () => {
    const ending = (...events: Parameters<typeof expectedAnswer>[0]) =>
      expectedAnswer(events).ending;
    const failure = streamError('overloaded_error', 'no');

    expect(ending(messageStart(), messageStop())).toBe('answered');
    expect(ending(messageStart(), messageDelta('end_turn'))).toBe('answered');
    expect(ending(messageStart(), messageStop(), failure)).toBe('answered');
    expect(ending(messageStart(), messageDelta(null))).toBe('incomplete');
    expect(ending(messageStart(), messageDelta('end_turn'), failure)).toBe('failed');
    expect(ending()).toBe('incomplete');
  });

  it('says why an answer was refused, if anybody knows', () => {
    const refusal = (details: object | null) =>
      expectedAnswer([
        messageStart(),
        messageDelta('refusal', null, { stop_details: details }),
        messageStop(),
      ]).refusal;

    expect(refusal({ category: 'cyber', explanation: 'Because.' })).toBe('Because.');
    expect(refusal({ category: 'cyber' })).toBe('The model declined to answer (cyber).');
    expect(refusal({ category: null })).toBeUndefined();
    expect(refusal(null)).toBeUndefined();
  });
});
