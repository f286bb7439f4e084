import { headEnd, headerOf } from './head.ts';

/** An answer's status and the bytes of its body, without head and chunk framing. */
export interface Answer {
  readonly status: number;
  readonly bodyBytes: number;
}

/**
 * Finds where an HTTP/1.1 answer ends, and what of its bytes is body.
 *
 * The load client must cost far less than the relays it loads, so it has no HTTP client: it counts.
 */
export class AnswerReader {
  /** Whether the server wants the connection closed after this answer. */
  closes = false;
  #status = 0;
  #bodyBytes = 0;
  #head: Buffer = Buffer.alloc(0);
  #state: 'head' | 'size' | 'sizeLine' | 'data' | 'dataEnd' | 'trailer' | 'sized' | 'over' = 'head';
  #left = 0;
  #lineLength = 0;
  readonly #onBody: ((bytes: Buffer) => void) | undefined;

  constructor(onBody?: (bytes: Buffer) => void) {
    this.#onBody = onBody;
  }

  /** Takes what a read brought; gives the answer when it is complete. */
  read(bytes: Buffer): Answer | undefined {
    const rest = this.#state === 'head' ? this.#readHead(bytes) : bytes;
    if (rest !== undefined) this.#readBody(rest);
    return this.#state === 'over'
      ? { status: this.#status, bodyBytes: this.#bodyBytes }
      : undefined;
  }

  #readHead(bytes: Buffer): Buffer | undefined {
    this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = headEnd(this.#head);
    if (end < 0) return undefined;
    const head = this.#head.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    this.closes = headerOf(head, 'connection') === 'close';
    const length = headerOf(head, 'content-length');
    if (headerOf(head, 'transfer-encoding') === 'chunked') this.#state = 'size';
    else if (length === undefined) throw new Error(`An answer without a length:\n${head}`);
    else {
      this.#left = Number(length);
      this.#state = this.#left === 0 ? 'over' : 'sized';
    }
    return this.#head.subarray(end);
  }

  #readBody(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && this.#state !== 'over') {
      switch (this.#state) {
        case 'data':
        case 'sized': {
          const taken = Math.min(this.#left, bytes.length - at);
          this.#onBody?.(bytes.subarray(at, at + taken));
          this.#bodyBytes += taken;
          this.#left -= taken;
          at += taken;
          if (this.#left === 0) this.#state = this.#state === 'data' ? 'dataEnd' : 'over';
          break;
        }
        default:
          this.#readFraming(bytes[at] ?? 0);
          at++;
      }
    }
  }

  #readFraming(byte: number): void {
    const lineEnds = byte === 0x0a;
    switch (this.#state) {
      case 'size': {
        const digit = hexDigit(byte);
        if (digit >= 0) this.#left = this.#left * 16 + digit;
        else if (lineEnds) this.#startChunk();
        else this.#state = 'sizeLine';
        return;
      }
      case 'sizeLine':
        if (lineEnds) this.#startChunk();
        return;
      case 'dataEnd':
        if (lineEnds) this.#state = 'size';
        return;
      case 'trailer':
        if (lineEnds && this.#lineLength === 0) this.#state = 'over';
        else if (lineEnds) this.#lineLength = 0;
        else if (byte !== 0x0d) this.#lineLength++;
        return;
      default:
        throw new Error(`Read past the end of an answer (${this.#state}).`);
    }
  }

  #startChunk(): void {
    this.#state = this.#left === 0 ? 'trailer' : 'data';
    this.#lineLength = 0;
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
