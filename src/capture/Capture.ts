/** What an upstream said to one request, and when: enough to hear it again. */
export interface Capture {
  /** The model that was asked for. */
  readonly model?: string;
  /** What Claude was asked; left out where bodies are not kept. */
  readonly request?: unknown;
  /** Head of the answer, as far as it is kept. */
  readonly head?: CapturedHead;
  readonly reads: readonly CapturedRead[];
  /** Missing where the recording itself broke off, or where there is none of the time. */
  readonly ending?: CapturedEnding;
}

export interface CapturedHead {
  readonly status: number;
  readonly contentType?: string;
  readonly requestId?: string;
}

/** What came in one piece. */
export interface CapturedRead {
  /** Milliseconds since the request was sent. */
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/** How it was over: the upstream's end, an error, or our reader's leaving. */
export interface CapturedEnding {
  /** Milliseconds since the request was sent. */
  readonly atMs: number;
  readonly how: 'end' | 'left' | 'error';
  /** Set when `how` is `error`. */
  readonly error?: CapturedError;
}

/** An error as it can be written down. */
export interface CapturedError {
  readonly name: string;
  readonly message: string;
  /** Claude's own error type. */
  readonly type?: string;
  /** HTTP status of the upstream's answer. */
  readonly status?: number;
  /** Of a `ProtocolError`. */
  readonly reason?: 'incomplete' | 'invalid';
}
