import type { ClaudeEvent } from '../claude/events.ts';
import { deltaIn, ordinaryDelta, type StringReader, unquoted } from '../convert/cutDelta.ts';
import { noteSpelling } from '../convert/spelling.ts';
import { decodeSse, type DecodeSseOptions } from '../operators/decodeSse.ts';
import { fusible, type FusibleOperator, linkOf } from '../operators/fused.ts';
import { parseEvents } from '../operators/parseEvents.ts';

/**
 * Reads Claude's events from bytes: `decodeSse` and `parseEvents` in one, at a fraction of their cost.
 *
 * Messages that are ordinary deltas, whole within one read and spelled as Claude's API spells them
 * are cut out of the bytes; all else goes through the two operators. What comes of it is the same
 * (`spec/channels/readEvents.spec.ts`).
 *
 * **Errors** – those of `decodeSse` and `parseEvents`.
 */
export function readEvents(options?: DecodeSseOptions): FusibleOperator<Uint8Array, ClaudeEvent> {
  return fusible((downstream, life) => {
    const parse = linkOf(parseEvents())(downstream, life);
    const others = linkOf(decodeSse(options))(parse, life);
    const strings = new ReadStrings();
    /** Whether the operators stand between two messages. The first is theirs: a mark may precede it. */
    let isBetween = false;

    /** Gives the operators all that stands in front of the next delta. @returns where that is */
    function giveOthers(bytes: Buffer, text: string, from: number): number {
      const end = text.indexOf(`\n\n${frame}`, from);
      const to = end < 0 ? text.length : end + 2;
      isBetween = end >= 0 || text.endsWith('\n\n');
      others.next(bytes.subarray(from, to));
      return to;
    }

    return {
      next(read) {
        const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
        // A character for each byte: places in one are places in the other.
        const text = bytes.toString('latin1');
        strings.of(bytes, text);
        let at = isBetween ? 0 : giveOthers(bytes, text, 0);
        while (at < text.length) {
          deltaMessage.lastIndex = at;
          const end = deltaMessage.test(text) ? deltaMessage.lastIndex : undefined;
          const event = end && deltaIn(text, at + FRAME_CHARS, end, strings);
          if (event) {
            downstream.next(event);
            at = end;
          } else {
            at = giveOthers(bytes, text, at);
          }
        }
        // A stream may say nothing for long: what it said is not kept meanwhile.
        strings.of(none, '');
      },
      complete() {
        others.complete();
      },
    };
  });
}

const none: Buffer = Buffer.alloc(0);
const frame = 'event: content_block_delta\ndata: ';
const FRAME_CHARS = frame.length;
const deltaMessage = new RegExp(`${frame}${ordinaryDelta}\n\n`, 'y');

/** Strings of JSON in what was read, whose spelling is noted for those who write them. */
class ReadStrings implements StringReader {
  #bytes = none;
  #text = '';

  of(bytes: Buffer, text: string): void {
    this.#bytes = bytes;
    this.#text = text;
  }

  read(from: number, to: number): string | undefined {
    const json = this.#text.slice(from - 1, to + 1);
    const said = special.test(json) ? this.#parsed(json, from, to) : json.slice(1, -1);
    if (said !== undefined) noteSpelling(said, json);
    return said;
  }

  #parsed(json: string, from: number, to: number): string | undefined {
    if (!wide.test(json)) return unquoted(json);
    const text = this.#bytes.toString('utf8', from - 1, to + 1);
    // Bytes that are no characters are not passed on.
    return text.includes('\ufffd') ? undefined : unquoted(text);
  }
}

/** What is not said by the bytes as they are. */
const special = /[\\\u0080-\u00ff]/;
const wide = /[\u0080-\u00ff]/;
