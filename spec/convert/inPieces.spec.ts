import { describe, expect, it } from '@jest/globals';
import type { ClaudeBlock } from '../../src/claude/events.ts';
import { inPieces } from '../../src/convert/inPieces.ts';

const page = { type: 'web_search_result_location', url: 'https://a.example', title: 'A' };

describe('inPieces', () => {
  it('tells a text and its sources by deltas', () => {
    expect(inPieces({ type: 'text', text: 'Hi', citations: [page] })).toEqual({
      start: { type: 'text', text: '' },
      deltas: [
        { type: 'text_delta', text: 'Hi' },
        { type: 'citations_delta', citation: page },
      ],
    });
  });

  it('tells a thought and its signature by deltas', () => {
    expect(inPieces({ type: 'thinking', thinking: 'hm', signature: 'Eu' })).toEqual({
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        { type: 'thinking_delta', thinking: 'hm' },
        { type: 'signature_delta', signature: 'Eu' },
      ],
    });
  });

  it.each<ClaudeBlock>([
    { type: 'text', text: '' },
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'redacted_thinking', data: 'x' },
    { type: 'tool_use', id: 'toolu_1', name: 'now', input: { zone: 1 } },
  ])('leaves alone what no delta of these would tell: %j', (block) => {
    const { start, deltas } = inPieces(block);

    expect(start).toBe(block);
    expect(deltas).toEqual([]);
  });
});
