import { describe, expect, it } from '@jest/globals';
import { EMPTY, NEVER, type Observable, of, throwError, timer } from 'rxjs';
import type { ClaudeBlock, ClaudeEvent } from '../../src/claude/events.ts';
import { fused } from '../../src/operators/fused.ts';
import { keepContent } from '../../src/operators/keepContent.ts';
import { mapMany } from '../../src/operators/mapMany.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

// prettier-ignore
const events = {
  S: claude.messageStart(),
  T: claude.textStart(0), t: claude.text(0, 'Hi'), '.': claude.blockStop(0),
  D: claude.messageDelta('end_turn'), E: claude.streamError('overloaded_error', 'Overloaded'),
  X: claude.messageStop(),
};

const full$ = throwError(() => new Error('full'));

describe('keepContent', () => {
  it('hands over the content, block for block', () => {
    const kept: (readonly ClaudeBlock[])[] = [];
    const { S, T, t, '.': stop, D, X } = events;

    emitted(of(S, T, t, t, stop, D, X).pipe(keepContent((content) => void kept.push(content))));

    expect(kept).toEqual([[{ type: 'text', text: 'HiHi', citations: null }]]);
  });

  for (const [name, keep$, source, expected] of [
    ['goes on at once where there is nothing to wait for', undefined, ' S-D-X', 'S-D-(X|)'],
    ['goes on when it was kept at once', EMPTY, '                   S-D-X', 'S-D-(X|)'],
    ['holds the end back until it is kept', timer(3), '               S-D-X', 'S-D----(X|)'],
    ['holds it for as long as that takes', NEVER, '                   S-D-X', 'S-D-'],
    ['waits for the source’s end where there is no other', timer(3), ' S-D-|', 'S-D----|'],
    ['keeps nothing that was cut off', timer(3), '                    S-T-|', 'S-T-|'],
    ['keeps nothing that failed', timer(3), '                         S-D-#', 'S-D-#'],
    ['lets an error pass', timer(3), '                                S-E-', ' S-E-'],
    ['fails where keeping fails', full$, '        S-D-X', 'S-D-#'],
  ] as const) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        const keeping: Observable<unknown> | undefined = keep$;
        expectObservable(cold(source.trim(), events).pipe(keepContent(() => keeping))).toBe(
          expected.trim(),
          events,
          ...(keep$ === full$ ? [new Error('full')] : []),
        );
      }),
    );
  }

  it(
    'lets go of its source at the end, and of what it waits for when nobody listens',
    marbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const claude$ = hot(' S-D-X-t-', events);
      const heard = '       ^---!    ';
      const keeping$ = cold('--------');
      const kept = '        ----^-!  ';
      const listening = '   ^-----!  ';

      expectObservable(claude$.pipe(keepContent(() => keeping$)), listening).toBe('S-D-', events);
      expectSubscriptions(claude$.subscriptions).toBe(heard);
      expectSubscriptions(keeping$.subscriptions).toBe(kept);
    }),
  );

  it(
    'takes nothing more after the end, also of an operator it is fused with',
    marbles(({ hot, cold, expectObservable }) => {
      const talkative = mapMany<ClaudeEvent, ClaudeEvent>((event) =>
        event.type === 'message_stop' ? [event, claude.text(0, 'and?')] : event,
      );
      const claude$ = hot(' S-D-X----', events);
      const expected = '    S-D---(X|)';
      const kept$ = cold('--|');

      expectObservable(
        claude$.pipe(
          fused(
            talkative,
            keepContent(() => kept$),
          ),
        ),
      ).toBe(expected, events);
    }),
  );

  itBehavesLikeAnOperator(() => keepContent(() => undefined), {
    source: '  S-T-t-.-D-',
    says: events,
    expected: 'S-T-t-.-D-',
    becomes: events,
  });
});
