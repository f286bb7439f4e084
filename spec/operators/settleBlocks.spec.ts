import { describe, expect, it } from '@jest/globals';
import { from, of } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { settleBlocks } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const {
  blockStart,
  blockStop,
  citation,
  compaction,
  inertBlock,
  json,
  messageDelta,
  messageStart,
  messageStop,
  ping,
  redactedThinking,
  serverToolStart,
  signature,
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

const page = webCitation('https://paris.example', 'Paris');
const settled = (...events: readonly ClaudeEvent[]) => emitted(from(events).pipe(settleBlocks()));

// Block 0 is text (T t .), block 1 a tool (A a ,); 2 and 3 are the numbers they get the second time.
// prettier-ignore
const events = {
  S: messageStart(),
  M: toolStart(3, 'now'), m: json(3, '{}'),
  T: textStart(0),                    t: text(0, 'Hi'),  '.': blockStop(0),
  A: toolStart(1, 'now'),             a: json(1, '{}'),  ',': blockStop(1),
  B: toolStart(1, 'now', 'toolu_b'),
  C: toolStart(2, 'now', 'toolu_b'),  c: json(2, '{}'),  ';': blockStop(2),
  U: blockStart(2, { type: 'text', text: '' }), u: text(2, 'Hi'),
  V: blockStart(0, { type: 'text', text: '' }), W: textStart(0, 'Hi'),
  p: ping(),
  D: messageDelta('tool_use'),
  X: messageStop(),
};

const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['passes what is in order', '                   S-T-t-.-A-a-,-D-X|', 'S-T-t-.-A-a-,-D-X|'],
  ['passes blocks that are open together', '      T-A-t-a-.-,-|', '     T-A-t-a-.-,-|'],
  ['does not open a block again', '               T-T-t-.-|', '         T---t-.-|'],
  ['does not open a call again', '                T-A-A-a-,-|', '       T-A---a-,-|'],
  ['knows a call by its id when it has closed', ' T-A-,-A-a-|', '       T-A-,-----|'],
  ['closes a block once', '                       T-t-.-.-|', '         T-t-.---|'],
  ['closes no block that never opened', '         .-T-t-.-|', '         --T-t-.-|'],
  ['gives a number used again another one', '     T-A-,-B-a-,-|', '     T-A-,-C-c-;-|'],
  ['counts on after that', '                      T-A-,-B-,-M-m|', '    T-A-,-C-;-M-m|'],
  ['closes who held a number when another moves in', 'TAB---a-,-|', '     TA(,C)c-;-|'],
  ['hears no input of a call that has closed', '  T-A-a-,-a-|', '       T-A-a-,---|'],
  ['hears no input of a call that never opened', 'T-a-t-.-|', '         T---t-.-|'],
  ['takes text without a block for a block', '    t---t-.-|', '         (Vt)t-.-|'],
  ['takes text of a closed block for a new one', 'T-A-.-t---|', '       T-A-.-(Uu)|'],
  ['hears text before its own block opens', '     t---T-t-.-|', '       (Vt)--t-.-|'],
  ['closes what is open before the message stops', 'T-A-t-a-D-X----|', ' T-A-t-a-D-(.,X)|'],
  ['closes blocks by the numbers they got', '       TA,B-X----|', '        TA,C-(.;X)|'],
];

