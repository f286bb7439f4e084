import type { Hider } from './Hider.ts';
import type { Hiding } from './hideInText.ts';
import { type SecretFinder, secretFinder, type Span } from './secretFinder.ts';

/**
 * Hides secrets in JSON that comes in pieces, and leaves it JSON.
 *
 * Secrets are looked for in each string as it will be read, escapes undone; what is no secret is
 * told exactly as it came. Numbers and the marks between strings are not looked at: to hide those
 * would break what the client is about to parse.
 */
export function hideInJson({ replacement, ...secrets }: Hiding): Hider {
  const quoted = JSON.stringify(replacement).slice(1, -1);
  /** Set inside a string. */
  let finder: SecretFinder | undefined;
  /** How each undecided character was written. */
  let held: string[] = [];
  /** The beginning of an escape that was cut. */
  let escape = '';

  const told = (spans: readonly Span[]): string => {
    let text = '';
    let place = 0;
    for (const { length, isSecret } of spans) {
      text += isSecret ? quoted : held.slice(place, place + length).join('');
      place += length;
    }
    held = held.slice(place);
    return text;
  };

  return {
    hide(piece) {
      let text = '';
      let read = '';
      for (const unit of piece.split('')) {
        if (finder === undefined) {
          text += unit;
          if (unit === '"') finder = secretFinder(secrets);
        } else if (escape === '' && unit === '"') {
          text += told(finder.add(read, true)) + unit;
          read = '';
          finder = undefined;
        } else {
          escape += unit;
          if (!isWhole(escape)) continue;
          held.push(escape);
          read += meaning(escape);
          escape = '';
        }
      }
      return finder === undefined ? text : text + told(finder.add(read, false));
    },
    flush() {
      const text = finder === undefined ? '' : told(finder.add('', true));
      const rest = escape;
      escape = '';
      finder = finder && secretFinder(secrets);
      return text + rest;
    },
  };
}

/** One character as it stands in a string: by itself, or escaped. */
const isWhole = (written: string): boolean =>
  !written.startsWith('\\') || written.length === (written[1] === 'u' ? 6 : 2);

/** The one code unit it stands for. What is no proper escape stands for itself. */
function meaning(written: string): string {
  if (written.length === 1) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written.slice(-1);
  }
}
