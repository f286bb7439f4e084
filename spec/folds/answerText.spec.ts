import { describe, expect, it } from '@jest/globals';
import { from, map } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { endsBlank } from '../../src/folds/answerText.ts';
import { answerText } from '../../src/folds/index.ts';
import { claude, emitted } from '../../src/testing/index.ts';
import { itIsAFold } from '../support/itIsAFold.ts';
import { marbles } from '../support/marbles.ts';
import { remembering } from '../support/remembering.ts';

// T U V open texts, t u say a letter of them, s a space; A opens a tool, M a thought, N something else.
// prettier-ignore
const events = {
  T: claude.textStart(0), t: claude.text(0, 'a'), s: claude.text(0, 'a \n'), e: claude.text(0, ''),
  U: claude.textStart(2), u: claude.text(2, 'b'), v: claude.text(2, '\tb'),
  V: claude.textStart(1), B: claude.toolStart(3, 'g'),
  A: claude.toolStart(1, 'f'), M: claude.thinkingStart(1), N: claude.unknownBlock(1, 'x'),
  '.': claude.blockStop(0),
};

const cases: readonly (readonly [name: string, source: string, leads: string])[] = [
  ['joins what one block says', '            T-t-t|', '       o-o-o|'],
  ['joins texts in a row', '                 T-t-V-U-u|', '   o-o-o-o-o|'],
  ['parts texts with a waiting tool between', 'T-t-U-u|', '   o-o-o-n|'],
  ['hears late of a tool that waited', '     T-t-U-u-A-u|', ' o-o-o-n-n-o|'],
  ['parts texts that open together', '       T-A-U-t-u|', '   o-o-o-o-n|'],
  ['does not part what is resumed', '        T-t-A-U-u-B-t|', 'o-o-o-o-n-n-o|'],
  ['does not part what goes on after that', '    T-t-A-U-u-t-u|', '  o-o-o-o-n-o-o|'],
  ['parts texts with a tool between', '      T-t-A-U-u|', '   o-o-o-o-n|'],
  ['parts texts with a thought between', '   T-t-M-U-u|', '   o-o-o-o-n|'],
  ['parts texts with anything between', '    T-t-N-U-u|', '   o-o-o-o-n|'],
  ['parts them once', '                      T-t-A-U-u-u|', ' o-o-o-o-n-o|'],
  ['parts nothing from nothing', '           T-e-A-U-u|', '   o-o-o-o-o|'],
  ['parts nothing that space parts', '       T-s-A-U-u|', '   o-o-o-o-o|'],
  ['parts nothing that begins with space', ' T-t-A-U-v|', '   o-o-o-o-o|'],
  ['parts nothing within a block', '         T-t-A-t|', '     o-o-o-o|'],
];

describe('answerText', () => {
  for (const [name, source, expected] of cases) {
    it(
      name,
      marbles(({ cold, expectObservable }) => {
        const lead$ = cold(source, events).pipe(
          remembering(answerText()),
          map(({ lead }) => lead),
        );

        expectObservable(lead$).toBe(expected, { o: '', n: '\n\n' });
      }),
    );
  }

  const lengthOf = (said: readonly ClaudeEvent[], separator?: string) =>
    emitted(from(said).pipe(remembering(answerText(separator)))).at(-1)?.length;

  it('parts texts as it is told', () => {
    const said = [events.t, events.A, events.u];
    const leadWith = (separator: string) =>
      emitted(from(said).pipe(remembering(answerText(separator)))).at(-1)?.lead;

    expect(leadWith(' – ')).toBe(' – ');
    expect(leadWith('')).toBe('');
  });

  it.each([
    ['letters', 'abc', 3],
    ['what is written with accents', 'é', 1],
    ['characters outside the plane', '🙂北', 2],
    ['several of them together', '👩‍👩‍👧', 5],
    ['half a character', '\uD83D', 1],
    ['half a character before a whole one', '\uD83Da', 2],
    ['halves in the wrong order', '\uDE42\uD83D', 2],
    ['nothing', '', 0],
  ])('counts %s in code points', (_, said, length) => {
    expect(lengthOf([claude.text(0, said)])).toBe(length);
    expect(length).toBe(Array.from(said).length);
  });

  it('takes for white space what JavaScript does', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => `a${String.fromCharCode(unit)}`);

    expect(units.filter(endsBlank)).toEqual(units.filter((text) => /\s$/.test(text)));
    expect(endsBlank('')).toBe(false);
  });

  it('counts what parts the texts, too', () => {
    expect(lengthOf([events.t, events.A, events.u])).toBe(4);
    expect(lengthOf([events.t, events.A, events.u], '')).toBe(2);
  });

  itIsAFold(answerText(), [events.T, events.t, events.A, events.U, events.u]);
});
