/** Random streams prove nothing about what never comes up in them. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { brokenStreams, claudeStreams } from './claudeStreams.ts';
import { expectedAnswer } from './oracle.ts';

const samples = fc.sample(claudeStreams, { numRuns: 600, seed: 7 });
const starts = (events: readonly ClaudeEvent[]) =>
  events.flatMap((event) => (event.type === 'content_block_start' ? [event] : []));
const said = (events: readonly ClaudeEvent[]) => JSON.stringify(events);

const liberties: Readonly<Record<string, (events: readonly ClaudeEvent[]) => boolean>> = {
  'no content at all': (events) =>
    expectedAnswer(events).content === '' && starts(events).length === 0,
  'two calls': (events) => expectedAnswer(events).calls.length > 1,
  'calls in turns': (events) =>
    events.some((event, at) => {
      const next = events[at + 1];
      return (
        event.type === 'content_block_delta' &&
        event.delta.type === 'input_json_delta' &&
        next?.type === 'content_block_delta' &&
        next.index !== event.index &&
        next.index !== 777
      );
    }),
  'separated texts': (events) => /\S\n\n\S/.test(expectedAnswer(events).content),
  annotations: (events) => expectedAnswer(events).annotations.length > 0,
  'two thoughts': (events) => expectedAnswer(events).details.length > 1,
  'redacted thinking': (events) => said(events).includes('redacted_thinking'),
  'server tools': (events) => said(events).includes('srvtoolu_'),
  'blocks of tomorrow': (events) => said(events).includes('brand_new_block'),
  'events of tomorrow': (events) => said(events).includes('brand_new_event'),
  'fields of tomorrow': (events) => said(events).includes('x_future'),
  'a block inside message_start': (events) =>
    events.some(
      (event) => event.type === 'message_start' && (event.message.content ?? []).length > 0,
    ),
  'message_start twice': (events) => events.filter((it) => it.type === 'message_start').length > 1,
  'an index used again': (events) => {
    const indices = starts(events).map(({ index }) => index);
    return indices.length > new Set(indices).size + 1;
  },
  'a stop left out': (events) =>
    starts(events).some(
      ({ index }) => !events.some((it) => it.type === 'content_block_stop' && it.index === index),
    ),
  'no message_stop': (events) => !events.some(({ type }) => type === 'message_stop'),
  'a call cut by its limit': (events) => {
    const { calls, finish } = expectedAnswer(events);
    const last = calls.at(-1);
    if (finish !== 'length' || last?.type !== 'function') return false;
    try {
      JSON.parse(last.function.arguments);
      return false;
    } catch {
      return true;
    }
  },
  'a refusal in words': (events) => expectedAnswer(events).refusal !== undefined,
  compactions: (events) => said(events).includes('"compaction"'),
  'astral characters': (events) => said(events).includes('👋'),
};

describe('claudeStreams', () => {
  it.each(Object.entries(liberties))('knows %s', (_what, isTaken) => {
    expect(samples.filter(isTaken).length).toBeGreaterThan(2);
  });

  it('always ends well', () => {
    expect(samples.filter((events) => expectedAnswer(events).ending !== 'answered')).toEqual([]);
  });
});

describe('brokenStreams', () => {
  it('ends in all ways', () => {
    const endings = fc
      .sample(brokenStreams, { numRuns: 300, seed: 7 })
      .map((events) => expectedAnswer(events).ending);
    expect(new Set(endings)).toEqual(new Set(['answered', 'incomplete', 'failed']));
  });
});
