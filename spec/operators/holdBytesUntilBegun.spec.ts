import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from } from 'rxjs';
import { ProtocolError, UpstreamError } from '../../src/errors.ts';
import { holdBytesUntilBegun } from '../../src/operators/holdBytesUntilBegun.ts';
import { claude, cut, outcome, toSse, toSseBytes } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const start = toSse([claude.messageStart()]);

// prettier-ignore
const says = {
  p: bytes(toSse([claude.ping()])),
  S: bytes(start.slice(0, 30)), s: bytes(start.slice(30)),
  t: bytes(toSse([claude.text(0, 'Hi')])),
  u: bytes('event: brand_new\ndata: {}\n\n'),
  E: bytes(toSse([claude.streamError('overloaded_error', 'Overloaded')])),
};

describe('holdBytesUntilBegun', () => {
  it(
    'holds everything until the first event is whole, and then holds nothing',
    marbles(({ cold, expectObservable }) => {
      const bytes$ = cold('  p-S-s----t-E-|', says);
      const expected = '     ----(pSs)t-E-|';

      expectObservable(bytes$.pipe(holdBytesUntilBegun())).toBe(expected, says);
    }),
  );

  it(
    'takes an event it does not know for a beginning',
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold('-u|', says).pipe(holdBytesUntilBegun())).toBe('-u|', says);
    }),
  );

  it(
    'fails with an error that comes first, pings apart',
    marbles(({ cold, expectObservable }) => {
      const overloaded = new UpstreamError('Overloaded', { type: 'overloaded_error' });
      const bytes$ = cold('  p-E-', says);
      const expected = '     --# ';

      expectObservable(bytes$.pipe(holdBytesUntilBegun())).toBe(expected, {}, overloaded);
    }),
  );

  it(
    'does not take pings, or half an event, for an answer',
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold('p-S|', says).pipe(holdBytesUntilBegun())).toBe(
        '---#',
        {},
        ProtocolError.incomplete(),
      );
    }),
  );

  it('does not wait for a first event without end', () => {
    const endless = bytes(`data: ${'x'.repeat(2000)}`);

    expect(
      outcome(from([endless]).pipe(holdBytesUntilBegun({ maxEventBytes: 1000 }))).error,
    ).toMatchObject({ reason: 'invalid' });
  });

  it('changes no byte, wherever they are cut', () => {
    const whole = toSseBytes([claude.ping(), ...claude.message('end_turn', claude.textStart(0))]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 8 }),
        (places) => {
          const { values } = outcome(from(cut(whole, ...places)).pipe(holdBytesUntilBegun()));
          const told = values.flatMap((piece) => [...piece]);

          expect(told).toEqual([...whole]);
        },
      ),
    );
  });

  itBehavesLikeAnOperator(holdBytesUntilBegun, {
    source: '  u-t-',
    says: { u: says.u, t: says.t },
    expected: 'u-t-',
    becomes: says,
    empty: { expected: '--#', error: ProtocolError.incomplete() },
  });
});
