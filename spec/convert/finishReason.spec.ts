import { describe, expect, it } from '@jest/globals';
import { isCut, toFinishReason } from '../../src/convert/finishReason.ts';

// Each stop reason without a tool call, after one, and after one in the deprecated form.
// prettier-ignore
const rows = [
  ['end_turn',                      'stop',           'tool_calls',     'function_call'],
  ['stop_sequence',                 'stop',           'tool_calls',     'function_call'],
  ['tool_use',                      'stop',           'tool_calls',     'function_call'],
  ['pause_turn',                    'length',         'tool_calls',     'function_call'],
  ['compaction',                    'stop',           'tool_calls',     'function_call'],
  ['max_tokens',                    'length',         'length',         'length'],
  ['model_context_window_exceeded', 'length',         'length',         'length'],
  ['refusal',                       'content_filter', 'content_filter', 'content_filter'],
  ['brand_new',                     'stop',           'tool_calls',     'function_call'],
  ['__proto__',                     'stop',           'tool_calls',     'function_call'],
  ['constructor',                   'stop',           'tool_calls',     'function_call'],
  ['',                              'stop',           'tool_calls',     'function_call'],
  [undefined,                       'stop',           'tool_calls',     'function_call'],
] as const;

describe('toFinishReason', () => {
  it.each(rows)('says %s as %s, after calls as %s, deprecated as %s', (reason, none, some, old) => {
    expect(toFinishReason(reason, 0)).toBe(none);
    expect(toFinishReason(reason, 0, { legacyFunctions: true })).toBe(none);
    expect(toFinishReason(reason, 1)).toBe(some);
    expect(toFinishReason(reason, 2, { legacyFunctions: true })).toBe(old);
  });
});

describe('isCut', () => {
  it('is true of the reasons that end a message in the middle, and of no other', () => {
    expect(rows.map(([reason]) => reason).filter(isCut)).toEqual([
      'max_tokens',
      'model_context_window_exceeded',
      'refusal',
    ]);
  });
});
