import { joined, linesOf, NEWLINE } from './bytes.ts';
import type { Capture, CapturedRead } from './Capture.ts';
import { headerMark, type Mark, readMarkLine } from './captureMarks.ts';

/**
 * Reads what `marblegate record` wrote, also where the recording broke off.
 *
 * Any other event stream – the output of `curl -N`, a fixture – is read as one whose time nobody
 * took: every message in a piece of its own, all at 0 ms.
 */
export function readCapture(file: Uint8Array | string): Capture {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const lines = linesOf(bytes);
  const [first] = lines;
  if (first === undefined || textOf(first) !== headerMark) return { reads: messagesOf(lines) };

  const said: Uint8Array[] = [];
  const marks: Mark[] = [];
  for (const line of lines) {
    const mark = markOf(line);
    if (mark === undefined) said.push(line);
    else marks.push(mark);
  }
  const facts = Object.assign({}, ...marks.map(factOf)) as Omit<Capture, 'reads'>;
  return { ...facts, reads: readsOf(joined(said), marks) };
}

const textOf = (line: Uint8Array): string => new TextDecoder().decode(line).replace(/\r?\n$/, '');

const COLON = 0x3a;

const markOf = (line: Uint8Array): Mark | undefined =>
  line[0] === COLON ? readMarkLine(textOf(line)) : undefined;

function factOf(mark: Mark): Omit<Capture, 'reads'> {
  switch (mark.is) {
    case 'model':
      return { model: mark.model };
    case 'request':
      return { request: mark.request };
    case 'head':
      return { head: mark.head };
    case 'ending':
      return { ending: mark.ending };
    case 'header':
    case 'read':
      return {};
  }
}

/** Cuts what was said as it was cut. Whoever edits a capture by hand need not count. */
function readsOf(said: Uint8Array, marks: readonly Mark[]): readonly CapturedRead[] {
  const counted = marks.filter((mark) => mark.is === 'read');
  const reads: CapturedRead[] = [];
  let from = 0;
  for (const [nth, { atMs, length }] of counted.entries()) {
    const isLast = nth === counted.length - 1;
    const to = isLast && !isClosingLine(said, from + length) ? said.length : from + length;
    if (from < said.length) reads.push({ atMs, bytes: said.subarray(from, to) });
    from = to;
  }
  return reads;
}

/** Whether the rest is the line feed that the writer put after a line that was torn. */
const isClosingLine = (said: Uint8Array, from: number): boolean =>
  said.length === from + 1 && said[from] === NEWLINE;

function messagesOf(lines: readonly Uint8Array[]): readonly CapturedRead[] {
  const reads: CapturedRead[] = [];
  let message: Uint8Array[] = [];
  const tell = () => {
    if (message.length > 0) reads.push({ atMs: 0, bytes: joined(message) });
    message = [];
  };
  for (const line of lines) {
    message.push(line);
    if (textOf(line) === '') tell();
  }
  tell();
  return reads;
}
