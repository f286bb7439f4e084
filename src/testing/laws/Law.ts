/** What a stream's reader asked for, and how the stream came to its end. */
export interface StreamContext {
  /** The request said `stream_options.include_usage`. @defaultValue false */
  readonly includeUsage?: boolean;
  /** The request said `functions`, the deprecated form. @defaultValue false */
  readonly legacyFunctions?: boolean;
  /**
   * The stream broke off: what there is must be the lawful beginning of a stream, and must not
   * pretend to be a whole one. @defaultValue false
   */
  readonly cutShort?: boolean;
}

/** Something every stream obeys, whatever it says. */
export interface Law<Stream> {
  /** The number of the invariant, where it has one, and the law in words. */
  readonly name: string;
  /** True, or what in the stream breaks the law. */
  holds(stream: Stream, context: StreamContext): true | string;
}

/** The laws a stream breaks, each with what breaks it. */
export function breaches<Stream>(
  laws: readonly Law<Stream>[],
  stream: Stream,
  context: StreamContext,
): readonly string[] {
  return laws.flatMap(({ name, holds }) => {
    const verdict = holds(stream, context);
    return verdict === true ? [] : [`${name}: ${verdict}`];
  });
}

/** True when all items pass; otherwise what is wrong with the first that does not, and its number. */
export function every<T>(items: readonly T[], judge: (item: T) => true | string): true | string {
  for (const [nth, item] of items.entries()) {
    const verdict = judge(item);
    if (verdict !== true) return `${verdict} (#${nth})`;
  }
  return true;
}

/** A value as a verdict shows it. */
export const show = (value: unknown): string =>
  value === undefined ? 'missing' : JSON.stringify(value);
