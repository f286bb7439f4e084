import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { from, type OperatorFunction } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { claudeToOpenAI, continuePausedTurns } from '../../src/operators/index.ts';
import { keepContent } from '../../src/operators/keepContent.ts';
import { toClaudeMessage } from '../../src/operators/toClaudeMessage.ts';
import { claude, emitted } from '../../src/testing/index.ts';

const { blockStop, citation, json, messageDelta, messageStart, messageStop } = claude;
const { signature, text, textStart, thinking, thinkingStart, toolStart, webCitation } = claude;

const page = (at: number) => webCitation(`https://example.com/${at}`, 'A');
const tool = (at: number) => [toolStart(at, 'f'), json(at, '{"a":'), json(at, '1}'), blockStop(at)];
const thought = (at: number) => [
  thinkingStart(at),
  thinking(at, 'hm'),
  signature(at, 'x'),
  blockStop(at),
];
/** Block by block, or all that open, all that speak, all that close. */
const inTurn = (blocks: readonly (readonly ClaudeEvent[])[]) => blocks.flat();
const mixed = (blocks: readonly (readonly ClaudeEvent[])[]) =>
  [0, 1, 2, 3].flatMap((at) => blocks.flatMap((events) => events.slice(at, at + 1)));

const bodies: Readonly<Record<string, (numbers: readonly number[]) => readonly ClaudeEvent[]>> = {
  'tools in turn': (numbers) => inTurn(numbers.map(tool)),
  'tools that are mixed': (numbers) => mixed(numbers.map(tool)),
  'texts in turn': (numbers) =>
    inTurn(numbers.map((at) => [textStart(at), text(at, 'a'), blockStop(at)])),
  'texts that are mixed': (numbers) =>
    mixed(numbers.map((at) => [textStart(at), text(at, 'a'), blockStop(at)])),
  'thoughts in turn': (numbers) => inTurn(numbers.map(thought)),
  'thoughts that are mixed': (numbers) => mixed(numbers.map(thought)),
  'citations in one text': (numbers) => [
    textStart(0),
    ...numbers.flatMap((at) => [citation(0, page(at)), text(0, 'a')]),
    blockStop(0),
  ],
  'texts that cite': (numbers) =>
    inTurn(
      numbers.map((at) => [textStart(at), citation(at, page(at)), text(at, 'a'), blockStop(at)]),
    ),
};

const roads: Readonly<Record<string, () => OperatorFunction<ClaudeEvent, unknown>>> = {
  claudeToOpenAI: () => claudeToOpenAI(),
  'claudeToOpenAI with free-form tools': () => claudeToOpenAI({ customTools: new Set(['f']) }),
  continuePausedTurns: () =>
    continuePausedTurns(() => {
      throw new Error('Nothing is paused here.');
    }),
  keepContent: () => keepContent(() => undefined),
  toClaudeMessage,
};

afterEach(() => {
  jest.restoreAllMocks();
});

/** How many entries a message of so many blocks puts into maps: a copy puts in all there are. */
function entriesFor(road: OperatorFunction<ClaudeEvent, unknown>, events: readonly ClaudeEvent[]) {
  const set = jest.spyOn(Map.prototype, 'set');
  emitted(from(events).pipe(road));
  const { length } = set.mock.calls;
  set.mockRestore();
  return length;
}

describe.each(Object.entries(roads))('%s', (_, road) => {
  it.each(Object.entries(bodies))('does as much for each of many %s as for few', (_, bodyOf) => {
    const [few, more, most] = [20, 40, 60].map((count) =>
      entriesFor(road(), [
        messageStart(),
        ...bodyOf(Array.from({ length: count }, (_, at) => at)),
        messageDelta('end_turn'),
        messageStop(),
      ]),
    ) as [number, number, number];

    expect(more).toBeGreaterThan(few);
    expect(most - more).toBe(more - few);
  });
});
