/**
 * Where turns of Claude's are kept between the requests of one conversation.
 *
 * Both sides are texts: what is kept is nobody's to change, and costs the same wherever it lies. A
 * store may forget at any time; what it gives back is checked against the history a client sends.
 */
export interface TurnStore {
  /** What is kept under these keys, in their order; undefined where there is nothing. */
  get(
    keys: readonly string[],
  ): readonly (string | undefined)[] | Promise<readonly (string | undefined)[]>;
  /** Keeps a turn, in place of what was there. A promise is waited for, though not for long. */
  set(key: string, turn: string): unknown;
  /** Lets go of whatever the store holds open. */
  close?(): unknown;
}
