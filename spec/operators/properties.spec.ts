/**
 * What must hold for every stream, tried on random ones: always the same ones here, so that a run
 * fails for a reason in the code; others with `npm run fuzz`. A failure prints its seed.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { concat, from, NEVER } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { AnswerOptions } from '../../src/convert/answerOptions.ts';
import type { OpenAIChunk } from '../../src/openai/chunks.ts';
import type { OpenAIMessage } from '../../src/openai/completion.ts';
import {
  claudeToOpenAI,
  decodeSse,
  encodeSse,
  parseEvents,
  toCompletion,
} from '../../src/operators/index.ts';
import {
  brokenLaws,
  brokenWireLaws,
  cutEverywhere,
  emitted,
  outcome,
  toSseBytes,
} from '../../src/testing/index.ts';
import { accumulateChunks } from '../support/accumulateChunks.ts';
import {
  answerOptions,
  brokenStreams,
  claudeStreams,
  cuts,
  sseForms,
} from '../support/claudeStreams.ts';
import { expectedAnswer, expectedCompletion } from '../support/oracle.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 150);
const parameters = { numRuns: runs, seed: Number(process.env['FUZZ_SEED'] ?? 20) };
/** Long fuzzing takes as long as it takes. */
const patienceMs = 10_000 + runs * 50;

const chunksOf = (events: readonly ClaudeEvent[], options?: AnswerOptions) =>
  emitted(from(events).pipe(claudeToOpenAI(options)));

const textOf = (pieces: readonly Uint8Array[], options?: AnswerOptions) =>
  outcome(from(pieces).pipe(decodeSse(), parseEvents(), claudeToOpenAI(options), encodeSse()));

/** What a client accumulated, in the form of a completion's message. */
function accumulatedMessage(chunks: readonly OpenAIChunk[]): OpenAIMessage {
  const { message } = accumulateChunks(chunks);
  const { content, tool_calls, ...rest } = message as unknown as OpenAIMessage;
  return {
    ...rest,
    content: content === '' && (tool_calls ?? rest.function_call ?? rest.refusal) ? null : content,
    // Strict clients know the calls by their number; a completion lists them.
    ...(tool_calls && { tool_calls: tool_calls.map(withoutIndex) }),
  };
}

function withoutIndex<T extends object>(call: T): T {
  const copy: T & { index?: number } = { ...call };
  delete copy.index;
  return copy;
}

