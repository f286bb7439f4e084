import { describe, expect, it } from '@jest/globals';
import type { ClaudeUsage } from '../../src/claude/events.ts';
import { toUsage } from '../../src/convert/usage.ts';
import type { OpenAIUsage } from '../../src/openai/chunks.ts';
import { openai } from '../../src/testing/index.ts';

const { usage } = openai;

const rows: readonly (readonly [string, ClaudeUsage, OpenAIUsage])[] = [
  ['counts input and output', { input_tokens: 10, output_tokens: 5 }, usage(10, 5)],
  [
    'counts cached input as part of the prompt',
    {
      input_tokens: 10,
      output_tokens: 5,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 1000,
    },
    usage(1110, 5, { cached_tokens: 100, cache_write_tokens: 1000 }),
  ],
  [
    'counts thinking as part of the output',
    { input_tokens: 10, output_tokens: 50, output_tokens_details: { thinking_tokens: 40 } },
    usage(10, 50, { reasoning_tokens: 40 }),
  ],
  [
    'adds what compacting and advice cost, which the totals leave out, and no other sampling',
    {
      input_tokens: 10,
      output_tokens: 5,
      cache_read_input_tokens: 1,
      iterations: [
        {
          type: 'compaction',
          input_tokens: 200,
          output_tokens: 20,
          cache_creation_input_tokens: 5000,
          cache_read_input_tokens: 3,
        },
        { type: 'compaction', input_tokens: null },
        { type: 'advisor_message', input_tokens: 40, output_tokens: 4 },
        { type: 'message', input_tokens: 10, output_tokens: 5 },
        { type: 'fallback_message', input_tokens: 7, output_tokens: 7 },
      ],
    },
    usage(5254, 29, { cached_tokens: 4, cache_write_tokens: 5000 }),
  ],
  [
    'counts no iterations where there is no list of them',
    { input_tokens: 10, output_tokens: 5, iterations: { length: 1 } } as never,
    usage(10, 5),
  ],
  ['counts what is missing as 0', {}, usage(0, 0)],
  [
    'counts what is null as 0',
    {
      input_tokens: null,
      output_tokens: null,
      cache_read_input_tokens: null,
      cache_creation_input_tokens: null,
      output_tokens_details: null,
      iterations: null,
    },
    usage(0, 0),
  ],
  [
    'counts what is no number as 0',
    { input_tokens: 'many', output_tokens: NaN, cache_read_input_tokens: {} } as never,
    usage(0, 0),
  ],
];

describe('toUsage', () => {
  it.each(rows)('%s', (_, claude, expected) => {
    expect(toUsage(claude)).toEqual(expected);
  });

  it('does not add cached input where the upstream has', () => {
    const claude = {
      input_tokens: 110,
      output_tokens: 5,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: 40,
    };

    expect(toUsage(claude, { inputIncludesCache: true })).toEqual(
      usage(110, 5, { cached_tokens: 60, cache_write_tokens: 40 }),
    );
  });
});
