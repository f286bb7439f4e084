import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { ProtocolError } from '../../src/errors.ts';
import { parseEvents, type SseMessage } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const message = (json: unknown, event = '', closed = true): SseMessage => ({
  event,
  data: typeof json === 'string' ? json : JSON.stringify(json),
  closed,
});

const events = { p: claude.ping(), t: claude.text(0, 'Hi'), X: claude.messageStop() };
// prettier-ignore
const messages = {
  p: message(events.p, 'ping'), t: message(events.t, 'content_block_delta'), X: message(events.X),
  n: message({ type: 'brand_new' }, 'brand_new'),
  d: message('[DONE]'), e: message('', 'ping'),
  i: message('{"type":"pi'), c: message('{"type":"pi', 'ping', false),
};

describe('parseEvents', () => {
  it(
    'reads an event from each message',
    marbles(({ cold, expectObservable }) => {
      const messages$ = cold('p-t-X|', messages);
      const expected = '      p-t-X|';

      expectObservable(messages$.pipe(parseEvents())).toBe(expected, events);
    }),
  );

  it(
    'leaves out what it does not know, what is empty, and a foreign [DONE]',
    marbles(({ cold, expectObservable }) => {
      const messages$ = cold('n-t-e-d-X|', messages);
      const expected = '      --t-----X|';

      expectObservable(messages$.pipe(parseEvents())).toBe(expected, events);
    }),
  );

  it(
    'fails when an event is not JSON',
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const messages$ = cold('t-i-t', messages);
      const subscribed = '    ^-!  ';
      const expected = '      t-#  ';

      expectObservable(messages$.pipe(parseEvents())).toBe(
        expected,
        events,
        new ProtocolError('invalid', 'The upstream sent an event that is not JSON.'),
      );
      expectSubscriptions(messages$.subscriptions).toBe(subscribed);
    }),
  );

  it(
    'takes a last message that was cut for none',
    marbles(({ cold, expectObservable }) => {
      const messages$ = cold('t-c|', messages);
      const expected = '      t--|';

      expectObservable(messages$.pipe(parseEvents())).toBe(expected, events);
    }),
  );

  it.each([
    ['the name where the JSON has no type', message({}, 'ping'), [events.p]],
    ['the type where there is no name', message(events.t), [events.t]],
    ['the type where name and type differ', message(events.t, 'ping'), [events.t]],
    ['a last message that is whole, though not closed', message(events.X, '', false), [events.X]],
    ['JSON that is no object', message('7', 'ping'), []],
    ['the name of a prototype', message({}, '__proto__'), []],
  ])('believes %s', (_, source, expected) => {
    expect(emitted(of(source).pipe(parseEvents()))).toEqual(expected);
  });

  itBehavesLikeAnOperator(parseEvents, {
    source: '  p-n-t-',
    says: { p: messages.p, n: messages.n, t: messages.t },
    expected: 'p---t-',
    becomes: events,
  });
});
