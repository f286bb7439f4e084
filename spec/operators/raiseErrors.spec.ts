import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { UpstreamError } from '../../src/errors.ts';
import { raiseErrors } from '../../src/operators/index.ts';
import { claude, outcome } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const events = {
  S: claude.messageStart(),
  t: claude.text(0, 'Hi'),
  E: claude.streamError('overloaded_error', 'Overloaded'),
};

describe('raiseErrors', () => {
  it(
    'fails where Claude says it fails, and listens no more',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const claude$ = cold('  S-t-E-t-', events);
      const subscribed = '    ^---!   ';
      const expected = '      S-t-#   ';

      expectObservable(claude$.pipe(raiseErrors())).toBe(
        expected,
        events,
        new UpstreamError('Overloaded', { type: 'overloaded_error' }),
      );
      expectSubscriptions(claude$.subscriptions).toBe(subscribed);
    }),
  );

  it("keeps Claude's own words: type, message and finer reason", () => {
    const error = {
      type: 'invalid_request_error',
      message: 'Too long.',
      details: { error_code: 'prompt_too_long' },
    };

    expect(outcome(of({ type: 'error', error } as const).pipe(raiseErrors()))).toMatchObject({
      values: [],
      ending: 'error',
      error: {
        code: 'ERR_RELAY_UPSTREAM',
        type: 'invalid_request_error',
        message: 'Too long.',
        errorCode: 'prompt_too_long',
        status: undefined,
      },
    });
  });

  itBehavesLikeAnOperator(raiseErrors, {
    source: '  S-t-',
    says: { S: events.S, t: events.t },
    expected: 'S-t-',
    becomes: events,
  });
});
