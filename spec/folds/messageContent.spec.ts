import { describe, expect, it } from '@jest/globals';
import type { ClaudeBlock, ClaudeEvent } from '../../src/claude/events.ts';
import { messageContent, toBlocks } from '../../src/folds/messageContent.ts';
import { claude } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';

const { blockStop, citation, compaction, inertBlock, json, messageStart, redactedThinking } =
  claude;
const { serverToolStart, signature, text, textStart, thinking, thinkingStart, toolStart } = claude;
const { unknownBlock, unknownDelta } = claude;

const blocksOf = (...events: readonly ClaudeEvent[]) =>
  toBlocks(events.reduce((known, event) => messageContent.next(known, event), messageContent.seed));
const source = { type: 'char_location', title: 'A' };
const brandNew = { type: 'brand_new', x: 1 } as unknown as ClaudeBlock;

const cases: readonly (readonly [string, readonly ClaudeEvent[], readonly ClaudeBlock[]])[] = [
  [
    'text with its sources',
    [textStart(0, 'H'), text(0, 'i'), citation(0, source)],
    [{ type: 'text', text: 'Hi', citations: [source] }],
  ],
  [
    'thinking with its latest signature',
    [thinkingStart(0), thinking(0, 'h'), thinking(0, 'm'), signature(0, 'a'), signature(0, 'b')],
    [{ type: 'thinking', thinking: 'hm', signature: 'b' }],
  ],
  ['encrypted thinking', [redactedThinking(0, 'x')], [{ type: 'redacted_thinking', data: 'x' }]],
  [
    'a call with its input',
    [toolStart(0, 'f', 'a'), json(0, '{"x"'), json(0, ':1}')],
    [{ type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }],
  ],
  [
    "a call of Claude's own tools, and its result",
    [
      serverToolStart(0),
      json(0, '{"q":1}'),
      inertBlock(1, 'web_search_tool_result', { content: [] }),
    ],
    [
      { type: 'server_tool_use', id: 'srvtoolu_0', name: 'web_search', input: { q: 1 } },
      { type: 'web_search_tool_result', content: [] },
    ],
  ],
  [
    'a call that was cut off as one without input',
    [toolStart(0, 'f', 'a'), json(0, '{"x')],
    [{ type: 'tool_use', id: 'a', name: 'f', input: {} }],
  ],
  [
    'a compaction',
    [inertBlock(0, 'compaction', { content: null }), compaction(0, 'so far')],
    [{ type: 'compaction', content: 'so far' }],
  ],
  [
    'what is not invented yet, as it came',
    [unknownBlock(0, 'brand_new', { x: 1 }), unknownDelta(0, 'newer'), text(0, 'no')],
    [brandNew],
  ],
  [
    'blocks that came with the start of the message',
    [messageStart({}, { content: [{ type: 'text', text: 'Hi' }] })],
    [{ type: 'text', text: 'Hi' }],
  ],
  ['nothing of a block that never opened', [text(0, 'no'), blockStop(0)], []],
];

describe('messageContent', () => {
  it.each(cases)('keeps %s', (_, events, blocks) => {
    expect(blocksOf(...events)).toEqual(blocks);
  });

  it('keeps blocks in the order in which they opened', () => {
    const blocks = blocksOf(textStart(4), textStart(2), text(4, 'a'), text(2, 'b'));

    expect(blocks).toMatchObject([{ text: 'a' }, { text: 'b' }]);
  });

  it('adds to the latest block of a number that was used twice', () => {
    const blocks = blocksOf(textStart(0), text(0, 'a'), blockStop(0), textStart(0), text(0, 'b'));

    expect(blocks).toMatchObject([{ text: 'a' }, { text: 'b' }]);
  });

  it('keeps a block once that opens twice, as the client hears of it', () => {
    expect(
      blocksOf(thinkingStart(0), thinking(0, 'a'), thinkingStart(0), thinking(0, 'b')),
    ).toEqual([{ type: 'thinking', thinking: 'ab', signature: '' }]);
  });

  it('keeps a block once that came with the message and opens again', () => {
    const call = { type: 'tool_use', id: 'toolu_9', name: 'now', input: { zone: 1 } } as const;

    expect(
      blocksOf(
        messageStart({}, { content: [call] }),
        toolStart(0, 'now', 'toolu_9'),
        blockStop(0),
        toolStart(0, 'now', 'toolu_10'),
      ),
    ).toMatchObject([call, { id: 'toolu_10' }]);
  });

  it('does not hear of the start of a message twice', () => {
    const start = messageStart({}, { content: [{ type: 'text', text: 'Hi' }] });

    expect(blocksOf(start, start)).toHaveLength(1);
    expect(blocksOf(start, textStart(1), text(1, 'a'), messageStart())).toHaveLength(2);
  });

  itIsAFold(messageContent, [textStart(5), text(5, 'a'), toolStart(6, 'f'), json(6, '{}')]);
});
