import { headEnd, headerOf } from './head.ts';

/** Tells when a request has arrived whole, keeping nothing of its body. */
export class RequestReader {
  #head: Buffer = Buffer.alloc(0);
  #left = 0;

  /** How many requests these bytes complete. Keep-alive clients send one at a time. */
  read(bytes: Buffer): number {
    let complete = 0;
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, rest.length);
        this.#left -= taken;
        rest = rest.subarray(taken);
        if (this.#left === 0) complete++;
        continue;
      }
      this.#head = this.#head.length === 0 ? rest : Buffer.concat([this.#head, rest]);
      const end = headEnd(this.#head);
      if (end < 0) break;
      const head = this.#head.toString('latin1', 0, end);
      const length = headerOf(head, 'content-length');
      if (length === undefined && headerOf(head, 'transfer-encoding') !== undefined) {
        throw new Error('The upstream of the bench only reads requests that say their length.');
      }
      this.#left = Number(length ?? 0);
      rest = this.#head.subarray(end);
      this.#head = Buffer.alloc(0);
      if (this.#left === 0) complete++;
    }
    return complete;
  }
}
