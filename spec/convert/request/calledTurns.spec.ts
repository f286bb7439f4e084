import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { calledTurns } from '../../../src/convert/request/calledTurns.ts';
import { toClaudeRequest } from '../../../src/convert/request/toClaudeRequest.ts';
import { openaiRequests } from '../../support/openaiConversations.ts';

describe('calledTurns', () => {
  it('lists the calls of each assistant’s message', () => {
    const messages = [
      { role: 'user', content: 'Hi', tool_calls: [{ id: 'no' }] },
      { role: 'assistant', content: 'Hello' },
      { role: 'assistant', tool_calls: [{ id: 'b' }, { id: 'a' }] },
      { role: 'tool', tool_call_id: 'a' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'c' },
          { type: 'text', id: 'no' },
        ],
      },
    ];
    expect(calledTurns({ messages })).toEqual([['b', 'a'], ['c']]);
  });

  it('is empty for whatever is no request', () => {
    fc.assert(
      fc.property(fc.anything(), (junk) => {
        expect(calledTurns(junk)).toEqual([]);
        expect(calledTurns({ messages: [junk, { role: 'assistant', tool_calls: junk }] })).toEqual(
          [],
        );
      }),
    );
  });

  it('knows every turn the conversion will ask for', () => {
    const sorted = (ids: readonly string[]) => JSON.stringify([...new Set(ids)].sort());
    fc.assert(
      fc.property(openaiRequests, (request) => {
        const known = calledTurns(request).map(sorted);
        const asked: string[] = [];
        toClaudeRequest(request, {
          restoreTurn: (ids) => {
            asked.push(sorted(ids.map((id) => id.toWellFormed())));
            return undefined;
          },
        });
        for (const ids of asked) expect(known).toContain(ids);
      }),
      { numRuns: 100 },
    );
  });
});
