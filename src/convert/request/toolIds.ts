/**
 * Gives every tool call of a conversation an id Claude takes: of its alphabet, and used once.
 *
 * Clients count from `call_0` in every turn, or use the ids of other vendors. The id a client's
 * tool calls get in an answer is Claude's own and never passes through here.
 */
export class ToolIds {
  /** The ids in use, and how many calls of a turn wanted each. */
  readonly #counts = new Map<string, number>();

  /** @param fallback - for an id of which nothing is left; must itself be of the alphabet */
  assign(id: string, fallback: string): string {
    const base = id.replace(/[^a-zA-Z0-9_-]/g, '_') || fallback;
    let count = this.#counts.get(base);
    let unique = base;
    if (count !== undefined) {
      do {
        count += 1;
        unique = `${base}_${count}`;
      } while (this.#counts.has(unique));
      this.#counts.set(base, count);
    }
    this.#counts.set(unique, 1);
    return unique;
  }
}