describe('settleBlocks', () => {
  for (const [name, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        expectObservable(cold(source, events).pipe(settleBlocks())).toBe(expected, events);
      }),
    );
  }

  it('passes the very events of an ordinary stream', () => {
    const ordinary = [events.S, events.T, events.t, events['.'], events.A, events.a, events[',']];

    const result = settled(...ordinary);

    expect(result).toHaveLength(ordinary.length);
    for (const [at, event] of result.entries()) expect(event).toBe(ordinary[at]);
  });

  describe('tells content that came at once as the deltas that normally bring it', () => {
    const emptyText = blockStart(0, { type: 'text', text: '' });

    it.each([
      ['text', textStart(0, 'Hi'), emptyText, [text(0, 'Hi')]],
      [
        'thinking',
        thinkingStart(0, 'hm', 'Eu'),
        thinkingStart(0),
        [thinking(0, 'hm'), signature(0, 'Eu')],
      ],
      ['a signature alone', thinkingStart(0, '', 'Eu'), thinkingStart(0), [signature(0, 'Eu')]],
      [
        'text with its sources',
        blockStart(0, { type: 'text', text: 'Hi', citations: [page] }),
        emptyText,
        [text(0, 'Hi'), citation(0, page)],
      ],
    ])('%s', (_, start, opening, deltas) => {
      expect(settled(start)).toEqual([opening, ...deltas]);
      expect(settled(...settled(start))).toEqual([opening, ...deltas]);
    });

    it.each([
      ['encrypted thinking, which has no deltas', redactedThinking(0, 'x')],
      ['input, which is written out at the end', toolStart(0, 'f', 'a', { x: 1 })],
    ])('but not %s', (_, start) => {
      expect(settled(start)).toEqual([start]);
    });
  });

  describe('hears only deltas that fit their block', () => {
    const deltas = {
      text: text(0, 'Hi'),
      citation: citation(0, page),
      thinking: thinking(0, 'hm'),
      signature: signature(0, 'Eu'),
    };

    it.each([
      ['text', textStart(0), ['text', 'citation']],
      ['thinking', thinkingStart(0), ['thinking', 'signature']],
      ['a tool', toolStart(0, 'f'), []],
      ["Claude's own tool", serverToolStart(0), []],
      ['a block nobody knows', unknownBlock(0, 'brand_new'), []],
    ] as const)('%s', (_, start, fitting) => {
      const spoken = settled(start, ...Object.values(deltas)).slice(1);

      expect(spoken).toEqual(fitting.map((kind) => deltas[kind]));
    });

    it('and those of a kind that fits any', () => {
      const anywhere = [json(0, '{}'), compaction(0, 'x'), unknownDelta(0, 'toString')];

      expect(settled(inertBlock(0, 'compaction'), ...anywhere).slice(1)).toEqual(anywhere);
    });
  });

  describe('makes a call callable', () => {
    const idOf = (event: ClaudeEvent | undefined) =>
      event?.type === 'content_block_start' && 'id' in event.content_block
        ? event.content_block.id
        : undefined;

    it('gives an id to one without', () => {
      const [, first, second] = settled(
        messageStart(),
        toolStart(0, 'f', ''),
        blockStart(1, { type: 'tool_use', name: 'f', input: {} } as never),
      );

      expect([idOf(first), idOf(second)]).toEqual(['call_msg_1_0', 'call_msg_1_1']);
    });

    it('gives another id to one that has the id of a call before it', () => {
      const [first, second] = settled(toolStart(0, 'f', 'toolu_a'), toolStart(1, 'f', 'toolu_a'));

      expect([idOf(first), idOf(second)]).toEqual(['toolu_a', 'toolu_a_1']);
    });

    it('makes one without a name a block that OpenAI has no word for', () => {
      const [start] = settled(toolStart(0, '', 'toolu_a'));

      expect(start).toMatchObject({ content_block: { type: 'nameless_tool_use' } });
    });
  });

  it('has no opinion on events without a block', () => {
    const others = [messageStart(), ping(), messageDelta('end_turn'), unknownEvent('brand_new')];

    expect(settled(...others)).toEqual(others);
  });

  it('leaves the events it was given as they are', () => {
    const reused = [events.A, events[','], events.B, events.a, events.W, toolStart(1, '', '')];
    const before = structuredClone(reused);

    emitted(of(...reused).pipe(settleBlocks()));
    expect(reused).toEqual(before);
  });

  itBehavesLikeAnOperator(settleBlocks, {
    source: '  T-A-,-B-a-',
    says: { T: events.T, A: events.A, ',': events[','], B: events.B, a: events.a },
    expected: 'T-A-,-C-c-',
    becomes: events,
  });
});
