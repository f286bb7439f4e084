import { describe, it } from '@jest/globals';
import { ProtocolError, UpstreamError } from '../../src/errors.ts';
import { holdUntilBegun } from '../../src/operators/holdUntilBegun.ts';
import { claude } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

// prettier-ignore
const events = {
  p: claude.ping(),
  S: claude.messageStart(),
  t: claude.text(0, 'Hi'),
  E: claude.streamError('overloaded_error', 'Overloaded'),
};
const overloaded = new UpstreamError('Overloaded', { type: 'overloaded_error' });

describe('holdUntilBegun', () => {
  it(
    'holds pings until the first event, and then holds nothing',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  p-p-S----t-p|', events);
      const expected = '      ----(ppS)t-p|';

      expectObservable(claude$.pipe(holdUntilBegun())).toBe(expected, events);
    }),
  );

  it(
    'fails with an error that comes first, pings apart',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  p-E-', events);
      const expected = '      --# ';

      expectObservable(claude$.pipe(holdUntilBegun())).toBe(expected, {}, overloaded);
    }),
  );

  it(
    'passes on an error that comes later',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  S-E-|', events);
      const expected = '      S-E-|';

      expectObservable(claude$.pipe(holdUntilBegun())).toBe(expected, events);
    }),
  );

  it(
    'does not take pings for an answer',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  p-p|', events);
      const expected = '      ---#';

      expectObservable(claude$.pipe(holdUntilBegun())).toBe(
        expected,
        {},
        ProtocolError.incomplete(),
      );
    }),
  );

  itBehavesLikeAnOperator(holdUntilBegun, {
    source: '  S-t-',
    says: events,
    expected: 'S-t-',
    becomes: events,
    empty: { expected: '--#', error: ProtocolError.incomplete() },
  });
});
