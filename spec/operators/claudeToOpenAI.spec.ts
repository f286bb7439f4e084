import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { ProtocolError, UpstreamError } from '../../src/errors.ts';
import type { OpenAIChunk, OpenAIDelta } from '../../src/openai/chunks.ts';
import { claudeToOpenAI, encodeSse, toCompletion } from '../../src/operators/index.ts';
import { claude, emitted, openai, outcome } from '../../src/testing/index.ts';
import { converted } from '../support/converted.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { lawful } from '../support/lawful.ts';
import { marbles } from '../support/marbles.ts';

const {
  blockStart,
  blockStop,
  citation,
  compaction,
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
  unknownBlock,
  unknownDelta,
  unknownEvent,
  webCitation,
} = claude;
const {
  annotationsChunk,
  answer,
  argumentsChunk,
  callChunk,
  contentChunk,
  detailsChunk,
  finishChunk,
  reasoningChunk,
  refusalChunk,
  roleChunk,
  urlCitation,
  usage,
  usageChunk,
} = openai;

// One letter, two tongues: a letter in a diagram of chunks is what became of that letter's event.
// prettier-ignore
const says = {
  S: messageStart(),
  T: textStart(0),            t: text(0, 'Hi'),
  M: thinkingStart(0),        m: thinking(0, 'hm'),
  A: toolStart(1, 'weather'), a: json(1, '{"city":"Oslo"}'),  ',': blockStop(1),
  B: toolStart(2, 'clock'),   b: json(2, '{"zone":1}'),       '.': blockStop(2),
  p: ping(),
  E: streamError('overloaded_error', 'Overloaded'),
  D: messageDelta('end_turn'), N: messageDelta('bored'),
  U: messageDelta('tool_use'),
  X: messageStop(),
};
// prettier-ignore
const becomes = {
  S: roleChunk(),
  t: contentChunk('Hi'),
  m: reasoningChunk('hm'),
  A: callChunk(0, 'weather', 'toolu_1'), a: argumentsChunk(0, '{"city":"Oslo"}'),
  B: callChunk(1, 'clock', 'toolu_2'),   b: argumentsChunk(1, '{"zone":1}'), '.': argumentsChunk(1, '{}'),
  r: detailsChunk({ text: 'hm' }),
  D: finishChunk('stop'),
  U: finishChunk('tool_calls'),
};

const textBlock = (index: number, ...pieces: readonly string[]): readonly ClaudeEvent[] => [
  textStart(index),
  ...pieces.map((piece) => text(index, piece)),
  blockStop(index),
];
const thinkingBlock = (index: number, thought: string, seal = 'Eu'): readonly ClaudeEvent[] => [
  thinkingStart(index),
  ...(thought === '' ? [] : [thinking(index, thought)]),
  ...(seal === '' ? [] : [signature(index, seal)]),
  blockStop(index),
];
const tool = (
  index: number,
  name: string,
  ...pieces: readonly string[]
): readonly ClaudeEvent[] => [
  toolStart(index, name),
  ...pieces.map((piece) => json(index, piece)),
  blockStop(index),
];
const call = (index: number, block: number, name: string, ...pieces: readonly string[]) => [
  callChunk(index, name, `toolu_${block}`),
  ...pieces.map((piece) => argumentsChunk(index, piece)),
];
const toolPieces = (chunks: readonly OpenAIChunk[]) =>
  chunks.flatMap(({ choices: [choice] }) => choice?.delta.tool_calls ?? []);

