import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from } from 'rxjs';
import { toClaudeEvent } from '../../src/convert/toClaudeEvent.ts';
import { RelayError } from '../../src/errors.ts';
import { claudeToOpenAI } from '../../src/operators/index.ts';
import { claude, outcome } from '../../src/testing/index.ts';
import { lawful } from '../support/lawful.ts';

const { blockStop, citation, compaction, inertBlock, json, message } = claude;
const { messageDelta, ping, redactedThinking, serverToolStart, signature, streamError } = claude;
const { text, textStart, thinking, thinkingStart, toolStart, unknownBlock, unknownDelta } = claude;

const whole = [
  ...message('end_turn', textStart(0), text(0, 'Hi'), blockStop(0)),
  ...[ping(), streamError('api_error', 'no', 'req_1'), messageDelta(null, null)],
  ...[thinkingStart(1), thinking(1, 'hm'), signature(1, 'Eu'), redactedThinking(2, 'x')],
  ...[toolStart(3, 'f'), json(3, ''), serverToolStart(4), inertBlock(5, 'fallback')],
  ...[citation(0, { type: 'char_location' }), compaction(5, null)],
  ...[unknownBlock(6, 'brand_new'), unknownDelta(6, 'brand_new')],
];

describe('toClaudeEvent', () => {
  it.each(whole.map((event) => [event.type, event]))('passes a whole %s as it is', (_, event) => {
    expect(toClaudeEvent(event)).toEqual(event);
  });

  it('passes fields it does not know', () => {
    const event = { ...text(0, 'Hi'), brandNew: 1 };

    expect(toClaudeEvent(event)).toBe(event);
  });

  it.each<readonly [string, unknown]>([
    ['no object', 7],
    ['null', null],
    ['a list', [text(0, 'Hi')]],
    ['an event nobody knows', { type: 'brand_new' }],
    ['the name of a prototype', { type: 'constructor' }],
    ['an event without a type', { index: 0 }],
    ['a type that is no word', { type: 7 }],
    ['a block without a number', { type: 'content_block_start', content_block: { type: 'text' } }],
    ['a delta without a number', { type: 'content_block_delta', delta: text(0, 'Hi').delta }],
    ['a number that is none', { ...blockStop(0), index: '0' }],
    ['a number between two', { ...blockStop(0), index: 0.5 }],
    ['a start without a block', { type: 'content_block_start', index: 0 }],
    ['a block without a type', { type: 'content_block_start', index: 0, content_block: {} }],
    ['a delta that is none', { type: 'content_block_delta', index: 0, delta: 'Hi' }],
    ['a delta without a type', { type: 'content_block_delta', index: 0, delta: {} }],
    ['text that is none', { ...text(0, ''), delta: { type: 'text_delta', text: null } }],
    ['thinking that is none', { ...text(0, ''), delta: { type: 'thinking_delta' } }],
    ['a signature that is none', { ...text(0, ''), delta: { type: 'signature_delta' } }],
    [
      'input that is no text',
      { ...text(0, ''), delta: { type: 'input_json_delta', partial_json: {} } },
    ],
    [
      'a citation that is none',
      { ...text(0, ''), delta: { type: 'citations_delta', citation: 'x' } },
    ],
  ])('believes no %s', (_, event) => {
    expect(toClaudeEvent(event)).toBeUndefined();
  });

  it('reads the type from the name where the JSON has none', () => {
    expect(toClaudeEvent({}, 'ping')).toEqual(ping());
    expect(toClaudeEvent({ index: 1 }, 'content_block_stop')).toEqual(blockStop(1));
  });

  it('reads the type from the JSON where the name is another', () => {
    expect(toClaudeEvent(blockStop(1), 'ping')).toEqual(blockStop(1));
  });

  it.each([
    ['with nothing in it', { type: 'message_start' }],
    ['with a message that is none', { type: 'message_start', message: 'x' }],
    ['with names that are none', { type: 'message_start', message: { id: 7, model: null } }],
  ])('opens a nameless message %s', (_, event) => {
    expect(toClaudeEvent(event)).toEqual({ type: 'message_start', message: { id: '', model: '' } });
  });

  it('reads a message_delta without a delta for its usage', () => {
    expect(toClaudeEvent({ type: 'message_delta', usage: { output_tokens: 1 } })).toEqual({
      type: 'message_delta',
      delta: {},
      usage: { output_tokens: 1 },
    });
  });

  it.each([
    [
      'that does not say it is one',
      { error: { type: 'overloaded_error', message: 'no' } },
      'overloaded_error',
      'no',
    ],
    ['without a type', { type: 'error', error: { message: 'no' } }, 'api_error', 'no'],
    ['in words alone', { error: 'no' }, 'api_error', 'no'],
    ['of Google’s', { error: { status: 'UNAVAILABLE', message: 'no' } }, 'UNAVAILABLE', 'no'],
    ['without words', { type: 'error' }, 'api_error', 'The upstream reported an error.'],
    [
      'with words that are none',
      { type: 'error', error: { type: 1, message: {} } },
      'api_error',
      'The upstream reported an error.',
    ],
  ])('hears an error %s', (_, event, type, message) => {
    expect(toClaudeEvent(event)).toMatchObject({ type: 'error', error: { type, message } });
  });

  it.each(['many', 7, [], true])('takes usage that is %j for none', (usage) => {
    expect(toClaudeEvent({ ...messageDelta('end_turn'), usage })).toHaveProperty('usage', null);
  });

  it.each(['many', {}, [null], [7]])('takes iterations that are %j for none', (iterations) => {
    const usage = { output_tokens: 1, iterations };

    expect(toClaudeEvent({ ...messageDelta('end_turn'), usage })).toHaveProperty('usage', {
      output_tokens: 1,
      iterations: null,
    });
  });

  it('leaves what it was given as it is', () => {
    const given = [{ message: { id: 1 } }, { error: 'no' }, { delta: 1 }];
    const before = structuredClone(given);

    for (const [nth, name] of ['message_start', 'error', 'message_delta'].entries()) {
      toClaudeEvent(given[nth], name);
    }
    expect(given).toEqual(before);
  });

  it('lets nothing through that the conversion trips over (seed 5)', () => {
    const options = { includeUsage: true, serviceTier: true };

    fc.assert(
      fc.property(fc.array(oddEvent, { maxLength: 8 }), (odd) => {
        const events = odd.flatMap((event) => toClaudeEvent(event) ?? []);
        const { ending, error } = outcome(
          from([...events, ...message('end_turn')]).pipe(claudeToOpenAI(options), lawful(options)),
        );

        if (ending === 'error') expect(error).toBeInstanceOf(RelayError);
        else expect(ending).toBe('complete');
      }),
      { seed: 5, numRuns: 1000 },
    );
  });
});

