import { describe, expect, it } from '@jest/globals';
import { EMPTY, from, type Observable, of, throwError } from 'rxjs';
import type { ClaudeBlock, ClaudeEvent } from '../../src/claude/events.ts';
import { claudeToOpenAI, continuePausedTurns } from '../../src/operators/index.ts';
import { claude, emitted, outcome } from '../../src/testing/index.ts';
import { marbles } from '../support/marbles.ts';

// prettier-ignore
const says = {
  S: claude.messageStart({ input_tokens: 10, output_tokens: 1 }),
  T: claude.textStart(0),                  t: claude.text(0, 'One.'),  '.': claude.blockStop(0),
  P: claude.messageDelta('pause_turn', { output_tokens: 5 }),
  D: claude.messageDelta('end_turn', { output_tokens: 7 }),
  X: claude.messageStop(),
};
// prettier-ignore
const becomes = {
  ...says,
  p: { ...says.P, delta: { ...says.P.delta, stop_reason: null } },
  s: { type: 'message_delta', delta: {}, usage: { input_tokens: 20, output_tokens: 6 } } as ClaudeEvent,
  U: claude.textStart(1),                  u: claude.text(1, 'One.'),  ',': claude.blockStop(1),
  d: { ...says.D, usage: { input_tokens: 20, output_tokens: 12 } },
};

describe('continuePausedTurns', () => {
  it(
    'tells a paused turn and its continuation as one message',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const claude$ = cold('  S-T-t-.-P-X', says);
      const subscribed = '    ^---------!';
      const resumed$ = cold('           S-T-t-.-D-(X|)', says);
      const resumed = '       ----------^---------!';
      const expected = '      S-T-t-.-p-s-U-u-,-d-(X|)';

      const told$ = claude$.pipe(continuePausedTurns(() => resumed$));

      expectObservable(told$).toBe(expected, becomes);
      expectSubscriptions(claude$.subscriptions).toBe(subscribed);
      expectSubscriptions(resumed$.subscriptions).toBe(resumed);
    }),
  );
});

const { blockStop, messageDelta, messageStart, messageStop, text, textStart } = claude;

const pausing = (words: string, usage = {}): readonly ClaudeEvent[] => [
  messageStart({ input_tokens: 10, output_tokens: 1 }),
  textStart(0),
  text(0, words),
  blockStop(0),
  messageDelta('pause_turn', { output_tokens: 5, ...usage }),
  messageStop(),
];

