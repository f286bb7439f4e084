import { describe, expect, it } from '@jest/globals';
import type { ClaudeUsage } from '../../src/claude/events.ts';
import { tokenUsage } from '../../src/folds/index.ts';
import { claude } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';
import { marbles } from '../support/marbles.ts';
import { remembering } from '../support/remembering.ts';

const { messageDelta, messageStart, text } = claude;

describe('tokenUsage', () => {
  it(
    'replaces totals, never adds them',
    marbles(({ cold, expectObservable }) => {
      const events$ = cold('  S-t-D-d|', {
        S: messageStart(),
        t: text(0, 'Hi'),
        D: messageDelta(null, { output_tokens: 25 }),
        d: messageDelta('end_turn', { input_tokens: 12, output_tokens: 40 }),
      });
      const expected = '      S-S-D-d|';

      expectObservable(events$.pipe(remembering(tokenUsage))).toBe(expected, {
        S: { input_tokens: 10, output_tokens: 1 },
        D: { input_tokens: 10, output_tokens: 25 },
        d: { input_tokens: 12, output_tokens: 40 },
      });
    }),
  );

  const after = (usage: ClaudeUsage | null | undefined) =>
    tokenUsage.next(
      { input_tokens: 10, output_tokens: 1 },
      { type: 'message_delta', delta: {}, ...(usage !== undefined && { usage }) },
    );

  it.each<readonly [string, ClaudeUsage | null | undefined, ClaudeUsage]>([
    [
      'what is null',
      { input_tokens: null, output_tokens: 2 },
      { input_tokens: 10, output_tokens: 2 },
    ],
    [
      'what is left out',
      { cache_read_input_tokens: 3 },
      { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 3 },
    ],
    ['everything when all is null', null, { input_tokens: 10, output_tokens: 1 }],
    ['everything when all is left out', undefined, { input_tokens: 10, output_tokens: 1 }],
    ['nothing that turned 0', { input_tokens: 0 }, { input_tokens: 0, output_tokens: 1 }],
  ])('keeps %s', (_, usage, expected) => {
    expect(after(usage)).toEqual(expected);
  });

  it('replaces what is nested as a whole', () => {
    const known = after({
      output_tokens_details: { thinking_tokens: 5 },
      iterations: [{ type: 'message' }],
    });

    expect(
      tokenUsage.next(
        known,
        messageDelta(null, { output_tokens_details: { thinking_tokens: 9 }, iterations: [] }),
      ),
    ).toMatchObject({ output_tokens_details: { thinking_tokens: 9 }, iterations: [] });
  });

  it('is not harmed by the name of a prototype', () => {
    const usage = JSON.parse(
      '{"__proto__": {"input_tokens": 7}, "output_tokens": 2}',
    ) as ClaudeUsage;

    expect(after(usage)).toMatchObject({ input_tokens: 10, output_tokens: 2 });
    expect({}).not.toHaveProperty('input_tokens');
  });

  itIsAFold(tokenUsage, [
    messageStart(),
    messageDelta(null),
    messageDelta('end_turn', { output_tokens: 9 }),
  ]);
});