/** What an upstream might say that has the right words in the wrong places. */
const odd = fc.constantFrom<unknown>(undefined, null, 0, -1, 'x', '', true, [], [null], ['x'], {}, [
  {},
]);
const oddly = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(fields, { requiredKeys: ['type'] });
const oneOf = (...words: readonly string[]) => fc.constantFrom(...words);
const oddBlock = oddly({
  type: oneOf('text', 'thinking', 'redacted_thinking', 'tool_use', 'server_tool_use', 'brand_new'),
  text: odd,
  citations: odd,
  thinking: odd,
  signature: odd,
  data: odd,
  id: odd,
  name: odd,
  input: odd,
});
const oddDelta = oddly({
  type: oneOf(
    'text_delta',
    'thinking_delta',
    'signature_delta',
    'input_json_delta',
    'citations_delta',
    'brand_new',
  ),
  text: odd,
  thinking: odd,
  signature: odd,
  partial_json: odd.filter((json) => json !== 'x'), // no JSON in, none out
  citation: fc.oneof(
    odd,
    oddly({
      type: oneOf('web_search_result_location', 'search_result_location'),
      url: odd,
      source: odd,
      title: odd,
    }),
  ),
  stop_reason: odd,
  stop_details: odd,
});
const oddUsage = fc.record(
  { input_tokens: odd, iterations: odd, output_tokens_details: odd, service_tier: odd },
  { requiredKeys: [] },
);
const oddEvent = oddly({
  type: oneOf(
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'ping',
    'brand_new',
  ),
  index: fc.oneof(fc.nat(2), odd),
  content_block: fc.oneof(oddBlock, odd),
  delta: fc.oneof(oddDelta, odd),
  usage: fc.oneof(oddUsage, odd),
  message: fc.oneof(
    odd,
    fc.record({
      content: fc.oneof(odd, fc.array(oddBlock)),
      usage: fc.oneof(oddUsage, odd),
      stop_details: odd,
      stop_reason: odd,
    }),
  ),
});
