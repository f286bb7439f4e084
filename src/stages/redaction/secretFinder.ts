/** The next characters of a text, about which all is known. */
export interface Span {
  /** UTF-16 code units. */
  readonly length: number;
  readonly isSecret: boolean;
}

/** What counts as a secret, and how long it is waited for. */
export interface SecretPatterns {
  readonly patterns: readonly RegExp[];
  /** Longest secret that is surely caught, in characters: as much of a text is held back. */
  readonly maxChars: number;
}

/** Finds secrets in a text that comes in pieces. */
export interface SecretFinder {
  /** Adds a piece, possibly the last one, and tells what is known now. */
  add(piece: string, isLast: boolean): readonly Span[];
}

/** A secret that is still growing is waited for, up to this many times `maxChars`. */
const GROWTH = 16;

/**
 * A finder for one text.
 *
 * A secret may be cut anywhere, so the last `maxChars` are always undecided. One that reaches the
 * end of what there is may go on; it waits until it does not, within a bound. Some of what was
 * decided is kept, for patterns that look behind.
 */
export function secretFinder({ patterns, maxChars }: SecretPatterns): SecretFinder {
  const global = patterns.map((pattern) => new RegExp(pattern, withFlag(pattern.flags)));
  let text = '';
  let decided = 0;

  return {
    add(piece, isLast) {
      text += piece;
      const spans: Span[] = [];
      const decide = (end: number, isSecret: boolean): void => {
        if (end > decided) spans.push({ length: end - decided, isSecret });
        decided = Math.max(decided, end);
      };
      const limit = isLast ? text.length : wholeAt(text, text.length - maxChars);
      for (;;) {
        const found = firstMatch(global, text, decided);
        if (found === undefined || found.start > limit) break;
        const length = found.end - found.start;
        const mayGrow = found.end === text.length && length < maxChars * GROWTH;
        if (mayGrow && !isLast) {
          decide(found.start, false);
          return forget(spans);
        }
        decide(found.start, false);
        decide(found.end, true);
      }
      decide(limit, false);
      return forget(spans);
    },
  };

  function forget(spans: readonly Span[]): readonly Span[] {
    const kept = Math.min(decided, maxChars);
    text = text.slice(decided - kept);
    decided = kept;
    return spans;
  }
}

interface Match {
  readonly start: number;
  readonly end: number;
}

/** The leftmost match of any pattern, the longest of those. */
function firstMatch(patterns: readonly RegExp[], text: string, from: number): Match | undefined {
  let first: Match | undefined;
  for (const pattern of patterns) {
    pattern.lastIndex = from;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const match = { start: found.index, end: pattern.lastIndex };
      if (match.end > match.start) {
        if (first === undefined || isBefore(match, first)) first = match;
        break;
      }
      // A match of nothing hides nothing, and would be found for ever.
      pattern.lastIndex += 1;
    }
  }
  return first;
}

const isBefore = (one: Match, other: Match): boolean =>
  one.start < other.start || (one.start === other.start && one.end > other.end);

/** With `g` a search begins where the last one ended; with `y` it would not go on from there. */
const withFlag = (flags: string): string => `${flags.replaceAll(/[gy]/g, '')}g`;

/** A place that does not cut a character in two. */
function wholeAt(text: string, place: number): number {
  const isInside = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(place - 1, place + 1));
  return Math.max(0, isInside ? place - 1 : place);
}
