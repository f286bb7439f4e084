import type { Hider } from './Hider.ts';
import { secretFinder, type SecretPatterns, type Span } from './secretFinder.ts';

/** What is hidden, and behind what. */
export interface Hiding extends SecretPatterns {
  readonly replacement: string;
}

/**
 * Hides secrets in plain text.
 *
 * @param note - is told of each part, as it was and as it is told
 */
export function hideInText(
  { replacement, ...secrets }: Hiding,
  note: (was: string, is: string) => void = () => undefined,
): Hider {
  let finder = secretFinder(secrets);
  let held = '';
  const told = (spans: readonly Span[]): string => {
    let text = '';
    let place = 0;
    for (const { length, isSecret } of spans) {
      const was = held.slice(place, place + length);
      const is = isSecret ? replacement : was;
      note(was, is);
      text += is;
      place += length;
    }
    held = held.slice(place);
    return text;
  };
  return {
    hide(piece) {
      held += piece;
      return told(finder.add(piece, false));
    },
    flush() {
      const text = told(finder.add('', true));
      finder = secretFinder(secrets);
      return text;
    },
  };
}

/** A text that is there as a whole, without its secrets. */
export function hideIn(text: string, hiding: Hiding): string {
  const hider = hideInText(hiding);
  return hider.hide(text) + hider.flush();
}
