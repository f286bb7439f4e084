/** How the upstream answers from now on. */
export type Behaviour =
  /** A whole answer of so many events, in one write. */
  | { readonly kind: 'burst'; readonly events: number }
  /** One event per write and `everyMs`, without an end; every text carries the time it was sent. */
  | { readonly kind: 'paced'; readonly everyMs: number }
  /** Text as fast as it is taken, `bytes` of it. */
  | { readonly kind: 'firehose'; readonly bytes: number }
  /** One text, then silence. */
  | { readonly kind: 'silent' };

/** What the upstream has seen since it was last told how to behave. */
export interface Tally {
  readonly open: number;
  /** Streams the relay left before their end. */
  readonly left: number;
  /** Monotonic microseconds at which the last of them was left. */
  readonly lastLeftUs: number;
  /** Bytes the kernel has taken from us. */
  readonly bytes: number;
}

export type UpstreamDuties = {
  port(question: null): Promise<number>;
  behave(behaviour: Behaviour): void;
  tally(question: null): Tally;
};