describe('claudeToOpenAI, for every stream,', () => {
  it(
    'holds the laws and says what the oracle says',
    () => {
      fc.assert(
        fc.property(claudeStreams, answerOptions, (events, options) => {
          const chunks = chunksOf(events, options);
          const wanted = expectedAnswer(events, options);
          const completion = expectedCompletion(wanted, { ...options, webSearch: false });

          expect(brokenLaws(chunks, options)).toEqual([]);
          expect(wanted.ending).toBe('answered');
          expect(accumulatedMessage(chunks)).toEqual(completion.choices[0].message);
          expect(accumulateChunks(chunks)).toMatchObject({
            id: wanted.id,
            model: wanted.model,
            finish_reason: wanted.finish,
            ...(options.includeUsage ? { usage: wanted.usage } : {}),
          });
          expect(chunks[0]?.service_tier).toBe(wanted.serviceTier);
        }),
        parameters,
      );
    },
    patienceMs,
  );

  it(
    'does so for clients of the deprecated functions, too',
    () => {
      fc.assert(
        fc.property(claudeStreams, (events) => {
          const options = { legacyFunctions: true };
          const chunks = chunksOf(events, options);
          const wanted = expectedCompletion(expectedAnswer(events, options), options);

          expect(brokenLaws(chunks, options)).toEqual([]);
          expect(accumulatedMessage(chunks)).toEqual(wanted.choices[0].message);
          expect(accumulateChunks(chunks).finish_reason).toBe(wanted.choices[0].finish_reason);
        }),
        parameters,
      );
    },
    patienceMs,
  );

  it(
    'is never ahead of itself: a beginning of the stream gives a beginning of the chunks',
    () => {
      fc.assert(
        fc.property(claudeStreams, answerOptions, fc.nat(), (events, options, place) => {
          const beginning = events.slice(0, place % (events.length + 1));
          const { values } = outcome(concat(from(beginning), NEVER).pipe(claudeToOpenAI(options)));

          expect(chunksOf(events, options).slice(0, values.length)).toEqual(values);
        }),
        parameters,
      );
    },
    patienceMs,
  );

  it(
    'fakes no ending: a stream that breaks off or fails gives a lawful beginning and an error',
    () => {
      fc.assert(
        fc.property(brokenStreams, answerOptions, (events, options) => {
          const { values, ending, error } = outcome(from(events).pipe(claudeToOpenAI(options)));
          const wanted = expectedAnswer(events, options);
          const isWhole = wanted.ending === 'answered';

          expect(ending).toBe(isWhole ? 'complete' : 'error');
          expect(brokenLaws(values, { ...options, cutShort: !isWhole })).toEqual([]);
          expect(saidIn(values)).toBe(wanted.content);
          if (wanted.ending === 'failed')
            expect(error).toMatchObject({ code: 'ERR_RELAY_UPSTREAM', type: 'overloaded_error' });
          if (wanted.ending === 'incomplete')
            expect(error).toMatchObject({ code: 'ERR_RELAY_PROTOCOL', reason: 'incomplete' });
        }),
        parameters,
      );
    },
    patienceMs,
  );
});

const saidIn = (chunks: readonly OpenAIChunk[]): string =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');

describe('toCompletion, for every stream,', () => {
  it(
    'gives the answer of the oracle',
    () => {
      fc.assert(
        fc.property(claudeStreams, answerOptions, (events, options) => {
          const [completion] = emitted(
            from(events).pipe(
              claudeToOpenAI({ ...options, includeUsage: true }),
              toCompletion(options),
            ),
          );

          expect(completion).toEqual(expectedCompletion(expectedAnswer(events, options), options));
        }),
        parameters,
      );
    },
    patienceMs,
  );
});

describe('the way from bytes to bytes, for every stream,', () => {
  it(
    'is the same however the bytes are written and cut',
    () => {
      fc.assert(
        fc.property(
          claudeStreams.chain((events) =>
            sseForms.chain((form) => {
              const bytes = toSseBytes(events, form);
              return fc.record({
                events: fc.constant(events),
                bytes: fc.constant(bytes),
                pieces: cuts(bytes),
              });
            }),
          ),
          answerOptions,
          ({ events, bytes, pieces }, options) => {
            const plain = textOf([toSseBytes(events)], options);

            expect(plain.ending).toBe('complete');
            expect(brokenWireLaws(plain.values.join(''), options)).toEqual([]);
            expect(textOf([bytes], options)).toEqual(plain);
            expect(textOf(pieces, options)).toEqual(plain);
            expect(textOf(cutEverywhere(bytes), options)).toEqual(plain);
          },
        ),
        { ...parameters, numRuns: Math.ceil(runs / 3) },
      );
    },
    patienceMs,
  );

  it(
    'ends whole or fails where the bytes end, and never before',
    () => {
      fc.assert(
        fc.property(claudeStreams, sseForms, fc.nat(), (events, form, place) => {
          const bytes = toSseBytes(events, form);
          const beginning = bytes.subarray(0, place % (bytes.length + 1));
          const { values, ending } = outcome(
            from([beginning]).pipe(decodeSse(), parseEvents(), claudeToOpenAI()),
          );

          expect(ending).not.toBe('silent');
          expect(brokenLaws(values, { cutShort: ending === 'error' })).toEqual([]);
          if (ending === 'error') expect(chunksOf(events).slice(0, values.length)).toEqual(values);
        }),
        parameters,
      );
    },
    patienceMs,
  );
});
