import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { concat, from, NEVER, type Observable, throwError } from 'rxjs';
import { ConnectionError, ProtocolError, ToldError } from '../../src/errors.ts';
import { completeBytes, type CompleteBytesOptions } from '../../src/operators/completeBytes.ts';
import { claude, cut, cutEverywhere, outcome, toSse, toSseBytes } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sse = (...events: Parameters<typeof toSse>[0]) => toSse(events);
const textOf = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString();

const stop = sse(claude.messageStop());
const error = sse(claude.streamError('authentication_error', 'The key hunter2 is not known.'));

// prettier-ignore
const says = {
  S: bytes(sse(claude.messageStart())),
  t: bytes(sse(claude.text(0, 'The key hunter2'))),
  D: bytes(sse(claude.messageDelta('end_turn'))),
  X: bytes(stop),
  E: bytes(error), e: bytes(error.slice(0, 60)), f: bytes(error.slice(60)),
  u: bytes(error.replace('hunter2', '***')),
  h: bytes(sse(claude.text(0, 'half')).slice(0, 50)),
  l: bytes(sse(claude.text(0, 'whole')).slice(0, -1)),
  x: bytes(stop.slice(0, -1)), y: bytes(stop.slice(0, -2)), z: bytes(stop.slice(0, -4)),
  n: bytes('\n'), b: bytes('\n\n'), c: bytes('\nevent: ping\n\n'),
};
const hide = (text: string): string => text.replaceAll('hunter2', '***');
const broken = new ConnectionError('The connection to the upstream broke.');
const incomplete = ProtocolError.incomplete();
const told = new ToldError('The key *** is not known.', { type: 'authentication_error' });

const cases: readonly (readonly [
  name: string,
  source: string,
  expected: string,
  error?: unknown,
])[] = [
  ['passes on a stream that says its end', '       S-t-D-X---|', 'S-t-D-X---|'],
  ['passes on what comes after that', '            S-X-t|', '    S-X-t|'],
  ['supplies an end that was left out', '          S-t-D|', '    S-t-D(X|)'],
  ['lets an end without its blank line be', '      S-t-D-x|', '  S-t-D-x|'],
  ['lets an end without its line end be', '        S-t-D-y|', '  S-t-D-y|'],
  ['says an end that was cut anew', '              S-t-D-z|', '  S-t-D-z(cX|)'],
  ['fails after no reason', '                      S-t|', '      S-t#', incomplete],
  ['closes a frame that was cut', '                S-h|', '      S-h(c#)', incomplete],
  ['closes a frame that lacks its blank line', '   S-l|', '      S-l(n#)', incomplete],
  ['closes a frame the connection broke in', '     S-h-#', '     S-h-(c#)', broken],
  ['closes nothing that is closed', '              S-t-#', '     S-t-#', broken],
  ['fails after a reason that broke off', '        S-D-#', '     S-D-#', broken],
  ['does not mind what breaks after the end', '    S-X-#', '     S-X-|'],
  ['holds an error until it is whole, and hides', '  S-e-f|', '  S---u#', told],
  ['fails with the error only when all is said', '    S-E-t-|', ' S-u-t-#', told],
  ['says nothing else of what breaks after it', '     S-E-#', '   S-u-#', told],
  ['hides nothing in what is no error', '          S-t-X|', '    S-t-X|'],
  ['does not say an error that was cut', '         S-e|', '      S--(c#)', incomplete],
  ['does not say an error that broke off', '       S-e-#', '    S---(c#)', broken],
];

const everyCut = (whole: Uint8Array) => Array.from(whole, (_, at) => cut(whole, at));