describe('a continued turn', () => {
  it('is resumed with all that was said, thoughts and server tools included', () => {
    const asked: (readonly ClaudeBlock[])[] = [];
    const first: readonly ClaudeEvent[] = [
      messageStart(),
      claude.thinkingStart(0),
      claude.thinking(0, 'Hm'),
      claude.signature(0, 'sig'),
      blockStop(0),
      claude.serverToolStart(1, 'web_search', 'srvtoolu_1'),
      claude.json(1, '{"query":'),
      claude.json(1, '"x"}'),
      blockStop(1),
      textStart(2),
      text(2, 'So '),
      text(2, 'far.'),
      claude.citation(2, claude.webCitation('https://a.example', 'A')),
      blockStop(2),
      messageDelta('pause_turn'),
      messageStop(),
    ];

    emitted(
      from(first).pipe(
        continuePausedTurns((content) => {
          asked.push(content);
          return from(claude.message('end_turn'));
        }),
      ),
    );

    expect(asked).toEqual([
      [
        { type: 'thinking', thinking: 'Hm', signature: 'sig' },
        expect.objectContaining({
          type: 'server_tool_use',
          id: 'srvtoolu_1',
          input: { query: 'x' },
        }),
        {
          type: 'text',
          text: 'So far.',
          citations: [expect.objectContaining({ url: 'https://a.example' })],
        },
      ],
    ]);
  });

  it('hands back the whole turn at every continuation, not the last part alone', () => {
    const asked: number[] = [];
    const parts = [pausing('Two.'), claude.message('end_turn', textStart(0), text(0, 'Three.'))];

    const told = emitted(
      from(pausing('One.')).pipe(
        continuePausedTurns((content) => {
          asked.push(content.length);
          return from(parts.shift() ?? []);
        }),
        claudeToOpenAI(),
      ),
    );

    expect(asked).toEqual([1, 2]);
    expect(told).toBeOpenAIStream();
    expect(told.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(
      'One.Two.Three.',
    );
  });

  it('numbers the tool calls of all parts 0, 1, … without gaps', () => {
    const told = emitted(
      from(pausing('One.')).pipe(
        continuePausedTurns(() =>
          from(
            claude.message(
              'tool_use',
              textStart(0),
              text(0, 'Two.'),
              blockStop(0),
              claude.toolStart(1, 'weather', 'toolu_a'),
              blockStop(1),
              claude.toolStart(2, 'clock', 'toolu_b'),
              blockStop(2),
            ),
          ),
        ),
        claudeToOpenAI(),
      ),
    );

    expect(told).toBeOpenAIStream();
    expect(
      told.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []).map(({ index }) => index),
    ).toEqual([0, 0, 1, 1]);
  });

  it('tells the blocks that came with the start of a part', () => {
    const block = { type: 'tool_use', id: 'toolu_a', name: 'clock', input: { zone: 1 } } as const;
    const resumed = [
      messageStart({}, { content: [block] }),
      messageDelta('tool_use'),
      messageStop(),
    ];

    const told = emitted(
      from(pausing('One.')).pipe(
        continuePausedTurns(() => from(resumed)),
        claudeToOpenAI(),
      ),
    );

    expect(told).toBeOpenAIStream();
    expect(told.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])).toMatchObject([
      { index: 0, id: 'toolu_a', function: { name: 'clock' } },
      { index: 0, function: { arguments: '{"zone":1}' } },
    ]);
  });

  it('numbers the blocks of a part on from the highest number before it', () => {
    const paused = claude.message('pause_turn', textStart(3), text(3, 'One.'), blockStop(3));
    const resumed = claude.message('end_turn', textStart(0), text(0, 'Two.'), blockStop(0));

    const told = emitted(from(paused).pipe(continuePausedTurns(() => from(resumed))));

    expect(told.flatMap((event) => ('index' in event ? event.index : []))).toEqual([
      3, 3, 3, 4, 4, 4,
    ]);
  });

  it('is billed for every part', () => {
    const told = emitted(
      from(pausing('One.')).pipe(
        continuePausedTurns(() =>
          from([
            messageStart({ input_tokens: 100, output_tokens: 1 }),
            messageDelta('end_turn', { output_tokens: 30 }),
            messageStop(),
          ]),
        ),
        claudeToOpenAI({ includeUsage: true }),
      ),
    );

    expect(told.at(-1)?.usage).toMatchObject({ prompt_tokens: 110, completion_tokens: 35 });
  });

  it('is billed for the parts in the middle, too', () => {
    const last = [
      messageStart({ input_tokens: 100, output_tokens: 1 }),
      messageDelta('end_turn', { output_tokens: 30 }),
      messageStop(),
    ];
    const parts = [pausing('Two.'), pausing('Three.'), last];
    const told = emitted(
      from(pausing('One.')).pipe(
        continuePausedTurns(() => from(parts.shift() ?? [])),
        claudeToOpenAI({ includeUsage: true }),
      ),
    );

    expect(told.at(-1)?.usage).toMatchObject({ prompt_tokens: 130, completion_tokens: 45 });
  });

  it('ends as unfinished when it is still paused after the limit', () => {
    let asked = 0;
    const told = emitted(
      from(pausing('One.')).pipe(
        continuePausedTurns(
          () => {
            asked += 1;
            return from(pausing('More.'));
          },
          { limit: 2 },
        ),
        claudeToOpenAI(),
      ),
    );

    expect(asked).toBe(2);
    expect(told.at(-1)?.choices[0]?.finish_reason).toBe('length');
  });

  it.each([
    ['fails', throwError(() => new Error('529')), '529'],
    ['says nothing', EMPTY, 'The upstream stream ended before the response was complete.'],
    [
      'is cut short',
      of(messageStart()),
      'The upstream stream ended before the response was complete.',
    ],
  ])('fails when the continuation %s, and never fakes an end', (_how, resumed$, message) => {
    const { values, error } = outcome(
      from(pausing('One.')).pipe(
        continuePausedTurns(() => resumed$ as Observable<ClaudeEvent>),
        claudeToOpenAI(),
      ),
    );

    expect(error).toMatchObject({ message });
    expect(values.some(({ choices }) => choices[0]?.finish_reason)).toBe(false);
  });

  it('continues a turn whose connection closed right after the reason', () => {
    const told = emitted(
      from(pausing('One.').slice(0, -1)).pipe(
        continuePausedTurns(() => from(claude.message('end_turn', textStart(0), text(0, 'Two.')))),
        claudeToOpenAI(),
      ),
    );

    expect(told.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('One.Two.');
  });

  it('leaves a turn that was not paused as it is', () => {
    const events = claude.message('end_turn', textStart(0), text(0, 'Hi'), blockStop(0));

    expect(emitted(from(events).pipe(continuePausedTurns(() => EMPTY)))).toEqual(events);
  });
});
