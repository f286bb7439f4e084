/** Hides secrets in one text that comes in pieces. */
export interface Hider {
  /** Takes a piece, and gives what can be told by now. */
  hide(piece: string): string;
  /** The text is over, or a pause has come that no secret spans: gives all that was held back. */
  flush(): string;
}
