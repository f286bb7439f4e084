import { describe, expect, it } from '@jest/globals';
import type { ClaudeBlock } from '../../src/claude/events.ts';
import { type Holder, repeatsBlock } from '../../src/convert/repeatsBlock.ts';

const text: ClaudeBlock = { type: 'text', text: '' };
const call: ClaudeBlock = { type: 'tool_use', id: 'toolu_1', name: 'now', input: {} };
const held = (type: string, open: boolean, id?: string): Holder => ({ type, open, id });

describe('repeatsBlock', () => {
  it.each<[string, ClaudeBlock, Holder | undefined, boolean]>([
    ['nobody holds the number', text, undefined, false],
    ['a block of the kind is open', text, held('text', true), true],
    ['a block of another kind is open', text, held('thinking', true), false],
    ['a block of the kind is closed', text, held('text', false), false],
    ['the same call is open', call, held('tool_use', true, 'toolu_1'), true],
    ['the same call is closed', call, held('tool_use', false, 'toolu_1'), true],
    ['another call is open', call, held('tool_use', true, 'toolu_2'), false],
    ['another kind has the id', call, held('mcp_tool_use', false, 'toolu_1'), false],
  ])('where %s', (_, block, holder, repeats) => {
    expect(repeatsBlock(block, holder)).toBe(repeats);
  });
});
