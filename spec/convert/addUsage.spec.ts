import { describe, expect, it } from '@jest/globals';
import { addUsage } from '../../src/convert/addUsage.ts';

describe('addUsage', () => {
  it('adds numbers on every level, and keeps what only one of them has', () => {
    const one = {
      input_tokens: 10,
      output_tokens: 5,
      cache_creation: { ephemeral_5m_input_tokens: 1 },
      server_tool_use: { web_search_requests: 2 },
    };
    const other = {
      output_tokens: 7,
      cache_read_input_tokens: 3,
      server_tool_use: { web_search_requests: 1, web_fetch_requests: 1 },
    };

    expect(addUsage(one, other)).toEqual({
      input_tokens: 10,
      output_tokens: 12,
      cache_read_input_tokens: 3,
      cache_creation: { ephemeral_5m_input_tokens: 1 },
      server_tool_use: { web_search_requests: 3, web_fetch_requests: 1 },
    });
  });

  it('lists the samplings of both', () => {
    const sampling = { type: 'compaction', input_tokens: 1 };

    expect(addUsage({ iterations: [sampling] }, { iterations: [sampling] })).toEqual({
      iterations: [sampling, sampling],
    });
  });

  it('takes the later word for it, and the earlier where that is null', () => {
    expect(
      addUsage(
        { service_tier: 'standard', input_tokens: 4 },
        { service_tier: 'priority', input_tokens: null },
      ),
    ).toEqual({ service_tier: 'priority', input_tokens: 4 });
  });

  it('changes neither', () => {
    const one = { output_tokens: 1, server_tool_use: { web_search_requests: 1 } };
    const other = structuredClone(one);

    addUsage(one, other);
    expect(one).toEqual({ output_tokens: 1, server_tool_use: { web_search_requests: 1 } });
    expect(other).toEqual(one);
  });
});
