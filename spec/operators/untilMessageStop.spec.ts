import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { ProtocolError } from '../../src/errors.ts';
import { fused, mapMany, untilMessageStop } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

// prettier-ignore
const events = {
  S: claude.messageStart(), P: claude.messageStart({}, { stop_reason: 'end_turn' }),
  t: claude.text(0, 'Hi'),
  D: claude.messageDelta('end_turn'),
  d: claude.messageDelta(null),
  X: claude.messageStop(),
};

describe('untilMessageStop', () => {
  it(
    'completes at message_stop, and lets go of its source',
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const claude$ = hot('   S-t-D-X-t-  ', events);
      const subscribed = '    ^-----!     ';
      const expected = '      S-t-D-(X|)  ';

      expectObservable(claude$.pipe(untilMessageStop())).toBe(expected, events);
      expectSubscriptions(claude$.subscriptions).toBe(subscribed);
    }),
  );

  it(
    'completes at message_stop even where no reason was given',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  S-t-X   ', events);
      const expected = '      S-t-(X|)';

      expectObservable(claude$.pipe(untilMessageStop())).toBe(expected, events);
    }),
  );

  for (const [name, source, expected] of [
    ['supplies the message_stop a source forgot after its reason', ' S-t-D-|', 'S-t-D-(X|)'],
    ['takes a reason said at the start, or a later silence about it', 'P-t-d-|', 'P-t-d-(X|)'],
  ] as const) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        expectObservable(cold(source, events).pipe(untilMessageStop())).toBe(expected, events);
      }),
    );
  }

  for (const [name, source, expected] of [
    ['fails when the source ends first', '      S-t-|', 'S-t-#'],
    ['does not take a null for a reason', '     S-t-d|', 'S-t-d#'],
  ] as const) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        expectObservable(cold(source, events).pipe(untilMessageStop())).toBe(
          expected,
          events,
          ProtocolError.incomplete(),
        );
      }),
    );
  }

  it(
    'does not take a failure after the reason for an end',
    marbles(({ cold, expectObservable }) => {
      const claude$ = cold('  S-t-D-#', events);
      const expected = '      S-t-D-#';

      expectObservable(claude$.pipe(untilMessageStop())).toBe(expected, events);
    }),
  );

  it('tells whom it is fused with nothing after message_stop', () => {
    const heard: string[] = [];
    const talkative = mapMany<ClaudeEvent, ClaudeEvent>((event) =>
      event.type === 'message_stop' ? [event, events.t, event] : event,
    );
    const listening = mapMany<ClaudeEvent, ClaudeEvent>((event) => {
      heard.push(event.type);
      return event;
    });

    emitted(of(events.S, events.D, events.X).pipe(fused(talkative, untilMessageStop(), listening)));

    expect(heard).toEqual(['message_start', 'message_delta', 'message_stop']);
  });

  itBehavesLikeAnOperator(untilMessageStop, {
    source: '  S-t-D-',
    says: { S: events.S, t: events.t, D: events.D },
    expected: 'S-t-D-',
    becomes: events,
    empty: { expected: '--#', error: ProtocolError.incomplete() },
  });
});
