import type { Answer } from '../wire/AnswerReader.ts';

export interface Asked {
  readonly port: number;
  readonly request: Uint8Array;
}

export interface Load extends Asked {
  readonly concurrency: number;
  /** How many requests to make before stopping. */
  readonly requests: number;
  /** Stop making requests after so long, however many are left. */
  readonly withinMs: number;
  /** The process whose CPU is read. */
  readonly pid: number;
  /** What every body must measure, in bytes. */
  readonly bodyBytes: number;
}

export interface Loaded {
  readonly requests: number;
  /** Answers that failed, had another status than 200, or another length. */
  readonly wrong: number;
  readonly seconds: number;
  /** CPU seconds of the loaded process, from the first request to the last byte. */
  readonly cpuSeconds: number;
}

export interface Watch extends Asked {
  readonly streams: number;
  readonly windowMs: number;
  readonly pid: number | undefined;
  /** Further streams opened one after the other, to see how soon they speak. */
  readonly probes: number;
}

/** Times in microseconds. */
export interface Watched {
  readonly events: number;
  readonly silent: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly latencyP50: number;
  readonly latencyP99: number;
  readonly firstTextP50: number;
  readonly firstTextP99: number;
}

export type ClientDuties = {
  /** One answer, read whole. */
  read(asked: Asked): Promise<Answer & { readonly body: string }>;
  /** The same request over and over, on so many connections. */
  load(load: Load): Promise<Loaded>;
  /** Reads stamped streams for a while, and measures how late each stamp is. */
  watch(watch: Watch): Promise<Watched>;
  /** Opens streams, keeps them open, and says how many have spoken. */
  hold(asked: Asked & { readonly streams: number }): Promise<number>;
  /** Leaves all streams that are held; the monotonic microsecond at which the first was left. */
  leave(question: null): number;
  /** Opens a stream and stops reading it after its first bytes. */
  stall(asked: Asked): Promise<void>;
  /** Reads a stalled stream on, to its end. */
  finish(withinMs: number): Promise<Answer | undefined>;
};
