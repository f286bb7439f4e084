import { describe, expect, it } from '@jest/globals';
import { from, map } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { AnswerOptions } from '../../src/convert/answerOptions.ts';
import {
  answer,
  customInput,
  messageHead,
  stopReason,
  tokenUsage,
  toolIndex,
} from '../../src/folds/index.ts';
import type { OpenAIChunk, OpenAIDelta } from '../../src/openai/chunks.ts';
import { type Mappable, toChunks, track } from '../../src/operators/index.ts';
import { claude, emitted, openai } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { lawful } from '../support/lawful.ts';
import { marbles } from '../support/marbles.ts';

const remember = (options: AnswerOptions = {}) =>
  track({
    messageHead,
    toolIndex,
    answer: answer(options.textSeparator),
    customInput: customInput(options.customTools ?? new Set()),
    stopReason,
    tokenUsage,
  });

/** Chunks of settled events, which is all this operator is given. */
const chunksOf = (events: readonly ClaudeEvent[], options: AnswerOptions = {}) =>
  emitted(from(events).pipe(remember(options), toChunks(options), lawful(options)));

/** The deltas of a whole message between its role and its finish. */
const deltasOf = (
  events: readonly ClaudeEvent[],
  options: AnswerOptions = {},
): readonly OpenAIDelta[] =>
  chunksOf(claude.message('end_turn', ...events), options)
    .slice(1, -1)
    .flatMap(({ choices: [choice] }) => choice?.delta ?? []);

// One letter, two tongues: a letter in a diagram of chunks is what became of that letter's event.
// prettier-ignore
const says = {
  S: claude.messageStart(),
  T: claude.textStart(0),            t: claude.text(0, 'Hi'),
  A: claude.toolStart(1, 'weather'), a: claude.json(1, '{"city":'), b: claude.json(1, '"Oslo"}'),
  '.': claude.blockStop(1),
  p: claude.ping(), n: claude.unknownEvent('brand_new'),
  D: claude.messageDelta('tool_use'),
  X: claude.messageStop(),
};
// prettier-ignore
const becomes = {
  S: openai.roleChunk(),
  t: openai.contentChunk('Hi'),
  A: openai.callChunk(0, 'weather', 'toolu_1'),
  a: openai.argumentsChunk(0, '{"city":'), b: openai.argumentsChunk(0, '"Oslo"}'),
  X: openai.finishChunk('tool_calls'),
};

const thinkingBlock = [
  claude.thinkingStart(0),
  claude.thinking(0, 'hm'),
  claude.signature(0, 'Eu'),
  claude.blockStop(0),
];
const call = (index: number, name: string, json: string) => [
  claude.toolStart(index, name),
  claude.json(index, json),
  claude.blockStop(index),
];

