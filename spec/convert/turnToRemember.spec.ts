import { describe, expect, it } from '@jest/globals';
import type { ClaudeBlock } from '../../src/claude/events.ts';
import { turnToRemember } from '../../src/convert/turnToRemember.ts';

const call: ClaudeBlock = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
const text: ClaudeBlock = { type: 'text', text: 'Hi', citations: null };
const signed: ClaudeBlock = { type: 'thinking', thinking: '', signature: 'c2ln' };
const cited: ClaudeBlock = { type: 'text', text: 'Hi', citations: [{ type: 'char_location' }] };
const called = (caller: unknown) => ({ ...call, caller }) as ClaudeBlock;

describe('turnToRemember', () => {
  it.each<[string, readonly ClaudeBlock[]]>([
    ['thinking', [signed, text, call]],
    ['thinking that only Claude can read', [{ type: 'redacted_thinking', data: 'eA==' }, call]],
    ['blocks of Claude’s own tools', [{ type: 'server_tool_use', id: 'srvtoolu_1' }, text, call]],
    ['citations', [cited, call]],
    ['a call made by code', [called({ type: 'code_execution_20250825', tool_id: 'x' })]],
  ])('is the whole turn where it has calls and %s', (_, content) => {
    expect(turnToRemember(content)).toEqual(content);
  });

  it.each<[string, readonly ClaudeBlock[]]>([
    ['without calls', [signed, text]],
    ['that a client can bring back', [text, call]],
    ['whose calls Claude made itself', [called({ type: 'direct' })]],
    ['whose calls say nothing of a caller', [called(null)]],
    ['with no thinking but unsigned', [{ type: 'thinking', thinking: 'Hm' }, call]],
    ['of nothing', []],
  ])('is none %s', (_, content) => {
    expect(turnToRemember(content)).toBeUndefined();
  });

  it('leaves out what nobody signed', () => {
    const unsigned: ClaudeBlock = { type: 'thinking', thinking: 'Hm', signature: '' };
    expect(turnToRemember([unsigned, signed, call])).toEqual([signed, call]);
  });
});
