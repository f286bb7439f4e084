import { describe, expect, it } from '@jest/globals';
import { openai } from '../../src/testing/index.ts';
import { accumulateChunks } from './accumulateChunks.ts';

const {
  annotationsChunk,
  answer,
  argumentsChunk,
  awaitingUsage,
  callChunk,
  contentChunk,
  deltaChunk,
  roleChunk,
  toolCallChunk,
  urlCitation,
  usage,
  usageChunk,
} = openai;

const page = annotationsChunk(urlCitation(0, 1, 'a', 'https://a.example'));

describe('accumulateChunks', () => {
  it('joins texts and merges calls by their index', () => {
    const chunks = awaitingUsage(
      ...answer(
        'tool_calls',
        contentChunk('Hel'),
        contentChunk('lo'),
        callChunk(0, 'f', 'a'),
        argumentsChunk(0, '{"n"'),
        argumentsChunk(0, ':1}'),
        callChunk(1, 'g', 'b'),
        argumentsChunk(1, '{}'),
        page,
      ),
      usageChunk(usage(1, 2)),
    );

    expect(accumulateChunks(chunks)).toEqual({
      id: 'chatcmpl-1',
      model: 'claude-test',
      message: {
        role: 'assistant',
        content: 'Hello',
        refusal: null,
        tool_calls: [
          { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{"n":1}' } },
          { index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
        ],
        annotations: page.choices[0]?.delta.annotations,
      },
      finish_reason: 'tool_calls',
      usage: usage(1, 2),
    });
  });

  it('keeps the usage of the last chunk only, as clients do', () => {
    const [role, finish] = awaitingUsage(...answer('stop'));
    if (!role || !finish) throw new Error('two chunks');
    expect(accumulateChunks([role, usageChunk(usage(1, 2)), finish]).usage).toBeNull();
  });

  it('doubles what is said twice', () => {
    expect(accumulateChunks(answer('stop', roleChunk())).message['role']).toBe(
      'assistantassistant',
    );
  });

  it.each([
    ['no finish reason', [roleChunk()], 'missing finish_reason'],
    ['a first call that is not number 0', answer('tool_calls', callChunk(1, 'f', 'a')), 'range'],
    [
      'a gap between calls',
      answer('tool_calls', callChunk(0, 'f', 'a'), argumentsChunk(0, '{}'), callChunk(2, 'g', 'b')),
      'range',
    ],
    ['a call without arguments', answer('tool_calls', callChunk(0, 'f', 'a')), 'JSON'],
    [
      'calls in turns',
      answer('tool_calls', callChunk(0, 'f', 'a'), callChunk(1, 'g', 'b'), argumentsChunk(0, '{}')),
      'JSON',
    ],
    [
      'a call that goes on after the next',
      answer(
        'tool_calls',
        callChunk(0, 'f', 'a'),
        argumentsChunk(0, '{}'),
        callChunk(1, 'g', 'b'),
        argumentsChunk(1, '{}'),
        argumentsChunk(0, ' '),
      ),
      'goes on',
    ],
    [
      'an empty name on a later piece',
      answer(
        'tool_calls',
        callChunk(0, 'f', 'a'),
        toolCallChunk({ index: 0, function: { name: '', arguments: '{}' } }),
      ),
      'identity',
    ],
    [
      'two tools under one number',
      answer('tool_calls', callChunk(0, 'f', 'a'), callChunk(0, 'f', 'b')),
      'identity',
    ],
    ['annotations twice', answer('stop', page, page), 'without an index'],
    [
      'a call that is cut but finishes well',
      answer('tool_calls', callChunk(0, 'f', 'a'), argumentsChunk(0, '{"n')),
      'JSON',
    ],
  ])('throws on %s', (_what, chunks, message) => {
    expect(() => accumulateChunks(chunks)).toThrow(message);
  });

  it('does not parse a call that a limit cut', () => {
    const cut = answer('length', callChunk(0, 'f', 'a'), argumentsChunk(0, '{"n'));
    expect(accumulateChunks(cut).finish_reason).toBe('length');
  });

  it('leaves the chunks as they are', () => {
    const chunks = answer('stop', deltaChunk({ content: 'a' }), contentChunk('b'));
    const before = JSON.stringify(chunks);
    accumulateChunks(chunks);
    expect(JSON.stringify(chunks)).toBe(before);
  });
});
