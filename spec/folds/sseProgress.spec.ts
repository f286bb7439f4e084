import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { map, type Observable, scan } from 'rxjs';
import { type SseProgress, sseProgress } from '../../src/folds/sseProgress.ts';
import { claude, cut, toSseBytes } from '../../src/testing/index.ts';
import { marbles } from '../support/marbles.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sse = (...events: Parameters<typeof toSseBytes>[0]) => toSseBytes(events);

// prettier-ignore
const says = {
  S: sse(claude.messageStart()),
  t: sse(claude.text(0, 'event: error\ndata: {"type":"message_stop"}\n\n')),
  D: sse(claude.messageDelta('end_turn')),
  '0': sse(claude.messageDelta(null)),
  X: sse(claude.messageStop()),
  E: sse(claude.streamError('api_error', 'No')),
  x: bytes('data: {"type":"message_stop"}\r\n\r\n'),
  e: bytes('data: { "error" : {"type":"api_error"}}\r\r'),
  q: bytes('data: {"index":0,"type":"message_stop"}\n\n'),
  d: bytes('data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n'),
  z: bytes('data: {"error": null, "type": "ping"}\n\n'),
  c: bytes(': event: error\n\n'),
  n: bytes('event: error_of_tomorrow\ndata: {}\n\n'),
  '1': bytes('event: messa'), '2': bytes('ge_stop\nda'), '3': bytes('ta: {}\n'), '4': bytes('\n'),
  r: bytes('event: message_stop\r'), s: bytes('\ndata: {}\r'), u: bytes('\n\r'), v: bytes('\n'),
  k: bytes('event: message_stop\r\nda'), w: bytes('ta: {}\r\n\r\n'),
  l: bytes('data: {"type":"mess'), m: bytes('age_stop"}\n\n'),
};

/** A letter per read: what is known after it. */
const knowing =
  (letter: (progress: SseProgress) => string) =>
  (read$: Observable<Uint8Array>): Observable<string> =>
    read$.pipe(
      scan((progress, read) => sseProgress.next(progress, read), sseProgress.seed),
      map(letter),
    );

const over = ({ isOver }: SseProgress): string => (isOver ? 'o' : 'n');
const reason = ({ hasReason }: SseProgress): string => (hasReason ? 'o' : 'n');
const open = ({ isOpen, line }: SseProgress): string => (isOpen || line !== '' ? 'o' : 'n');
const error = ({ errorAt }: SseProgress): string => (errorAt === undefined ? 'n' : 'o');
const letters = { o: 'o', n: 'n' };

const cases: readonly (readonly [
  name: string,
  letter: (progress: SseProgress) => string,
  source: string,
  expected: string,
])[] = [
  ['is over with a message_stop', over, '           S-t-D-X|', '  n-n-n-o|'],
  ['is over with an error', over, '                 S-t-E|', '    n-n-o|'],
  ['stays over, whatever comes after that', over, '  X-c-S|', '    o-o-o|'],
  ['knows frames without names', over, '             S-x|', '      n-o|'],
  ['knows an error that is all that is said', over, 'S-e|', '      n-o|'],
  ['knows a type that comes later', over, '          S-q|', '      n-o|'],
  ['takes no comment for an error', over, '          c|', '        n|'],
  ['takes an error that is none for none', over, '    z|', '        n|'],
  ['takes no longer name for an error', over, '      n|', '        n|'],
  ['takes no text for what it quotes', over, '       t|', '        n|'],
  ['is not over before the blank line', over, '      1-2-3-4|', '  n-n-n-o|'],
  ['knows a type that was cut', over, '              l-m|', '      n-o|'],
  ['takes a cut return for one line end', over, '    r-s-u|', '    n-n-o|'],
  ['takes a return and its line feed for one', over, 'k-w|', '     n-o|'],
  ['knows that a reason was said', reason, '         S-D-X|', '    n-o-o|'],
  ['knows a reason without a name', reason, '        S-d|', '      n-o|'],
  ['is moved by no null', reason, '                  S-0|', '      n-n|'],
  ['knows whether a frame is under way', open, '     1-2-3-4|', '  o-o-o-n|'],
  ['has none under way between two', open, '         S-c|', '      n-n|'],
  ['has none under way when its return is cut', open, 'r-s-u-v|', '  o-o-n-n|'],
  ['tells of an error while it comes', error, '      S-E-c|', '    n-o-n|'],
  ['tells of no other', error, '                     1-n-t|', '    n-n-n|'],
];

describe('sseProgress', () => {
  for (const [name, letter, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        expectObservable(cold(source.trim(), says).pipe(knowing(letter))).toBe(
          expected.trim(),
          letters,
        );
      }),
    );
  }

  it('tells where an error begins, also when its name was cut', () => {
    const at = (...reads: readonly Uint8Array[]) =>
      reads.reduce((progress, read) => sseProgress.next(progress, read), sseProgress.seed).errorAt;

    expect(at(says.E)).toBe(0);
    expect(at(says.S, says.E)).toBe(says.S.length);
    expect(at(bytes(': c\n\nevent: err'), bytes('or\ndata: {"a'))).toBe(5);
    expect(at(bytes('event: error'))).toBeUndefined();
    expect(at(bytes('id: 1\nevent: error\n'), bytes('data: {'), bytes('}'))).toBe(0);
    expect(at(bytes('data: {"type":"error","error":{"message":"'))).toBe(0);
  });

  it('knows the same, wherever the bytes are cut', () => {
    for (const lineEnd of ['\n', '\r\n', '\r'] as const) {
      const whole = toSseBytes(
        [claude.messageStart(), claude.text(0, 'Grüße 🙂'), claude.messageDelta('end_turn')],
        { lineEnd, padding: 300 },
      );
      const known = (reads: readonly Uint8Array[]) => {
        const last = reads.reduce((state, read) => sseProgress.next(state, read), sseProgress.seed);
        return { ...last, frameAt: 0 };
      };
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 12 }),
          fc.integer({ min: 0, max: whole.length }),
          (places, length) => {
            const part = whole.subarray(0, length);
            expect(known(cut(part, ...places))).toEqual(known([part]));
          },
        ),
      );
    }
  });

  it('remembers no more of a line than it is known by', () => {
    const long = bytes(`data: {"a":"${'x'.repeat(10_000)}`);
    const { line } = sseProgress.next(sseProgress.next(sseProgress.seed, long), long);

    expect(line.length).toBeLessThanOrEqual(256);
  });

  it('never changes a state once it is given', () => {
    let state = sseProgress.seed;
    const given = [state];
    const asGiven = [structuredClone(state)];
    for (const read of Object.values(says)) {
      state = sseProgress.next(state, read);
      given.push(state);
      asGiven.push(structuredClone(state));
    }

    expect(given).toEqual(asGiven);
    expect(sseProgress.next(state, new Uint8Array())).toBe(state);
  });
});
