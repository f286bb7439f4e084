import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { concat, from, NEVER, type Observable, of, Subject, throwError } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { claudeToOpenAI } from '../../src/operators/index.ts';
import { meter, type MeterReading } from '../../src/stages/index.ts';
import { claude, emitted, outcome } from '../../src/testing/index.ts';
import { claudeStreams } from '../support/claudeStreams.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';
import { anyRequest } from './anyRequest.ts';

// prettier-ignore
const says = {
  S: claude.messageStart(), T: claude.textStart(0), t: claude.text(0, 'Hi'), '.': claude.blockStop(0),
  A: claude.toolStart(1, 'f'), B: claude.toolStart(2, '__proto__'), C: claude.toolStart(3, 'f'),
  D: claude.messageDelta('tool_use'), X: claude.messageStop(), E: claude.streamError('api_error', 'Oh'),
};

const readings: MeterReading[] = [];
const counting = () => {
  readings.length = 0;
  return meter({ sink: (reading) => readings.push(reading) })(anyRequest);
};
const { S, T, t, A, B, C, D, X, E } = says;
const whole: readonly ClaudeEvent[] = [S, T, t, A, A, B, C, D, X];

describe('meter', () => {
  it(
    'changes nothing and holds nothing back',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold(' S-T-t-A-B-D-X|', says);
      const expected = '     S-T-t-A-B-D-X|';

      expectObservable(claude$.pipe(counting())).toBe(expected, says);
    }),
  );

  it('hands over one reading, whose it is, and every call once', () => {
    emitted(from(whole).pipe(counting(), claudeToOpenAI()));

    expect(readings).toEqual([
      {
        ...anyRequest,
        usage: { input_tokens: 10, output_tokens: 5 },
        toolCalls: Object.fromEntries([
          ['f', 2],
          ['__proto__', 1],
        ]),
        stopReason: 'tool_use',
        ending: 'complete',
      },
    ]);
    expect(Object.keys(readings[0]?.toolCalls ?? {})).toContain('__proto__');
  });

  const error = new Error('the cable was cut');
  const ends: readonly (readonly [MeterReading['ending'], string, Observable<ClaudeEvent>])[] = [
    ['complete', 'a message told to its end', from(whole)],
    ['complete', 'a message whose stop is missing', from([S, D])],
    ['failed', 'a message cut short', from([S, T, t])],
    ['failed', 'a message with an error in it', from([S, E])],
    [
      'failed',
      'a source that fails',
      concat(
        of(S),
        throwError(() => error),
      ),
    ],
  ];
  it.each(ends)('says %s of %s', (ending, _, claude$) => {
    outcome(claude$.pipe(counting(), claudeToOpenAI()));

    expect(readings.map((reading) => reading.ending)).toEqual([ending]);
  });

  it('counts what a client has cost that left', () => {
    concat(of(S, T, t), NEVER)
      .pipe(counting())
      .subscribe({ error: fail })
      .unsubscribe();

    expect(readings).toMatchObject([
      { ending: 'left', stopReason: undefined, usage: { input_tokens: 10, output_tokens: 1 } },
    ]);
  });

  it('costs no answer, whatever the sink throws', () => {
    const complaints: unknown[] = [];
    const broken = meter({
      sink: () => {
        throw error;
      },
      onSinkError: (complaint) => complaints.push(complaint),
    })(anyRequest);

    expect(emitted(from(whole).pipe(broken))).toEqual(whole);
    expect(complaints).toEqual([error]);
  });

  it('reads each of two streams by itself', () => {
    const one = new Subject<ClaudeEvent>();
    const other = new Subject<ClaudeEvent>();
    const stage = counting();
    const [first$, second$] = [one.pipe(stage), other.pipe(stage)];
    first$.subscribe({ error: fail });
    second$.subscribe({ error: fail });
    for (const event of [S, A, D, X]) one.next(event);
    for (const event of [S, D, X]) other.next(event);
    one.complete();
    other.complete();

    expect(readings.map(({ toolCalls }) => toolCalls)).toEqual([{ f: 1 }, {}]);
  });

  describe('as an operator', () => {
    itBehavesLikeAnOperator(counting, {
      source: 'S-T-t-',
      says,
      expected: 'S-T-t-',
      becomes: says,
    });
  });

  it('passes every stream on as it is, and reads it once', () => {
    fc.assert(
      fc.property(claudeStreams, (events) => {
        expect(emitted(from(events).pipe(counting()))).toEqual(events);
        expect(readings).toHaveLength(1);
        expect(readings[0]?.ending).toBe('complete');
      }),
      { numRuns: 100, seed: 20 },
    );
  });
});

function fail(error: unknown): never {
  throw error;
}
