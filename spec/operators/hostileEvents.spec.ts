import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { RelayError } from '../../src/errors.ts';
import {
  claudeToOpenAI,
  continuePausedTurns,
  decodeSse,
  encodeSse,
  parseEvents,
  toCompletion,
} from '../../src/operators/index.ts';
import { outcome } from '../../src/testing/index.ts';
import { claudeStreams } from '../support/claudeStreams.ts';

type Json = fc.JsonValue;

/** A value with the part at one path of it replaced by something else, or taken out. */
function tampered(value: Json, path: readonly number[], news: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return news;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, Json>;
  const keys = Object.keys(copy);
  if (keys.length === 0) return news;
  const key = keys[step % keys.length] ?? '';
  const part = tampered(copy[key] ?? null, rest, news);
  if (part === undefined) Reflect.deleteProperty(copy, key);
  else copy[key] = part;
  return copy;
}

const junk = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<Json>(null, 0, -1, 1e9, '', 'text', 'tool_use', 'constructor', [], {}, [null]),
);

interface Fault {
  readonly at: number;
  readonly path: readonly number[];
  readonly news: Json | undefined;
}

function withFault(
  stream: readonly (Json | undefined)[],
  { at, path, news }: Fault,
): readonly (Json | undefined)[] {
  const place = at % Math.max(stream.length, 1);
  return stream.map((event, index) =>
    index === place ? tampered(event ?? null, path, news) : event,
  );
}

const asJson = (events: readonly ClaudeEvent[]): readonly Json[] =>
  JSON.parse(JSON.stringify(events)) as readonly Json[];

/** Streams that went wrong in one to three places, in any way JSON can. */
const hostileStreams: fc.Arbitrary<readonly (Json | undefined)[]> = fc
  .tuple(
    claudeStreams,
    fc.array(fc.record({ at: fc.nat(), path: fc.array(fc.nat(), { maxLength: 5 }), news: junk }), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([events, faults]) => {
    const stream: readonly (Json | undefined)[] = asJson(events);
    return faults.reduce(withFault, stream);
  });

const bytesOf = (stream: readonly (Json | undefined)[]): Uint8Array =>
  new TextEncoder().encode(
    stream.map((event) => `data: ${JSON.stringify(event ?? null)}\n\n`).join(''),
  );

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 300);

describe('a stream that is not what it should be', () => {
  it('ends in an answer or in an error we have words for, streamed and plain', () => {
    fc.assert(
      fc.property(hostileStreams, (stream) => {
        const chunk$ = from([bytesOf(stream)]).pipe(
          decodeSse(),
          parseEvents(),
          continuePausedTurns(() => from<ClaudeEvent[]>([])),
          claudeToOpenAI({ includeUsage: true, serviceTier: true }),
        );
        for (const { ending, error } of [
          outcome(chunk$.pipe(encodeSse())),
          outcome(chunk$.pipe(toCompletion())),
        ]) {
          expect(ending).not.toBe('silent');
          if (ending === 'error') expect(error).toBeInstanceOf(RelayError);
        }
      }),
      { numRuns },
    );
  });

  it('says only texts as text, and names and ids as what they are', () => {
    fc.assert(
      fc.property(hostileStreams, (stream) => {
        const { values } = outcome(
          from([bytesOf(stream)]).pipe(decodeSse(), parseEvents(), claudeToOpenAI()),
        );
        for (const { choices } of values) {
          const { content, reasoning_content, refusal, tool_calls } = choices[0]?.delta ?? {};
          for (const said of [content, reasoning_content, refusal]) {
            expect(['string', 'undefined', 'object']).toContain(typeof (said ?? ''));
            if (said !== undefined && said !== null) expect(typeof said).toBe('string');
          }
          for (const { id, function: called } of tool_calls ?? []) {
            if (id !== undefined) expect(typeof id).toBe('string');
            if (called?.name !== undefined) expect(typeof called.name).toBe('string');
            expect(typeof (called?.arguments ?? '')).toBe('string');
          }
        }
      }),
      { numRuns },
    );
  });
});