describe('toChunks', () => {
  it(
    'says each event in one chunk or in none',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  S-T-t-p-A-a-b-.-D-X|', says);
      const expected = '      S---t---A-a-b-----X|';

      expectObservable(claude$.pipe(remember(), toChunks(), lawful())).toBe(expected, becomes);
    }),
  );

  it(
    'says the end in several where there is more to say',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  S-T-t-D-X-----|', {
        ...says,
        D: claude.messageDelta(
          'refusal',
          { output_tokens: 5 },
          { stop_details: { category: 'bio' } },
        ),
      });
      const expected = '      S---t---(RX$)-|';
      const options = { includeUsage: true };
      const awaiting = (chunk: OpenAIChunk): OpenAIChunk => ({ ...chunk, usage: null });

      expectObservable(claude$.pipe(remember(), toChunks(options), lawful(options))).toBe(
        expected,
        {
          S: awaiting(becomes.S),
          t: awaiting(becomes.t),
          R: awaiting(openai.refusalChunk('The model declined to answer (bio).')),
          X: awaiting(openai.finishChunk('content_filter')),
          $: openai.usageChunk(openai.usage(10, 5)),
        },
      );
    }),
  );

  it('knows no word for what no fold has numbered', () => {
    const tracked: Mappable = {
      ...emitted(from([says.S]).pipe(remember()))[0],
      event: says.a,
    } as Mappable;
    const events = [says.a, says.A, says['.']];

    const chunks = emitted(
      from(events).pipe(
        map((event) => ({ ...tracked, event })),
        toChunks(),
      ),
    );

    expect(chunks).toEqual([]);
  });

  it.each([
    ['empty text', [claude.textStart(0), claude.text(0, '')]],
    ['empty thinking', [claude.thinkingStart(0), claude.thinking(0, '')]],
    ['a source without text', [claude.textStart(0), claude.citation(0, { type: 'char_location' })]],
    ["input of Claude's own tools", [claude.serverToolStart(0), claude.json(0, '{"q":1}')]],
    [
      'blocks, deltas and events nobody knows',
      [
        claude.unknownBlock(0, 'brand_new'),
        claude.unknownDelta(0, 'brand_new_delta'),
        claude.compaction(0, 'so far'),
        claude.blockStop(0),
      ],
    ],
  ])('says nothing of %s', (_, events) => {
    expect(deltasOf(events)).toEqual([]);
  });

  it('says an empty piece of input in no chunk', () => {
    const [open, ...pieces] = deltasOf([says.A, claude.json(1, ''), says.a, says.b, says['.']]);

    expect(open).toEqual(becomes.A.choices[0]?.delta);
    expect(pieces).toHaveLength(2);
  });

  describe('heads every chunk alike', () => {
    const start = (message: Parameters<typeof claude.messageStart>[1], usage = {}) => [
      claude.messageStart(usage, message),
      claude.messageStop(),
    ];
    const headOf = (events: readonly ClaudeEvent[], options: AnswerOptions = {}) => {
      const [{ id, model, service_tier } = becomes.S] = chunksOf(events, options);
      return { id, model, service_tier };
    };
    const asked = { requestedModel: 'gpt-x', completionId: 'abc' };

    it.each([
      ['by the message', start({}), asked, 'chatcmpl-1', 'claude-test'],
      [
        'by a message with an odd id',
        start({ id: 'odd_msg_1' }),
        asked,
        'chatcmpl-odd_msg_1',
        'claude-test',
      ],
      [
        'by the request where Claude names nothing',
        start({ id: '', model: '' }),
        asked,
        'chatcmpl-abc',
        'gpt-x',
      ],
      ['where nobody names anything', start({ id: '', model: '' }), {}, 'chatcmpl-unnamed', ''],
    ] as const)('%s', (_, events, options, id, model) => {
      expect(headOf(events, options)).toEqual({ id, model, service_tier: undefined });
    });

    it.each([
      ['said where asked for', { service_tier: 'priority' }, true, 'priority'],
      ['said in OpenAI’s word', { service_tier: 'standard' }, true, 'default'],
      ['not said where not asked for', { service_tier: 'priority' }, false, undefined],
      ['not said where Claude does not', {}, true, undefined],
      ['not said where OpenAI has no word', { service_tier: 'gold' }, true, undefined],
    ])('with the service tier %s', (_, usage, serviceTier, tier) => {
      expect(headOf(start({}, usage), { serviceTier }).service_tier).toBe(tier);
    });
  });

  describe('says thinking where it is wanted', () => {
    const details = {
      reasoning_details: [openai.reasoningDetail({ text: 'hm', signature: 'Eu' }, 0)],
    };

    it.each([
      ['reasoning_content', { reasoning_content: 'hm' }],
      ['reasoning', { reasoning: 'hm' }],
      ['both', { reasoning_content: 'hm', reasoning: 'hm' }],
    ] as const)('%s', (reasoningField, delta) => {
      expect(deltasOf(thinkingBlock, { reasoningField })).toEqual([delta, details]);
    });

    it('none', () => {
      expect(deltasOf(thinkingBlock, { reasoningField: 'none' })).toEqual([details]);
    });

    it('without details', () => {
      expect(deltasOf(thinkingBlock, { reasoningDetails: false })).toEqual([
        { reasoning_content: 'hm' },
      ]);
    });
  });

  describe('says a call in the form the client declared', () => {
    it('by the client’s own name for the tool', () => {
      const [open] = deltasOf(call(0, 'get_weather', '{}'), {
        toolNames: new Map([['get_weather', 'get weather!']]),
      });

      expect(open?.tool_calls?.[0].function?.name).toBe('get weather!');
    });

    describe('free-form', () => {
      const options: AnswerOptions = {
        customTools: new Set(['sql']),
        toolNames: new Map([['sql', 'SQL']]),
      };
      const opened = openai.customCallChunk(0, 'SQL', 'toolu_0').choices[0]?.delta;

      it.each([
        ['its text, whole and unwrapped', ['{"input":"SEL', 'ECT \\"é\\u00e9\\""}'], 'SELECT "éé"'],
        ['the JSON itself where it is not as asked for', ['{"sql":1}'], '{"sql":1}'],
        ['the words as they came where they were cut', ['{"input":"SEL'], '{"input":"SEL'],
      ])('%s', (_, pieces, input) => {
        const events = [
          claude.toolStart(0, 'sql'),
          ...pieces.map((piece) => claude.json(0, piece)),
          claude.blockStop(0),
        ];

        expect(deltasOf(events, options)).toEqual([
          opened,
          { tool_calls: [{ index: 0, custom: { input } }] },
        ]);
      });

      it('nothing more where it is empty', () => {
        expect(deltasOf(call(0, 'sql', '{"input":""}'), options)).toEqual([opened]);
      });

      it('beside an ordinary call', () => {
        const deltas = deltasOf(
          [...call(0, 'f', '{}'), ...call(1, 'sql', '{"input":"x"}')],
          options,
        );

        expect(deltas.map(({ tool_calls }) => tool_calls?.[0])).toEqual([
          { index: 0, id: 'toolu_0', type: 'function', function: { name: 'f', arguments: '' } },
          { index: 0, function: { arguments: '{}' } },
          { index: 1, id: 'toolu_1', type: 'custom', custom: { name: 'SQL', input: '' } },
          { index: 1, custom: { input: 'x' } },
        ]);
      });
    });

    it('deprecated: the first call, and no other', () => {
      const events = [...call(0, 'f', '{"a":1}'), ...call(1, 'g', '{}')];
      const chunks = chunksOf(claude.message('tool_use', ...events), { legacyFunctions: true });

      expect(chunks).toEqual(
        openai.answer(
          'function_call',
          openai.functionCallChunk('f'),
          openai.functionArgumentsChunk('{"a":1}'),
        ),
      );
    });
  });

  itBehavesLikeAnOperator(() => (claude$) => claude$.pipe(remember(), toChunks()), {
    source: '  S-T-t-n-A-a-b-.-D-X-',
    says,
    expected: 'S---t---A-a-b-----X-',
    becomes,
  });
});
