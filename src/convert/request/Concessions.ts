import type { RequestError } from '../../errors.ts';
import { unsupportedParameter, unsupportedValue } from './refusals.ts';

/** Where in the request a concession was made, if not at the parameter of its own name. */
export interface ConcessionPlace {
  readonly param?: string;
  /** What a strict relay says instead. */
  readonly refusal?: () => RequestError;
}

/** Where a value was changed: a strict relay names it, unless it has its own sentence. */
export type ChangedPlace = Pick<ConcessionPlace, 'param'> &
  ({ readonly value: unknown } | Required<Pick<ConcessionPlace, 'refusal'>>);

/** A response header is no place for a thousand words. */
const MOST_WARNINGS = 40;
/** Characters of one word. */
const LONGEST_WARNING = 80;

/**
 * Keeps account of what a request loses on its way to Claude: a warning each, or, for a strict
 * relay, a refusal at once.
 *
 * **Errors** – in strict mode every concession is a {@link RequestError}.
 */
export class Concessions {
  readonly #warnings: string[] = [];
  readonly #strict: boolean;

  constructor(unsupported: 'drop' | 'reject' = 'drop') {
    this.#strict = unsupported === 'reject';
  }

  /** Words for the `x-relay-warnings` header, each once, in the order they were earned. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** The parameter is not sent. */
  drop(what: string, place: ConcessionPlace = {}): void {
    if (this.#strict) throw place.refusal?.() ?? unsupportedParameter(place.param ?? what);
    this.#warn(`dropped:${what}`);
  }

  /** The nearest value Claude takes is sent. */
  clamp(what: string, place: ChangedPlace): void {
    if (this.#strict) throw refused(what, place);
    this.#warn(`clamped:${what}`);
  }

  /** The wish is put in other words. */
  rewrite(what: string, place: ChangedPlace): void {
    if (this.#strict) throw refused(what, place);
    this.#warn(`rewritten:${what}`);
  }

  #warn(word: string): void {
    if (this.#warnings.length >= MOST_WARNINGS) return;
    const warning = word
      .slice(0, LONGEST_WARNING)
      .toLowerCase()
      .replace(/[^a-z_.:-]/g, '_');
    if (!this.#warnings.includes(warning)) this.#warnings.push(warning);
  }
}

function refused(what: string, place: ChangedPlace): RequestError {
  return 'refusal' in place ? place.refusal() : unsupportedValue(place.param ?? what, place.value);
}
