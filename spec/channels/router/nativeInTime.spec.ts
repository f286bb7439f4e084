import { describe, it } from '@jest/globals';
import type { Observable } from 'rxjs';
import { map, of } from 'rxjs';
import type { Channel, NativeCall } from '../../../src/channels/Channel.ts';
import { routedChannel } from '../../../src/channels/router/routedChannel.ts';
import type { ClaudeEvent } from '../../../src/claude/events.ts';
import { TimeoutError, UpstreamError } from '../../../src/errors.ts';
import { claude } from '../../../src/testing/index.ts';
import { marbles } from '../../support/marbles.ts';

const call = (more: object = {}, endpoint: NativeCall['endpoint'] = '/v1/messages'): NativeCall => {
  const body = {
    model: 'claude-a',
    max_tokens: 1,
    messages: [{ role: 'user', content: 'Hi' }],
    ...more,
  } as unknown as NativeCall['body'];
  return {
    endpoint,
    query: '',
    body,
    bytes: new Uint8Array(),
    betas: [],
    headers: {},
    demand$: of(true),
    onHead: () => undefined,
  };
};

const native = (answer$: Observable<string>): Channel => ({
  name: 'own',
  messages: () => {
    throw new Error('is not asked');
  },
  native: () => answer$,
  models: () => of([]),
});
const retold = (claude$: Observable<ClaudeEvent>, count$: Observable<number> = of(1)): Channel => ({
  name: 'cloud',
  messages: () => claude$,
  countTokens: () => count$,
  models: () => of([]),
});

const spare = native(of('spare'));
const two = (channel: Channel, firstEventMs: number): Channel =>
  routedChannel([
    { name: 'first', channel, firstEventMs },
    { name: 'spare', channel: spare, priority: 1 },
  ]);
const letters = { a: 'answer', s: 'spare' };
const ask = (channel: Channel, asked: NativeCall): Observable<string> =>
  (channel.native?.(asked) ?? of('')).pipe(map((piece) => String(piece)));

describe('nativeInTime', () => {
  for (const [what, asked, answer, expected] of [
    ['a stream', call({ stream: true }), '6ms (a|)', '5ms (s|)'],
    ['a stream that begins', call({ stream: true }), '4ms a 9s |', '4ms a 9s |'],
    // 28.125 ms for a token, whole milliseconds, on top
    ['one piece', call(), '35ms (a|)', '34ms (s|)'],
    ['one piece in time', call(), '33ms (a|)', '33ms (a|)'],
    ['a longer piece in time', call({ max_tokens: 128_000 }), '59m (a|)', '59m (a|)'],
    ['a piece of an hour', call({ max_tokens: 1e9 }), '3600006ms (a|)', '3600005ms (s|)'],
    ['a length that is none', call({ max_tokens: {} }), '6ms (a|)', '5ms (s|)'],
    ['a count', call({}, '/v1/messages/count_tokens'), '6ms (a|)', '5ms (s|)'],
  ] as const) {
    it(
      `gives ${what} so long, and then asks the next`,
      marbles(({ cold, expectObservable }) => {
        const answer$ = cold(answer, letters);

        expectObservable(ask(two(native(answer$), 5), asked)).toBe(expected, letters);
      }),
    );
  }

  it(
    'waits for ever where it is told to',
    marbles(({ cold, expectObservable }) => {
      expectObservable(ask(two(native(cold('900m (a|)', letters)), 0), call())).toBe(
        '900m (a|)',
        letters,
      );
    }),
  );

  it(
    'looks for the beginning of what is told anew, also in one piece',
    marbles(({ cold, expectObservable }) => {
      const says = {
        p: claude.ping(),
        S: claude.messageStart(),
        D: claude.messageDelta('end_turn'),
        X: claude.messageStop(),
      };
      const whole = { '{': 'told' };
      const told = (claude$: Observable<ClaudeEvent>) =>
        ask(two(retold(claude$), 5), call({ max_tokens: 100_000 })).pipe(
          map((text) => (text.startsWith('{') ? 'told' : text)),
        );

      expectObservable(told(cold('p-p-p-S', says))).toBe('5ms (s|)', letters);
      expectObservable(told(cold('p-S 9s D-X|', says))).toBe('3ms 9s --({|)', whole);
    }),
  );

  it(
    'asks nobody else for what has begun to be told, in whatever form',
    marbles(({ cold, expectObservable }) => {
      const broken = new UpstreamError('Overloaded', { type: 'overloaded_error', status: 529 });
      const says = { S: claude.messageStart() };
      const channel = retold(cold('-S-#', says, broken));

      expectObservable(ask(two(channel, 5), call())).toBe('---#', {}, broken);
    }),
  );

  it(
    'gives a count that is told anew so long, too',
    marbles(({ cold, expectObservable }) => {
      const channel = retold(of(), cold<number>('6ms (a|)', { a: 7 }));
      const late = new TimeoutError('The upstream did not begin to answer in 5 ms.');
      const asked = call({}, '/v1/messages/count_tokens');
      const alone = routedChannel([{ name: 'only', channel, firstEventMs: 5 }]);

      expectObservable(ask(alone, asked)).toBe('5ms #', {}, late);
    }),
  );
});