describe('claudeToOpenAI', () => {
  describe('says things when Claude does', () => {
    const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
      ['text', '              S-T-t-t-D-X', '         S---t-t---(D|)'],
      ['calls', '             S-T-t-A-a-,-B-b-.-U-X', ' S---t-A-a---B-b-----(U|)'],
      ['a call without input', 'S-T-t-A-a-,-B-.-U-X', '   S---t-A-a---B-.---(U|)'],
      ['thinking', '          S-M-m-D-X', '        S---m---(rD|)'],
      ['pings, in silence', ' p-S-p-T-p-t-p-D-X', '     --S-------t-----(D|)'],
      ['an unknown reason', ' S-T-t-N-X', '             S---t---(D|)'],
      ['a call kept back', '  S-A-B-b-.-a-,----U-X', '  S-A-------a-(Bb)---(U|)'],
    ];

    for (const [name, source, expected] of cases) {
      it(
        name,
        marbles(({ cold, expectObservable }) => {
          expectObservable(cold(source, says).pipe(claudeToOpenAI(), lawful())).toBe(
            expected,
            becomes,
          );
        }),
      );
    }

    it(
      'the end as soon as the message stops, not when the connection closes',
      marbles(({ hot, expectObservable, expectSubscriptions }) => {
        const claude$ = hot('   S-T-t-D-X-p-p-', says);
        const subscribed = '    ^-------!     ';
        const expected = '      S---t---(D|)  ';

        expectObservable(claude$.pipe(claudeToOpenAI(), lawful())).toBe(expected, becomes);
        expectSubscriptions(claude$.subscriptions).toBe(subscribed);
      }),
    );
  });

  describe('numbers tool calls from 0, whatever else Claude counts', () => {
    it('leading text does not shift the tool index', () => {
      const chunks = converted(
        message(
          'tool_use',
          ...textBlock(0, 'Let me look.'),
          ...tool(1, 'weather', '{"city":', '"Oslo"}'),
        ),
      );

      expect(chunks).toEqual(
        answer(
          'tool_calls',
          contentChunk('Let me look.'),
          ...call(0, 1, 'weather', '{"city":', '"Oslo"}'),
        ),
      );
      expect(toolPieces(chunks).map(({ index }) => index)).toEqual([0, 0, 0]);
    });

    it('leading thinking then tools', () => {
      const chunks = converted(
        message(
          'tool_use',
          ...thinkingBlock(0, 'hm'),
          ...tool(1, 'f', '{"a":1}'),
          ...tool(2, 'g', '{}'),
        ),
      );

      expect(chunks).toEqual(
        answer(
          'tool_calls',
          reasoningChunk('hm'),
          ...call(0, 1, 'f', '{"a":1}'),
          ...call(1, 2, 'g', '{}'),
          detailsChunk({ text: 'hm', signature: 'Eu' }),
        ),
      );
      expect(toolPieces(chunks).map(({ index }) => index)).toEqual([0, 0, 1, 1]);
    });

    it('multiple tools from zero, no collision', () => {
      const chunks = converted(
        message('tool_use', ...tool(0, 'f', '{"a":1}'), ...tool(1, 'g', '{}')),
      );

      expect(chunks).toEqual(
        answer('tool_calls', ...call(0, 0, 'f', '{"a":1}'), ...call(1, 1, 'g', '{}')),
      );
      expect(toolPieces(chunks).map(({ index }) => index)).toEqual([0, 0, 1, 1]);
    });

    it.each([
      ['text between them', [...tool(0, 'f', '{}'), ...textBlock(1, 'And'), ...tool(2, 'g', '{}')]],
      [
        'a search before',
        [
          serverToolStart(0),
          json(0, '{"q":1}'),
          blockStop(0),
          inertBlock(1, 'web_search_tool_result'),
          blockStop(1),
          ...tool(2, 'f', '{}'),
          ...tool(3, 'g', '{}'),
        ],
      ],
      [
        'blocks nobody knows around',
        [
          unknownBlock(0, 'x'),
          blockStop(0),
          ...tool(1, 'f', '{}'),
          unknownBlock(2, 'y'),
          blockStop(2),
          ...tool(3, 'g', '{}'),
        ],
      ],
      ['numbers that jump', [...tool(7, 'f', '{}'), ...tool(3, 'g', '{}')]],
      [
        'a number used twice',
        [...tool(0, 'f', '{}'), toolStart(0, 'g', 'toolu_b'), json(0, '{}'), blockStop(0)],
      ],
    ])('%s', (_, events) => {
      const pieces = toolPieces(converted(message('tool_use', ...events)));

      expect(pieces.map(({ index }) => index)).toEqual([0, 0, 1, 1]);
      expect(pieces.map((piece) => piece.function?.name)).toEqual(['f', undefined, 'g', undefined]);
    });
  });

  describe('converts a whole turn', () => {
    const turn = [
      messageStart({ input_tokens: 10, cache_read_input_tokens: 4 }),
      ...thinkingBlock(0, 'Need data'),
      ...textBlock(1, 'Let me look.'),
      serverToolStart(2),
      json(2, '{"query":"Paris"}'),
      blockStop(2),
      inertBlock(3, 'web_search_tool_result', { tool_use_id: 'srvtoolu_2', content: [] }),
      blockStop(3),
      textStart(4),
      text(4, 'Paris has 2.1M people.'),
      citation(4, webCitation('https://paris.example', 'Paris')),
      blockStop(4),
      ...tool(5, 'save', '{"n":', '2100000}'),
      ...tool(6, 'notify'),
      messageDelta('tool_use', { output_tokens: 50 }),
      messageStop(),
    ];
    const said = openai.awaitingUsage(
      roleChunk(),
      reasoningChunk('Need data'),
      contentChunk('Let me look.'),
      contentChunk('\n\nParis has 2.1M people.'),
      ...call(0, 5, 'save', '{"n":', '2100000}'),
      ...call(1, 6, 'notify', '{}'),
      openai.deltaChunk({
        reasoning_details: [openai.reasoningDetail({ text: 'Need data', signature: 'Eu' }, 0)],
        annotations: [urlCitation(14, 36, 'Paris', 'https://paris.example')],
      }),
      finishChunk('tool_calls'),
      usageChunk(usage(14, 50, { cached_tokens: 4 })),
    );

    it('in chunks', () => {
      expect(converted(turn, { includeUsage: true })).toEqual(said);
    });

    it('on the wire', () => {
      const sent = emitted(from(turn).pipe(claudeToOpenAI({ includeUsage: true }), encodeSse()));

      expect(sent.join('')).toBeOpenAIStream({ includeUsage: true });
      expect(sent).toEqual([
        ...said.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
        'data: [DONE]\n\n',
      ]);
    });

    it('in one piece', () => {
      const options = { includeUsage: true };
      const [completion] = emitted(
        from(turn).pipe(claudeToOpenAI(options), lawful(options), toCompletion(options)),
      );

      expect(completion).toEqual({
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
              annotations: [urlCitation(14, 36, 'Paris', 'https://paris.example')],
              reasoning_content: 'Need data',
              reasoning_details: [
                openai.reasoningDetail({ text: 'Need data', signature: 'Eu' }, 0),
              ],
              tool_calls: [
                {
                  id: 'toolu_5',
                  type: 'function',
                  function: { name: 'save', arguments: '{"n":2100000}' },
                },
                { id: 'toolu_6', type: 'function', function: { name: 'notify', arguments: '{}' } },
              ],
            },
            logprobs: null,
            finish_reason: 'tool_calls',
          },
        ],
        usage: usage(14, 50, { cached_tokens: 4 }),
      });
    });
  });

  describe('hears of the message', () => {
    it('nothing but its start and its end when it is empty', () => {
      expect(converted([messageStart(), messageDelta('end_turn'), messageStop()])).toEqual(
        answer('stop'),
      );
    });

    it('one start, though it is repeated, and one that is left out', () => {
      const events = textBlock(0, 'Hi');

      expect(converted([messageStart(), ...message('end_turn', ...events)])).toEqual(
        answer('stop', contentChunk('Hi')),
      );
      expect(
        converted([...events, messageDelta('end_turn'), messageStop()], {
          completionId: '1',
          requestedModel: 'claude-test',
        }),
      ).toEqual(answer('stop', contentChunk('Hi')));
    });

    it('blocks that came with its start, and not once more when they open', () => {
      const block = { type: 'tool_use', id: 'toolu_0', name: 'f', input: { a: 1 } } as const;
      const start = messageStart({}, { content: [block] });
      const again = [blockStart(0, block), blockStop(0)];
      const end = [messageDelta('tool_use'), messageStop()];

      const expected = answer('tool_calls', ...call(0, 0, 'f', '{"a":1}'));
      expect(converted([start, ...end])).toEqual(expected);
      expect(converted([start, ...again, ...end])).toEqual(expected);
    });

    it('its reason whenever it comes: early, late, twice, before a block closes', () => {
      const [start, ...rest] = [messageStart(), textStart(0), text(0, 'Hi')];
      const expected = answer('stop', contentChunk('Hi'));
      const variants = [
        [messageStart({}, { stop_reason: 'end_turn' }), ...rest, blockStop(0), messageStop()],
        [start, ...rest, messageDelta('end_turn'), blockStop(0), messageStop()],
        [
          start,
          ...rest,
          blockStop(0),
          messageDelta(null),
          messageDelta('end_turn', null),
          messageStop(),
        ],
        [start, ...rest, blockStop(0), messageDelta('end_turn'), messageDelta(null), messageStop()],
        [start, ...rest, messageDelta('end_turn')],
      ];

      for (const events of variants) expect(converted(events)).toEqual(expected);
    });

    it('nothing after its end', () => {
      expect(
        converted([...message('end_turn', ...textBlock(0, 'Hi')), ...tool(1, 'f'), says.E]),
      ).toEqual(answer('stop', contentChunk('Hi')));
    });

    it('its totals, the latest that are not null', () => {
      const chunks = converted(
        [
          messageStart({ cache_creation_input_tokens: 2 }),
          messageDelta(null, { output_tokens: 7 }),
          messageDelta('end_turn', { input_tokens: null, output_tokens: 9 }),
          messageDelta(null, null),
          messageStop(),
        ],
        { includeUsage: true },
      );

      expect(chunks.at(-1)?.usage).toEqual(usage(12, 9, { cache_write_tokens: 2 }));
    });
  });

  describe('converts every kind of block', () => {
    const deltas = (...events: readonly ClaudeEvent[]): readonly OpenAIDelta[] =>
      converted(message('end_turn', ...events))
        .slice(1, -1)
        .flatMap(({ choices: [choice] }) => choice?.delta ?? []);
    const details = (...blocks: readonly openai.ReasoningBlock[]) => ({
      reasoning_details: blocks.map(openai.reasoningDetail),
    });

    it.each<readonly [string, readonly ClaudeEvent[], readonly OpenAIDelta[]]>([
      ['text', textBlock(0, 'Hi', '', ' you'), [{ content: 'Hi' }, { content: ' you' }]],
      ['text that came at once', [textStart(0, 'Hi'), blockStop(0)], [{ content: 'Hi' }]],
      [
        'thinking',
        thinkingBlock(0, 'hm'),
        [{ reasoning_content: 'hm' }, details({ text: 'hm', signature: 'Eu' })],
      ],
      [
        'thinking that came at once',
        [thinkingStart(0, 'hm', 'Eu')],
        [{ reasoning_content: 'hm' }, details({ text: 'hm', signature: 'Eu' })],
      ],
      [
        'thinking that is not shown',
        thinkingBlock(0, ''),
        [details({ text: '', signature: 'Eu' })],
      ],
      ['thinking that says nothing', thinkingBlock(0, '', ''), []],
      ['encrypted thinking', [redactedThinking(0, 'x'), blockStop(0)], [details({ data: 'x' })]],
      [
        'a signature said twice',
        [thinkingStart(0), signature(0, 'old'), signature(0, 'new')],
        [details({ text: '', signature: 'new' })],
      ],
      [
        'two thoughts',
        [...thinkingBlock(0, 'a'), ...thinkingBlock(1, 'b')],
        [
          { reasoning_content: 'a' },
          { reasoning_content: '\n\nb' },
          details({ text: 'a', signature: 'Eu' }, { text: 'b', signature: 'Eu' }),
        ],
      ],
      [
        'two thoughts with space between',
        [...thinkingBlock(0, 'a\n'), ...thinkingBlock(1, 'b')],
        [
          { reasoning_content: 'a\n' },
          { reasoning_content: 'b' },
          details({ text: 'a\n', signature: 'Eu' }, { text: 'b', signature: 'Eu' }),
        ],
      ],
      [
        'thoughts after text',
        [...textBlock(0, 'né🙂'), ...thinkingBlock(1, 'hm')],
        [
          { content: 'né🙂' },
          { reasoning_content: 'hm' },
          details({ text: 'hm', signature: 'Eu', at: [3, 0] }),
        ],
      ],
      [
        'thoughts behind calls, also one that waits',
        [toolStart(0, 'f'), toolStart(1, 'g'), redactedThinking(2, 'x')],
        [
          ...[...call(0, 0, 'f', '{}'), ...call(1, 1, 'g', '{}')].flatMap(
            ({ choices: [choice] }) => choice?.delta ?? [],
          ),
          details({ data: 'x', at: [0, 2] }),
        ],
      ],
      [
        'texts in a row',
        [...textBlock(0, 'a'), ...textBlock(1, 'b')],
        [{ content: 'a' }, { content: 'b' }],
      ],
      [
        'texts with a call between, also one that waits',
        [
          ...textBlock(1, 'a'),
          toolStart(0, 'f'),
          ...textBlock(2, 'b'),
          toolStart(3, 'g'),
          ...textBlock(4, 'c'),
        ],
        [
          { content: 'a' },
          ...call(0, 0, 'f').flatMap(({ choices: [choice] }) => choice?.delta ?? []),
          { content: '\n\nb' },
          { content: '\n\nc' },
          ...[argumentsChunk(0, '{}'), ...call(1, 3, 'g', '{}')].flatMap(
            ({ choices: [choice] }) => choice?.delta ?? [],
          ),
        ],
      ],
      [
        'texts with a thought between',
        [...textBlock(0, 'a'), ...thinkingBlock(1, '', ''), ...textBlock(2, 'b')],
        [{ content: 'a' }, { content: '\n\nb' }],
      ],
      [
        'texts with a block between that nobody knows',
        [...textBlock(0, 'a'), unknownBlock(1, 'x'), ...textBlock(2, 'b')],
        [{ content: 'a' }, { content: '\n\nb' }],
      ],
      [
        'texts apart, with space',
        [...textBlock(0, 'a '), unknownBlock(1, 'x'), ...textBlock(2, 'b')],
        [{ content: 'a ' }, { content: 'b' }],
      ],
      [
        'texts apart, the second with space',
        [...textBlock(0, 'a'), unknownBlock(1, 'x'), ...textBlock(2, '\nb')],
        [{ content: 'a' }, { content: '\nb' }],
      ],
      [
        'text after something else',
        [unknownBlock(0, 'x'), ...textBlock(1, 'b')],
        [{ content: 'b' }],
      ],
      ['text nobody opened', [text(5, 'Hi')], [{ content: 'Hi' }]],
    ])('%s', (_, events, expected) => {
      expect(deltas(...events)).toEqual(expected);
    });

    it.each([
      'server_tool_use',
      'web_search_tool_result',
      'web_fetch_tool_result',
      'code_execution_tool_result',
      'bash_code_execution_tool_result',
      'text_editor_code_execution_tool_result',
      'tool_search_tool_result',
      'advisor_tool_result',
      'mcp_tool_use',
      'mcp_tool_result',
      'mcp_tool_listing',
      'container_upload',
      'compaction',
      'fallback',
      'connector_text',
    ] as const)('%s, in silence', (type) => {
      const block = [inertBlock(0, type, { id: 'x', name: 'x', input: {} }), json(0, '{"a":1}')];

      expect(deltas(...block, compaction(0, 'x'), blockStop(0), ...tool(1, 'f', '{}'))).toEqual(
        call(0, 1, 'f', '{}').flatMap(({ choices: [choice] }) => choice?.delta ?? []),
      );
    });

    it('events, blocks and deltas that do not exist yet, in silence', () => {
      const events = message(
        'end_turn',
        unknownEvent('brand_new', { index: 0 }),
        unknownBlock(0, 'brand_new_block', { id: 'a', name: 'b', input: { c: 1 } }),
        unknownDelta(0, 'brand_new_delta', { text: 'no' }),
        text(0, 'no'),
        thinking(0, 'no'),
        blockStop(0),
        ...textBlock(1, 'Hi'),
      );

      expect(converted(events)).toEqual(answer('stop', contentChunk('Hi')));
    });

    it('sources: of their block, each once, and only from the web', () => {
      const [, , , last] = converted(
        message(
          'end_turn',
          ...textBlock(0, 'Hé🙂 '),
          textStart(1),
          citation(1, webCitation('https://a.example', 'A')),
          text(1, 'is '),
          text(1, 'so.'),
          citation(1, webCitation('https://a.example', 'A')),
          citation(1, { type: 'search_result_location', source: 'https://b.example', title: null }),
          citation(1, { type: 'search_result_location', source: 'a file', title: 'no' }),
          citation(1, { type: 'char_location', title: 'no' }),
          blockStop(1),
        ),
      ).slice(1);

      expect(last).toEqual(
        annotationsChunk(
          urlCitation(4, 10, 'A', 'https://a.example'),
          urlCitation(4, 10, '', 'https://b.example'),
        ),
      );
    });
  });

  describe('says what a call was given', () => {
    const argumentsOf = (...events: readonly ClaudeEvent[]) =>
      toolPieces(converted(message('tool_use', ...events)))
        .slice(1)
        .map((piece) => piece.function?.arguments);

    it.each<readonly [string, readonly ClaudeEvent[], readonly string[]]>([
      ['as it came', tool(0, 'f', '{"a"', ':', '1}'), ['{"a"', ':', '1}']],
      ['{} where nothing was', tool(0, 'f'), ['{}']],
      ['{} where only empty pieces were', tool(0, 'f', '', ''), ['{}']],
      ['what came at once', [toolStart(0, 'f', 'a', { a: 1 }), blockStop(0)], ['{"a":1}']],
      [
        'what came at once, with empty pieces after',
        [toolStart(0, 'f', 'a', { a: 1 }), json(0, '')],
        ['{"a":1}'],
      ],
      [
        'what was streamed rather than what came at once',
        [toolStart(0, 'f', 'a', { a: 1 }), json(0, '{"a":2}')],
        ['{"a":2}'],
      ],
      ['without a stop', [toolStart(0, 'f')], ['{}']],
      [
        'with two stops, and pieces too late',
        [...tool(0, 'f', '{}'), blockStop(0), json(0, '{}')],
        ['{}'],
      ],
      ['with two starts', [toolStart(0, 'f'), ...tool(0, 'f', '{}')], ['{}']],
    ])('%s', (_, events, expected) => {
      expect(argumentsOf(...events)).toEqual(expected);
    });

    it('one call after the other, however they were mixed', () => {
      const mixed = [
        toolStart(0, 'f'),
        toolStart(1, 'g'),
        json(1, '{"b":'),
        json(0, '{"a":'),
        json(1, '2}'),
        json(0, '1}'),
        blockStop(1),
        text(2, 'Hi'),
        blockStop(0),
      ];

      expect(converted(message('tool_use', ...mixed))).toEqual(
        answer(
          'tool_calls',
          callChunk(0, 'f', 'toolu_0'),
          argumentsChunk(0, '{"a":'),
          argumentsChunk(0, '1}'),
          contentChunk('Hi'),
          ...call(1, 1, 'g', '{"b":', '2}'),
        ),
      );
    });
  });

  describe('finishes', () => {
    const called = tool(0, 'f', '{}');

    it.each([
      ['end_turn', 'stop', 'tool_calls'],
      ['stop_sequence', 'stop', 'tool_calls'],
      ['tool_use', 'stop', 'tool_calls'],
      ['pause_turn', 'length', 'tool_calls'],
      ['max_tokens', 'length', 'length'],
      ['model_context_window_exceeded', 'length', 'length'],
      ['refusal', 'content_filter', 'content_filter'],
      ['compaction', 'stop', 'tool_calls'],
      ['brand_new', 'stop', 'tool_calls'],
      ['__proto__', 'stop', 'tool_calls'],
    ] as const)('%s as %s, and after a call as %s', (reason, without, after) => {
      expect(converted(message(reason)).at(-1)).toEqual(finishChunk(without));
      expect(converted(message(reason, ...called)).at(-1)).toEqual(finishChunk(after));
    });

    it('as stop where no reason was ever given', () => {
      expect(converted([messageStart(), messageStop()])).toEqual(answer('stop'));
    });

    it("as stop where the tools were Claude's own", () => {
      const search = [serverToolStart(0), json(0, '{"q":1}'), blockStop(0)];

      expect(converted(message('tool_use', ...search))).toEqual(answer('stop'));
    });

    it('in the middle of a call without repairing it', () => {
      const cutShort = [toolStart(0, 'f'), json(0, '{"a":"')];

      expect(converted(message('max_tokens', ...cutShort))).toEqual(
        answer('length', ...call(0, 0, 'f', '{"a":"')),
      );
      expect(converted(message('max_tokens', toolStart(0, 'f')))).toEqual(
        answer('length', ...call(0, 0, 'f')),
      );
    });

    it('in the middle of the last call only, though no call was closed', () => {
      const unclosed = [toolStart(0, 'f'), toolStart(1, 'g')];

      expect(converted(message('max_tokens', ...unclosed))).toEqual(
        answer('length', ...call(0, 0, 'f', '{}'), ...call(1, 1, 'g')),
      );
    });

    it.each([
      ['before any text', []],
      ['after text', textBlock(0, 'Well')],
      ['after a call', called],
    ])('a refusal %s in words', (_, events) => {
      const explained = { type: 'refusal', category: 'cyber', explanation: 'I will not.' };
      const chunks = converted([
        messageStart(),
        ...events,
        messageDelta('refusal', null, { stop_details: explained }),
        messageStop(),
      ]);

      expect(chunks.slice(-2)).toEqual([
        refusalChunk('I will not.'),
        finishChunk('content_filter'),
      ]);
    });

    it('without words where no refusal is', () => {
      const events = [
        messageStart(),
        messageDelta('end_turn', null, { stop_details: { explanation: 'no' } }),
        messageStop(),
      ];

      expect(converted(events)).toEqual(answer('stop'));
    });
  });

  describe('fails', () => {
    const overloaded = new UpstreamError('Overloaded', { type: 'overloaded_error' });
    const cases: readonly (readonly [name: string, source: string, expected: string, Error])[] = [
      ['where Claude fails first', '     E-', '      #', overloaded],
      ['where Claude fails later', '     S-T-t-E-t-', 'S---t-#', overloaded],
      ['in the middle of a call', '      S-A-a-E-', '  S-A-a-#', overloaded],
      ['when the stream is cut', '       S-T-t-|', '   S---t-#', ProtocolError.incomplete()],
      ['when it is cut in a call', '     S-A-|', '     S-A-#', ProtocolError.incomplete()],
      ['when nothing was said at all', ' --|', '       --#', ProtocolError.incomplete()],
    ];

    for (const [name, source, expected, error] of cases) {
      it(
        name,
        marbles(({ cold, expectObservable }) => {
          expectObservable(cold(source, says).pipe(claudeToOpenAI(), lawful())).toBe(
            expected,
            becomes,
            error,
          );
        }),
      );
    }

    it('wherever the events are cut off before the reason, and nowhere after it', () => {
      const events = message(
        'tool_use',
        ...thinkingBlock(0, 'hm'),
        ...textBlock(1, 'Hi'),
        ...tool(2, 'f'),
        ...tool(3, 'g', '{}'),
      );
      const reasonAt = events.length - 2;

      for (let length = 0; length <= events.length; length += 1) {
        const { ending } = outcome(from(events.slice(0, length)).pipe(claudeToOpenAI(), lawful()));

        expect(`${length} ${ending}`).toBe(`${length} ${length > reasonAt ? 'complete' : 'error'}`);
      }
    });
  });

  it('obeys the options of the answer', () => {
    const fenced = message('end_turn', ...textBlock(0, '```json\n', '{}', '\n```'));

    expect(converted(fenced, { jsonFence: true })).toEqual(answer('stop', contentChunk('{}')));
    expect(
      converted(
        message(
          'end_turn',
          ...textBlock(0, 'a'),
          ...thinkingBlock(1, '', ''),
          ...textBlock(2, 'b'),
        ),
        {
          textSeparator: ' ',
        },
      ),
    ).toEqual(answer('stop', contentChunk('a'), contentChunk(' b')));
  });

  it('changes nothing Claude said', () => {
    const events = message('tool_use', toolStart(3, 'f', ''), ...tool(0, 'f'), text(7, 'Hi'));
    const before = structuredClone(events);

    converted(events);
    expect(events).toEqual(before);
  });

  itBehavesLikeAnOperator(claudeToOpenAI, {
    source: '  S-T-t-A-a-,-B-.-U-',
    says,
    expected: 'S---t-A-a---B-.---',
    becomes,
    empty: { expected: '--#', error: ProtocolError.incomplete() },
  });
});
