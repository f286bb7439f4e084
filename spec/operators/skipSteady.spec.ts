import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from, type MonoTypeOperatorFunction, of } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import {
  completeToolInput,
  oneToolAtATime,
  openMessage,
  raiseErrors,
  settleBlocks,
  stripFence,
  untilMessageStop,
} from '../../src/operators/index.ts';
import { fused } from '../../src/operators/fused.ts';
import { mapMany } from '../../src/operators/mapMany.ts';
import { rewrite } from '../../src/operators/rewrite.ts';
import { skipSteady } from '../../src/operators/skipSteady.ts';
import { stopReason } from '../../src/folds/index.ts';
import { claude, emitted, outcome } from '../../src/testing/index.ts';
import { claudeStreams } from '../support/claudeStreams.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 300);

type Step = MonoTypeOperatorFunction<ClaudeEvent>;

const settling: Readonly<Record<string, () => Step>> = {
  raiseErrors,
  untilMessageStop,
  openMessage,
  settleBlocks,
  completeToolInput,
  oneToolAtATime,
  stripFence,
  another: () => mapMany((event) => event),
};

/** Events in any order, so that none of the settling operators finds what it expects. */
const wildEvents = fc.array(
  fc.oneof(
    fc
      .nat(2)
      .chain((index) =>
        fc.constantFrom<ClaudeEvent>(
          claude.text(index, 'a'),
          claude.text(index, '```json\n'),
          claude.json(index, ''),
          claude.json(index, ' '),
          claude.json(index, '{}'),
          claude.thinking(index, 'b'),
          claude.textStart(index),
          claude.toolStart(index, 'f'),
          claude.thinkingStart(index),
          claude.blockStop(index),
        ),
      ),
    fc.constantFrom<ClaudeEvent>(
      claude.ping(),
      claude.messageStart(),
      claude.messageDelta('tool_use'),
      claude.messageStop(),
    ),
  ),
  { maxLength: 30 },
);

/** Each delta three times, so that there are runs. */
const inRuns = (events: readonly ClaudeEvent[]): readonly ClaudeEvent[] =>
  events.flatMap((event): readonly ClaudeEvent[] =>
    event.type === 'content_block_delta' ? [event, event, { ...event }] : [event],
  );

/** Passes everything, and counts it. */
function watching(): { seen: ClaudeEvent[]; step: (isSteady: boolean) => Step } {
  const seen: ClaudeEvent[] = [];
  return {
    seen,
    step: (isSteady) =>
      rewrite(stopReason, {
        event(event) {
          seen.push(event);
          return event;
        },
        isSteady: () => isSteady,
      }),
  };
}

const run = [claude.text(0, 'a'), claude.text(0, 'b'), claude.text(0, 'c')];

describe('skipSteady', () => {
  it('changes nothing about what operators behind it say', () => {
    const chains = fc.array(fc.constantFrom(...Object.keys(settling)), { maxLength: 4 });
    const streams = fc.oneof(claudeStreams, wildEvents).map(inRuns);

    fc.assert(
      fc.property(chains, streams, (names, events) => {
        const steps = () => names.map((name) => (settling[name] ?? raiseErrors)());

        expect(outcome(from(events).pipe(fused(skipSteady(), ...steps())))).toEqual(
          outcome(from(events).pipe(fused(...steps()))),
        );
      }),
      { numRuns, seed: 5 },
    );
  });

  it('shows the first of a run only, to those who are steady', () => {
    const { seen, step } = watching();

    expect(emitted(from(run).pipe(fused(skipSteady(), step(true), step(true))))).toEqual(run);
    expect(seen).toEqual([run[0], run[0]]);
  });

  it('shows all to one who is not, and to those behind it', () => {
    const { seen, step } = watching();
    const { seen: behind, step: next } = watching();

    emitted(from(run).pipe(fused(skipSteady(), step(false), next(true))));

    expect(seen).toEqual(run);
    expect(behind).toEqual(run);
  });

  it('shows all to one who remembers each', () => {
    const { seen, step } = watching();
    const counting = rewrite<number>(
      { seed: 0, next: (count) => count + 1 },
      {
        event: (event, count) => (count === 3 ? [event, event] : event),
        isSteady: () => true,
      },
    );

    expect(emitted(from(run).pipe(fused(skipSteady(), counting, step(true))))).toHaveLength(4);
    expect(seen).toHaveLength(4);
  });

  it('shows nobody what comes after the end', () => {
    const { seen, step } = watching();
    const events = [claude.messageStart(), claude.messageStop(), ...run];

    // Of one value, lest the source be left in between.
    const atOnce = mapMany(() => events);
    emitted(of({}).pipe(fused(atOnce, skipSteady(), untilMessageStop(), step(false))));

    expect(seen).toEqual(events.slice(0, 2));
  });

  it('lets nothing by as long as a tool’s input is awaited', () => {
    const pieces = ['', '{}'].map((piece) => claude.json(0, piece));
    const events = [claude.toolStart(0, 'f'), ...pieces, claude.blockStop(0)];

    expect(emitted(from(events).pipe(fused(skipSteady(), completeToolInput())))).toEqual(events);
  });

  it.each([
    ['another block', claude.text(1, 'x')],
    ['another kind', claude.json(0, '1')],
    ['an event that is none', claude.ping()],
  ])('begins a new run after %s', (_what, other) => {
    const { seen, step } = watching();
    const [first, ...more] = run;

    emitted(from([...run, other, ...run]).pipe(fused(skipSteady(), step(true))));

    expect(more).toHaveLength(2);
    expect(seen).toEqual([first, other, first]);
  });

  itBehavesLikeAnOperator(() => skipSteady(), {
    source: 'a-b-p-',
    says: { a: claude.text(0, 'a'), b: claude.text(0, 'b'), p: claude.ping() },
    expected: 'a-b-p-',
    becomes: { a: claude.text(0, 'a'), b: claude.text(0, 'b'), p: claude.ping() },
  });
});
