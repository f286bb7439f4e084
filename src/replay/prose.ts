import type { Random } from './seededRandom.ts';

const sentences = [
  'A marble diagram is read from left to right, like a sentence.',
  'Each glyph on the line is a value, and the distance between two of them is time.',
  'What opens must close, and what closes says why.',
  'A slow reader holds the whole road, which is as it should be.',
  'The first block may be a thought, a word or a call; the count of calls starts at zero all the same.',
  'Nothing is added to a total twice, for totals are repeated and not summed.',
  'When the listener leaves, the speaker hears of it and stops.',
  'An ending is told, never guessed.',
  'Between two words there may be any number of pings, and none of them means a thing.',
  'Bytes are cut wherever the network likes: inside a line, an escape, or a character.',
] as const;

/** Sentences on end, in paragraphs, of at least so many characters. */
export function prose(random: Random, chars: number): string {
  let text = '';
  while (text.length < chars) {
    const gap = text === '' ? '' : random.int(1, 6) === 1 ? '\n\n' : ' ';
    text += gap + random.pick(sentences);
  }
  return text;
}
