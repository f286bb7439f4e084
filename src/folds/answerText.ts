import type { ClaudeEvent } from '../claude/events.ts';
import type { Fold } from './Fold.ts';
import { withEntry } from './withEntry.ts';

/** The text of the answer so far, measured rather than kept. */
export interface AnswerText {
  /** Unicode code points said so far, separators included. */
  readonly length: number;
  /** What must precede the text of the latest event: a separator, or nothing. */
  readonly lead: string;
  /** Whether the text so far ends in white space. */
  readonly endsBlank: boolean;
  /** The highest number of a block that has spoken. */
  readonly block: number;
  /**
   * Number of each text block → number of the first in its row of text blocks; every other number is
   * something else's.
   */
  readonly texts: ReadonlyMap<number, number>;
}

/**
 * Where the answer's text stands, and what keeps two texts apart.
 *
 * Consecutive text blocks are one text (cited answers are cut mid-sentence), so they are joined with
 * nothing. Two texts that a tool, a thought or a search stood between are two texts, and get a blank
 * line unless there is white space already.
 *
 * ```text
 * source    T0-t"a"-T1-t"b"-A2-T3-t"c"-|
 * lead         ""      ""         "\n\n"
 * ```
 *
 * Expects settled blocks (`settleBlocks`). What stands between is told by the numbers, since a tool that
 * waits for its turn is heard of only later.
 *
 * @param separator - put between two texts that something else stood between
 */
export const answerText = (separator = '\n\n'): Fold<AnswerText> => ({
  seed: { length: 0, lead: '', endsBlank: true, block: -1, texts: new Map() },
  next(text, event) {
    if (event.type === 'content_block_start') {
      return event.content_block.type === 'text' ? withText(text, event.index) : text;
    }
    const news = textOf(event);
    if (news === '') return text;
    const { index } = event as { readonly index: number };
    const lead = isApart(text, index) && !text.endsBlank && !isBlankAt(news, 0) ? separator : '';
    return {
      length: text.length + lead.length + codePoints(news),
      lead,
      endsBlank: endsBlank(news),
      block: Math.max(text.block, index),
      texts: text.texts,
    };
  },
});

const withText = (text: AnswerText, index: number): AnswerText => ({
  ...text,
  texts: withEntry(text.texts, index, text.texts.get(index - 1) ?? index),
});

/** Whether a block begins to speak, and something other than text stands before it. */
const isApart = ({ block, texts }: AnswerText, index: number): boolean =>
  index > block + 1 && (texts.get(index - 1) ?? index) > block + 1;

const textOf = (event: ClaudeEvent): string =>
  event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? event.delta.text : '';

/** Whether a text ends in white space. */
export const endsBlank = (text: string): boolean => isBlankAt(text, text.length - 1);

function isBlankAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  // Tab to carriage return, and the space. An expression is for the other twenty.
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return /\s/.test(text.charAt(at));
}

/** An astral character is two code units in JavaScript and one character to everybody else. */
const codePoints = (text: string): number => {
  let count = text.length;
  // V8 keeps most texts in bytes, and knows without a look that there is none in those.
  if (!astral.test(text)) return count;
  let isAfterHigh = false;
  for (let at = 0; at < text.length; at += 1) {
    const half = text.charCodeAt(at) & 0xfc00;
    if (isAfterHigh && half === LOW) count -= 1;
    isAfterHigh = half === HIGH;
  }
  return count;
};
const astral = /[\ud800-\udbff]/;
const HIGH = 0xd800;
const LOW = 0xdc00;
