import { describe, expect, it } from '@jest/globals';
import { blockEvents } from '../../src/convert/blockEvents.ts';
import { claude } from '../../src/testing/index.ts';

const hello = { type: 'text', text: 'Hi' } as const;
const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } } as const;

describe('blockEvents', () => {
  it('opens and closes each block, under numbers in a row', () => {
    expect(blockEvents([hello, call], 3)).toEqual([
      claude.blockStart(3, hello),
      claude.blockStop(3),
      claude.blockStart(4, call),
      claude.blockStop(4),
    ]);
  });

  it('leaves out what is no block, without giving its number away', () => {
    expect(blockEvents([null, hello, 'text', {}] as never)).toEqual([
      claude.blockStart(1, hello),
      claude.blockStop(1),
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['no list', { length: 1 } as never],
  ])('makes nothing of %s', (_, content) => {
    expect(blockEvents(content)).toEqual([]);
  });
});
