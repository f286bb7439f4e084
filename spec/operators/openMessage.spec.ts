import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { openMessage } from '../../src/operators/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const textBlock = { type: 'text', text: 'so far' } as const;
const toolBlock = { type: 'tool_use', id: 'toolu_9', name: 'now', input: { zone: 1 } } as const;

// S starts a message, F one that is filled with blocks A and B, N one that nobody named.
// prettier-ignore
const events = {
  S: claude.messageStart(),
  F: claude.messageStart({}, { content: [textBlock, toolBlock] }),
  A: claude.blockStart(0, textBlock), a: claude.blockStop(0),
  B: claude.blockStart(1, toolBlock), b: claude.blockStop(1),
  N: { type: 'message_start', message: { id: '', model: '' } } as const,
  R: claude.messageStart({ output_tokens: 7 }),
  u: { type: 'message_delta', delta: {}, usage: { input_tokens: 10, output_tokens: 7 } } as const,
  Q: claude.messageStart({}, { usage: null }),
  O: claude.messageStart({ output_tokens: 9 }, { id: 'msg_other' }),
  o: { type: 'message_delta', delta: {}, usage: { input_tokens: 10, output_tokens: 9 } } as const,
  t: claude.text(0, 'Hi'),
  p: claude.ping(),
  E: claude.streamError('overloaded_error', 'Overloaded'),
  D: claude.messageDelta('end_turn'),
  X: claude.messageStop(),
};

const cases: readonly (readonly [name: string, source: string, expected: string])[] = [
  ['passes an ordinary message', '                     S-t-D-X|', 'S-t-D-X|'],
  ['tells content that came with the start as blocks', 'F-------t-D-X|', '(SAaBb)-t-D-X|'],
  ['starts a message that did not start', '            t---D-X|', '(Nt)D-X|'],
  ['starts a message that only stops', '               X---|', '(NX)|'],
  ['hears of a repeated start only what it cost', '    S-t-R-D|', 'S-t-u-D|'],
  ['says nothing of a repeated start that cost nothing', 'S-t-Q-D|', 'S-t---D|'],
  ['hears nothing of another message that starts', '   S-t-O-D|', 'S-t---D|'],
  ['hears what a message that starts late costs', '    t---O-D|', '(Nt)o-D|'],
  ['does not take a sign of life for a message', '     p-S-t-D|', 'p-S-t-D|'],
  ['does not take an error for a message', '           E-|', 'E-|'],
];

describe('openMessage', () => {
  for (const [name, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        expectObservable(cold(source, events).pipe(openMessage())).toBe(expected, events);
      }),
    );
  }

  it('passes the very start of an ordinary message', () => {
    expect(emitted(of(events.S).pipe(openMessage()))[0]).toBe(events.S);
  });

  it('leaves the message it was given as it is', () => {
    const filled = structuredClone(events.F);

    emitted(of(events.F).pipe(openMessage()));
    expect(events.F).toEqual(filled);
  });

  itBehavesLikeAnOperator(openMessage, {
    source: '  S-t-R-',
    says: { S: events.S, t: events.t, R: events.R },
    expected: 'S-t-u-',
    becomes: events,
  });
});