describe('completeBytes', () => {
  for (const [name, source, expected, failure] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        const bytes$ = cold(source.trim(), says, broken);

        expectObservable(bytes$.pipe(completeBytes({ hide }))).toBe(expected.trim(), says, failure);
      }),
    );
  }

  const heard = (pieces: readonly Uint8Array[], options: CompleteBytesOptions = { hide }) => {
    const { values, ...ending } = outcome(from(pieces).pipe(completeBytes(options)));
    return { ...ending, text: textOf(values) };
  };

  it('tells what comes before an error at once', () => {
    const begun = bytes(textOf([says.S, says.e]));
    const waiting$: Observable<Uint8Array> = concat(from([begun]), NEVER);
    const heard: Uint8Array[] = [];
    waiting$
      .pipe(completeBytes({ hide }))
      .subscribe({ next: (piece) => heard.push(piece), error: () => undefined })
      .unsubscribe();

    expect(textOf(heard)).toBe(textOf([says.S]));
  });

  it('hides in an error wherever it is cut, and however it is named', () => {
    const unnamed = error.replace(/^event: .*\n/, '');
    for (const form of [error, unnamed, unnamed.replaceAll('\n', '\r\n')]) {
      const whole = bytes(textOf([says.S, says.t, bytes(form)]));
      for (const pieces of [...everyCut(whole), cutEverywhere(whole)]) {
        expect(heard(pieces).text).toBe(textOf([says.S, says.t, bytes(hide(form))]));
      }
    }
  });

  it('says an error whose end is left out, so that it can be read', () => {
    for (const [left, added] of [
      [1, '\n'],
      [2, '\n\n'],
    ] as const) {
      const { text, error: failure } = heard([bytes(error.slice(0, -left))]);
      expect(failure).toEqual(told);
      expect(text).toBe(hide(error.slice(0, -left)) + added);
    }
  });

  it('takes for an error what is named so, and nothing else', () => {
    const failureOf = (frame: string) => heard([says.S, bytes(`${frame}\n\n`), says.X]).error;

    expect(failureOf('event: error\ndata: <html>')).toMatchObject({ type: 'api_error' });
    expect(failureOf('data: {"error":{"message":"Oh","status":"INTERNAL"}}')).toEqual(
      new ToldError('Oh', { type: 'INTERNAL' }),
    );
    expect(failureOf('data: {"error":null}')).toBeUndefined();
  });

  it('waits for no error without end', () => {
    const endless = bytes(`event: error\ndata: ${'x'.repeat(2000)}`);

    expect(heard([endless], { maxEventBytes: 1000 }).error).toMatchObject({ reason: 'invalid' });
  });

  it('changes no byte of a whole stream, wherever it is cut', () => {
    const whole = toSseBytes([
      claude.ping(),
      ...claude.message('end_turn', claude.textStart(0), claude.text(0, 'Grüße 🙂')),
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 8 }),
        (places) => {
          const { values, error: failure } = outcome(
            from(cut(whole, ...places)).pipe(completeBytes()),
          );

          expect(failure).toBeUndefined();
          expect(Buffer.concat(values).equals(whole)).toBe(true);
        },
      ),
    );
  });

  it('leaves what is said next readable, wherever the stream was cut', () => {
    const whole = textOf([says.S, says.t, says.t]);
    for (let length = 1; length < whole.length; length += 1) {
      const broken$ = concat(
        from([bytes(whole.slice(0, length))]),
        throwError(() => broken),
      );
      const { values } = outcome(broken$.pipe(completeBytes()));
      const frames = `${textOf(values)}event: error\ndata: {}\n\n`.split('\n\n');

      expect(frames.at(-2)).toMatch(/^\n?event: error\ndata: \{\}$/);
      for (const frame of frames.slice(0, -2).filter((one) => one.includes('data:'))) {
        const isWhole = whole.includes(`${frame.trim()}\n\n`);
        expect(isWhole || frame.endsWith('event: ping')).toBe(true);
      }
    }
  });

  itBehavesLikeAnOperator(completeBytes, {
    source: '  S-t-',
    says: { S: says.S, t: says.t },
    expected: 'S-t-',
    becomes: says,
    empty: { expected: '--#', error: incomplete },
  });
});
