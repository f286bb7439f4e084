import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject, map, type OperatorFunction } from 'rxjs';
import { replayBytes } from '../../src/replay/replayBytes.ts';
import { ConnectionError } from '../../src/errors.ts';
import { outcome } from '../../src/testing/index.ts';
import { marbles } from '../support/marbles.ts';
import { asking } from './asking.ts';

const sent = { S: 'S', t: 't', X: 'X' };

/** `S` holds the start of the message, `X` its end, `t` text between. */
const inLetters = (): OperatorFunction<Uint8Array, string> =>
  map((bytes) => {
    const text = new TextDecoder().decode(bytes);
    return text.includes('message_start') ? 'S' : text.includes('message_stop') ? 'X' : 't';
  });

/** Sixty characters of text in five deltas; the last has the end with it. */
const short = asking('?', { max_tokens: 15 });

describe('replayBytes', () => {
  it(
    'thinks for ten paces, then writes a delta at each',
    marbles(({ expectObservable }) => {
      const result$ = replayBytes(short, { paceMs: 1 }).pipe(inLetters());

      expectObservable(result$).toBe('----------Stttt(X|)', sent);
    }),
  );

  it(
    'takes 20 ms for a pace, or as many as it is told, or none',
    marbles(({ expectObservable }) => {
      const word = asking('?', { model: 'replay/refusal' });

      expectObservable(replayBytes(word).pipe(inLetters())).toBe('200ms S 19ms (X|)', sent);
      expectObservable(replayBytes(word, { paceMs: 3 }).pipe(inLetters())).toBe(
        '30ms S--(X|)',
        sent,
      );
      expectObservable(replayBytes(word, { paceMs: 0 }).pipe(inLetters())).toBe('(SX|)', sent);
    }),
  );

  it(
    'keeps silent for a thousand paces in slow-start',
    marbles(({ expectObservable }) => {
      const slow = asking('?', { model: 'replay/slow-start', max_tokens: 1 });

      expectObservable(replayBytes(slow, { paceMs: 1 }).pipe(inLetters())).toBe('1s S(X|)', sent);
    }),
  );

  it(
    'sends nothing while nothing is wanted, and goes on where it was',
    marbles(({ hot, expectObservable }) => {
      const demand$ = new BehaviorSubject(true);
      hot('           -----------f-----t----', { t: true, f: false }).subscribe(demand$);
      const expected = '----------S------tttt(X|)';
      const result$ = replayBytes(short, { paceMs: 1, demand$ }).pipe(inLetters());

      expectObservable(result$).toBe(expected, sent);
    }),
  );

  it(
    'waits even when it has no pace, for a reader that goes without wanting more',
    marbles(({ cold, expectObservable }) => {
      const demand$ = cold('f----|', { f: false });

      expectObservable(replayBytes(short, { paceMs: 0, demand$ })).toBe('------');
    }),
  );

  it(
    'lets go of the demand when nobody listens any more',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const demand$ = cold('f-----------', { f: false });
      const leaves = '      ^--------------!';
      const waits = '       ----------^----!';
      const result$ = replayBytes(short, { paceMs: 1, demand$ });

      expectObservable(result$, leaves).toBe('----------------');
      expectSubscriptions(demand$.subscriptions).toBe(waits);
    }),
  );

  it('stops its timer when nobody listens any more', () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const before = timers();
    const subscription = replayBytes(short, { paceMs: 100_000 }).subscribe({
      error: (error: unknown) => {
        throw error;
      },
    });
    const during = timers();
    subscription.unsubscribe();

    expect([during, timers()]).toEqual([before + 1, before]);
  });

  it('breaks the connection after some text, or falls silent after the same', () => {
    const broken = outcome(replayBytes(asking('?', { model: 'replay/reset' })));
    const stalled = outcome(replayBytes(asking('?', { model: 'replay/stall' })));

    expect(broken.values.length).toBeGreaterThan(5);
    expect(broken.error).toBeInstanceOf(ConnectionError);
    expect(stalled.values.length).toBeGreaterThan(5);
    expect(stalled.ending).toBe('silent');
  });

  it('pads its JSON with blanks now and then, and writes an event and a data line each', () => {
    const text = new TextDecoder().decode(
      Buffer.concat(outcome(replayBytes(asking('?', { model: 'replay/long-text' }))).values),
    );
    const events = text.split('\n\n').slice(0, -1);

    expect(events.length).toBeGreaterThan(100);
    for (const event of events) {
      const [, type, data = ''] = /^event: (\w+)\ndata: (.+)$/.exec(event) ?? [];
      expect(JSON.parse(data)).toHaveProperty('type', type);
    }
    const padded = events.filter((event) => event.endsWith(' }')).length;
    expect(padded).toBeGreaterThan(events.length / 2);
    expect(padded).toBeLessThan(events.length);
  });

  it('says the same bytes to the same request and seed', () => {
    const request = asking('Why?', { model: 'replay/unicode' });
    const bytesOf = (seed: number): string =>
      Buffer.concat(outcome(replayBytes(structuredClone(request), { seed })).values).toString();

    expect(bytesOf(7)).toBe(bytesOf(7));
    expect(bytesOf(7)).not.toBe(bytesOf(8));
  });
});
