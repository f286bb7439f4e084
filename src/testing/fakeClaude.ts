import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { standIn } from './standIn.ts';

/** What a fake Claude does with one request. When it returns, the answer ends – unless it was left open. */
export type Script = (reply: FakeReply, call: FakeCall) => void | Promise<void>;

/**
 * How an exchange ended: `answered` to the end; `broken` off by the script; or the caller `left`
 * before the answer was whole.
 */
export type FakeEnding = 'answered' | 'broken' | 'left';

/** One request, as it came, and what became of it. */
export interface FakeCall {
  readonly method: string;
  readonly path: string;
  /** Lower-case names. */
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text as JSON; undefined if it is none. */
  readonly body: unknown;
  /** Bytes of the answer written so far: handed over, not necessarily read by the other end. */
  readonly written: number;
  /** Settles when the exchange is over. */
  readonly closed: Promise<FakeEnding>;
  /** Settles when the script has returned or thrown; a script that hangs never does. */
  readonly played: Promise<void>;
  /** Ends what {@link FakeReply.pour} pours. */
  stop(): void;
}

/** The pen of a script. Whatever is written is on its way before the promise settles. */
export interface FakeReply {
  /** Status and headers; a plain event stream unless said otherwise. Sent at once. */
  head(status?: number, headers?: Readonly<Record<string, string>>): void;
  /** Writes, under back-pressure: it settles when the connection has taken all of it. */
  write(...pieces: readonly (string | Uint8Array)[]): Promise<void>;
  /** Writes the same again and again, as fast as it is taken, until stopped or left alone. */
  pour(piece: string | Uint8Array): Promise<void>;
  /** Closes the connection in the middle of the answer. */
  cut(): void;
  /** Resets the connection (RST) in the middle of the answer. */
  reset(): void;
  /** Leaves the exchange as it is, for good. Settles when the caller has left. */
  hang(): Promise<void>;
}

/** A server in Claude's place. */
export interface FakeClaude {
  readonly url: string;
  /** All requests so far. */
  readonly calls: readonly FakeCall[];
  /** Waits for the n-th request, from 0. */
  call(nth?: number): Promise<FakeCall>;
  /** Closes the server and all its connections. */
  close(): Promise<void>;
}

/**
 * Starts a fake Claude on a free port of this machine.
 *
 * A real server on a real socket: what it is sent, what it can write and how its connection ends are
 * what Claude would see. It has no clock; every wait is for a state.
 *
 * @param scripts - one for each request, in order; the last one serves all that follow
 */
export async function fakeClaude(...scripts: readonly [Script, ...Script[]]): Promise<FakeClaude> {
  let count = 0;
  const { url, visits, visit, close } = await standIn((request, text, response) => {
    const { method = '', url: path = '', headers } = request;
    const script = scripts[Math.min(count, scripts.length - 1)] ?? scripts[0];
    count += 1;
    return play(script, response, { method, path, headers, text, body: parsed(text) });
  });
  return {
    url,
    calls: visits,
    call: visit,
    async close() {
      for (const call of visits) call.stop();
      await close();
    },
  };
}

type Asked = Pick<FakeCall, 'method' | 'path' | 'headers' | 'text' | 'body'>;

function play(script: Script, response: ServerResponse, asked: Asked): FakeCall {
  let written = 0;
  let isStopped = false;
  let isBroken = false;
  const closed = new Promise<FakeEnding>((resolve) => {
    response.once('close', () => {
      resolve(isBroken ? 'broken' : response.writableFinished ? 'answered' : 'left');
    });
  });

  const reply: FakeReply = {
    head(status = 200, headers = { 'content-type': 'text/event-stream; charset=utf-8' }) {
      response.writeHead(status, headers);
      response.flushHeaders();
    },
    async write(...pieces) {
      for (const piece of pieces) {
        if (response.destroyed) return;
        if (!response.headersSent) reply.head();
        const taken = new Promise<void>((resolve) => {
          response.write(piece, () => {
            resolve();
          });
        });
        written += Buffer.byteLength(piece);
        await Promise.race([taken, closed]);
      }
    },
    async pour(piece) {
      while (!isStopped && !response.destroyed) await reply.write(piece);
    },
    cut() {
      isBroken = true;
      response.destroy();
    },
    reset() {
      isBroken = true;
      response.socket?.resetAndDestroy();
    },
    async hang() {
      await closed;
    },
  };
  const call: FakeCall = {
    ...asked,
    get written() {
      return written;
    },
    closed,
    played: run(),
    stop() {
      isStopped = true;
    },
  };
  return call;

  async function run(): Promise<void> {
    // The call exists before its script begins, so that the script may look at it.
    await Promise.resolve();
    try {
      await script(reply, call);
    } finally {
      if (!response.destroyed) response.end();
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
