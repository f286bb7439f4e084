/** What Claude really said, against the laws and the oracle. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { ClaudeMessage } from '../../src/claude/message.ts';
import { messageToEvents } from '../../src/convert/messageToEvents.ts';
import type { OpenAICompletion } from '../../src/openai/completion.ts';
import {
  claudeToOpenAI,
  decodeSse,
  encodeSse,
  parseEvents,
  toCompletion,
} from '../../src/operators/index.ts';
import { brokenLaws, brokenWireLaws, emitted, outcome } from '../../src/testing/index.ts';
import { accumulateChunks } from '../support/accumulateChunks.ts';
import { cuts } from '../support/claudeStreams.ts';
import { hasCorpus, recordedAnswers, recordedFrames, recordedStreams } from '../support/corpus.ts';
import { expectedAnswer, expectedCompletion } from '../support/oracle.ts';

const options = { includeUsage: true };

const read = (pieces: readonly Uint8Array[]) =>
  outcome(from(pieces).pipe(decodeSse(), parseEvents(), claudeToOpenAI(options)));

const completed = (events: readonly ClaudeEvent[]): OpenAICompletion | undefined =>
  emitted(from(events).pipe(claudeToOpenAI(options), toCompletion()))[0];

const streams = [...recordedStreams('sse'), ...recordedStreams('sse-synthetic')];

describe('recorded traffic', () => {
  it('is there in numbers, or not at all', () => {
    expect(streams.length >= 80).toBe(hasCorpus);
    expect(recordedFrames().length > 5).toBe(hasCorpus);
    expect(recordedAnswers().length > 30).toBe(hasCorpus);
  });
});

if (hasCorpus) {
  describe('a recorded stream', () => {
    it.each(streams.map((it) => [it.name, it] as const))('%s', (_name, { bytes, events }) => {
      const wanted = expectedAnswer(events);
      const isWhole = wanted.ending === 'answered';
      const { values, ending } = read([bytes]);

      expect(ending).toBe(isWhole ? 'complete' : 'error');
      expect(brokenLaws(values, { ...options, cutShort: !isWhole })).toEqual([]);
      expect(values.map((it) => it.choices[0]?.delta.content ?? '').join('')).toBe(wanted.content);
      if (isWhole) {
        expect(accumulateChunks(values)).toMatchObject({
          id: wanted.id,
          finish_reason: wanted.finish,
          usage: wanted.usage,
        });
        expect(brokenWireLaws(emitted(from(values).pipe(encodeSse())).join(''), options)).toEqual(
          [],
        );
        expect(completed(events)).toEqual(expectedCompletion(wanted));
      }
    });

    it.each(streams.map((it) => [it.name, it] as const))(
      '%s, cut and broken off anywhere',
      (_name, { bytes }) => {
        const whole = read([bytes]);
        fc.assert(
          fc.property(cuts(bytes), (pieces) => {
            expect(read(pieces)).toEqual(whole);
          }),
          { numRuns: 5 },
        );
        fc.assert(
          fc.property(fc.nat(bytes.length), (place) => {
            const { values, ending } = read([bytes.subarray(0, place)]);

            expect(ending).not.toBe('silent');
            expect(brokenLaws(values, { ...options, cutShort: ending === 'error' })).toEqual([]);
            if (ending === 'error') expect(whole.values.slice(0, values.length)).toEqual(values);
          }),
          { numRuns: 10 },
        );
      },
    );
  });

  describe('a stream recorded from Bedrock', () => {
    const claudes = recordedFrames().filter(({ events }) => events[0]?.type === 'message_start');

    it.each(claudes.map((it) => [it.name, it] as const))('%s', (_name, { events }) => {
      expect(completed(events)).toEqual(expectedCompletion(expectedAnswer(events)));
    });
  });

  describe('an answer recorded in one piece', () => {
    it.each(recordedAnswers().map((it) => [it.name, it] as const))('%s', (_name, { message }) => {
      expect(completed(messageToEvents(message))).toEqual(
        expectedCompletion(expectedAnswer(asStream(message))),
      );
    });
  });
}

/** A whole message as a stream that says it all in its start: another way than the project's own. */
const asStream = ({ stop_details = null, ...message }: ClaudeMessage): readonly ClaudeEvent[] => [
  { type: 'message_start', message },
  { type: 'message_delta', delta: { stop_reason: message.stop_reason, stop_details } },
  { type: 'message_stop' },
];
