import {
  type MonoTypeOperatorFunction,
  type Observable,
  concatMap,
  from,
  map,
  mergeMap,
  of,
} from 'rxjs';
import { readEvents } from '../../src/channels/readEvents.ts';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { toClaudeRequest } from '../../src/convert/request/toClaudeRequest.ts';
import { claudeToOpenAI } from '../../src/operators/claudeToOpenAI.ts';
import { decodeSse } from '../../src/operators/decodeSse.ts';
import { encodeSse } from '../../src/operators/encodeSse.ts';
import { fused } from '../../src/operators/fused.ts';
import { mapMany } from '../../src/operators/mapMany.ts';
import { parseEvents } from '../../src/operators/parseEvents.ts';
import { latin1 } from '../../src/relay/latin1.ts';
import { longConversation } from '../fixture/chatRequest.ts';
import { streamOf } from '../fixture/kinds.ts';
import { manyBlocks } from '../fixture/manyBlocks.ts';
import { toWire } from '../fixture/toWire.ts';
import { onDuty } from '../harness/duties.ts';
import { median } from '../harness/statistics.ts';
import type { Case, CaseCost, CostDuties, Flattening, Leg } from '../duties/CostDuties.ts';

// One case a process: V8 then compiles for this case alone, and the order of cases does not matter.

const EVENTS = 4000;
/** What one read of a busy socket brings, in bytes. */
const READ_BYTES = 64 * 1024;

interface Prepared {
  readonly items: number;
  /** Does it once; gives a number that is the same every time. */
  run(): number;
}

onDuty({
  measure({ case: asked, quick }): CaseCost {
    const { items, run } = prepare(asked);
    const expected = run();
    const timed = (ms: number): number => {
      const startedUs = cpuUs();
      let runs = 0;
      do {
        if (run() !== expected) throw new Error('The same input gave another result.');
        runs++;
      } while (cpuUs() - startedUs < ms * 1000);
      return ((cpuUs() - startedUs) * 1000) / runs / items;
    };
    timed(quick ? 50 : 1000);
    const samples = Array.from({ length: quick ? 3 : 11 }, () => timed(quick ? 20 : 150));
    const nsPerItem = median(samples);
    return {
      nsPerItem,
      spread: (Math.max(...samples) - Math.min(...samples)) / 2 / nsPerItem,
    };
  },
} satisfies CostDuties);

/** CPU time, not the clock's: on a busy machine the clock also counts what others do. */
function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function prepare(asked: Case): Prepared {
  switch (asked.of) {
    case 'leg':
      return prepareLeg(asked.leg, streamOf(asked.kind, EVENTS));
    case 'flattening':
      return prepareFlattening(asked.how);
    case 'growth': {
      const events = manyBlocks(asked.many, asked.count);
      return { items: events.length, run: () => count(from(events).pipe(claudeToOpenAI())) };
    }
    case 'stages':
      return prepareStages(asked.stages, asked.plain);
    case 'request': {
      const request = longConversation(asked.messages, asked.chars);
      return {
        items: asked.messages,
        run: () => toClaudeRequest(request).body.messages.length,
      };
    }
  }
}

function prepareLeg(leg: Leg, events: ReturnType<typeof streamOf>): Prepared {
  const wire = Buffer.from(toWire(events));
  const reads = Array.from({ length: Math.ceil(wire.length / READ_BYTES) }, (_, at) =>
    wire.subarray(at * READ_BYTES, (at + 1) * READ_BYTES),
  );
  const items = events.length;
  switch (leg) {
    case 'decodeSse':
      return { items, run: () => count(from(reads).pipe(decodeSse())) };
    case 'parseEvents': {
      const messages = collect(from(reads).pipe(decodeSse()));
      return { items, run: () => count(from(messages).pipe(parseEvents())) };
    }
    case 'readEvents':
      return { items, run: () => count(from(reads).pipe(readEvents())) };
    case 'claudeToOpenAI': {
      const parsed = collect(from(reads).pipe(readEvents()));
      return { items, run: () => count(from(parsed).pipe(claudeToOpenAI())) };
    }
    case 'encodeSse': {
      const chunks = collect(from(reads).pipe(readEvents(), claudeToOpenAI()));
      return { items, run: () => length(from(chunks).pipe(encodeSse())) };
    }
    case 'whole':
      return {
        items,
        run: () => length(from(reads).pipe(readEvents(), claudeToOpenAI(), encodeSse(latin1))),
      };
  }
}

/** Stages that change nothing: of our own making, or an RxJS operator as a plug-in would use it. */
function prepareStages(stages: number, plain: boolean): Prepared {
  const events = streamOf('mixed', EVENTS);
  const stage = (): MonoTypeOperatorFunction<ClaudeEvent> =>
    plain ? map((event) => event) : mapMany((event) => event);
  const road = fused(...Array.from({ length: stages }, stage));
  return {
    items: events.length,
    run: () => count(from(events).pipe(road, claudeToOpenAI())),
  };
}

/** An in-between form: three values in four pass as they are, the others become two or none. */
function prepareFlattening(how: Flattening): Prepared {
  const values = Array.from({ length: 100_000 }, (_, at) => ({ at }));
  const one = (value: Value): Value => value;
  const many = (value: Value): Value[] =>
    value.at % 4 !== 0 ? [value] : value.at % 8 === 0 ? [value, value] : [];
  const oneOrMany = (value: Value): Value | Value[] => (value.at % 4 !== 0 ? value : many(value));
  const value$ = from(values);
  const flattened: Readonly<Record<Flattening, Observable<Value>>> = {
    map: value$.pipe(map(one)),
    mapMany: value$.pipe(mapMany(oneOrMany)),
    concatMap: value$.pipe(concatMap((value) => (value.at % 4 !== 0 ? of(value) : many(value)))),
    mergeMap: value$.pipe(mergeMap((value) => (value.at % 4 !== 0 ? of(value) : many(value)))),
  };
  return { items: values.length, run: () => count(flattened[how]) };
}

interface Value {
  readonly at: number;
}

function count(value$: Observable<unknown>): number {
  let seen = 0;
  value$.subscribe({
    next: () => seen++,
    error: fail,
  });
  return seen;
}

function length(text$: Observable<string>): number {
  let seen = 0;
  text$.subscribe({
    next: (text) => (seen += text.length),
    error: fail,
  });
  return seen;
}

function collect<T>(value$: Observable<T>): readonly T[] {
  const values: T[] = [];
  value$.subscribe({
    next: (value) => values.push(value),
    error: fail,
  });
  return values;
}

function fail(error: unknown): never {
  throw error;
}
