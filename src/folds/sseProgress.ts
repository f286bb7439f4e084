import type { Fold } from './Fold.ts';

/** How far an event stream has come, as far as that can be seen without reading its events. */
export interface SseProgress {
  /** Bytes so far. */
  readonly bytes: number;
  /** The beginning of the line under way, a character a byte; empty between lines. */
  readonly line: string;
  /** Whether the frame under way has a line already. */
  readonly isOpen: boolean;
  /** What the frame under way is, as far as it has said; empty until then. */
  readonly name: string;
  /** How many bytes came before the frame under way. */
  readonly frameAt: number;
  /** How many bytes came before the first error that the last bytes are of; undefined for none. */
  readonly errorAt: number | undefined;
  /** Whether the stream has said its last: a `message_stop` or an `error`, whole. */
  readonly isOver: boolean;
  /** Whether it was said why the message ends. */
  readonly hasReason: boolean;
  /** Whether the last byte was a `\r`, which a `\n` may complete. */
  readonly afterReturn: boolean;
}

/** As much of a line as tells what it is, in bytes. */
const KNOWN_BY = 256;

const LF = 0x0a;
const CR = 0x0d;
const D = 0x64;

/**
 * Watches the bytes of a stream go by, cut anywhere.
 *
 * ```text
 * source    event: mess|age_stop⏎data: {"ty|pe":"message_stop"}⏎⏎
 * name      ''          message_stop         ''
 * isOver    false       false                true
 * ```
 *
 * Only the beginnings of lines are looked at, and those of data only where no `event:` line has told
 * what they are or where they may tell why a message ends. So it costs little, and remembers little
 * however long a line is.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export const sseProgress: Fold<SseProgress, Uint8Array> = {
  seed: {
    bytes: 0,
    line: '',
    isOpen: false,
    name: '',
    frameAt: 0,
    errorAt: undefined,
    isOver: false,
    hasReason: false,
    afterReturn: false,
  },
  next(before, read) {
    if (read.length === 0) return before;
    let { line, isOpen, name, frameAt, isOver, hasReason } = before;
    let errorAt = name === 'error' ? before.errorAt : undefined;
    let at = before.afterReturn && read[0] === LF ? 1 : 0;
    let returnAt = -1;

    while (at < read.length) {
      if (returnAt < at) returnAt = placeOf(read, CR, at);
      const end = Math.min(placeOf(read, LF, at), returnAt);
      if (end > at) line = lengthened(line, name, read, at, end);
      const isWhole = end < read.length;

      if (line !== '') {
        if (isWhole) isOpen = true;
        name = named(line, name, isWhole);
        if (name === 'error') errorAt ??= frameAt;
        if (isWhole && name === 'message_delta' && saysWhy.test(line)) hasReason = true;
      } else if (isWhole) {
        if (name === 'message_stop' || name === 'error') isOver = true;
        isOpen = false;
        name = '';
      }
      if (!isWhole) break;
      line = '';
      at = read[end] === CR && read[end + 1] === LF ? end + 2 : end + 1;
      if (!isOpen) frameAt = before.bytes + at;
    }
    return {
      bytes: before.bytes + read.length,
      line,
      isOpen,
      name,
      frameAt,
      errorAt,
      isOver,
      hasReason,
      afterReturn: read.at(-1) === CR,
    };
  },
};

/** Where a byte comes next; the end where it does not. */
function placeOf(read: Uint8Array, byte: number, from: number): number {
  const place = read.indexOf(byte, from);
  return place < 0 ? read.length : place;
}

/** The beginning of a line with what has come of it; a letter stands for a line nobody asks about. */
function lengthened(line: string, name: string, read: Uint8Array, at: number, end: number): string {
  const isSkipped = name !== '' && !askedAbout.has(name) && (line === '' || line === SKIPPED);
  if (isSkipped && (line === SKIPPED || read[at] === D)) return SKIPPED;
  return line + latin1.decode(read.subarray(at, Math.min(end, at + KNOWN_BY - line.length)));
}

/** A letter for each byte, whatever it is of: names and types are letters of ASCII. */
const latin1 = new TextDecoder('latin1');

const SKIPPED = 'd';
/** Whose data is looked at. */
const askedAbout: ReadonlySet<string> = new Set(['message_delta', 'message_stop']);

/** What the frame is, now that this much of a line is known. */
function named(line: string, name: string, isWhole: boolean): string {
  if (line.startsWith('event:')) return isWhole ? line.slice('event:'.length).trim() : name;
  if (name !== '' || !line.startsWith('data:')) return name;
  const [, error, type = ''] = told.exec(line) ?? [];
  return error ?? type;
}

/** Some gateways leave the `event:` line out. Quotes within a text are escaped, and not found. */
const told = /^data:\s*\{\s*"(error)"\s*:\s*[^\sn]|"type"\s*:\s*"(\w+)"/;
const saysWhy = /"stop_reason"\s*:\s*"/;
