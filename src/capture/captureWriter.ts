import { maskSecrets } from '../convert/scrubSecrets.ts';
import { joined, linesOf, NEWLINE } from './bytes.ts';
import type { Capture, CapturedEnding, CapturedRead } from './Capture.ts';
import { endingMark, headMark, headerMark, readMark } from './captureMarks.ts';

/** Writes a capture down while it happens: each call gives the bytes to append to the file. */
export interface CaptureWriter {
  /** The first lines; to be called first. */
  open(about: Pick<Capture, 'model' | 'request'>): Uint8Array;
  head(head: NonNullable<Capture['head']>): Uint8Array;
  read(read: CapturedRead): Uint8Array;
  /** The last line. */
  close(ending: CapturedEnding): Uint8Array;
}

/**
 * Writes captures as event streams: what the upstream said, byte for byte, with comment lines that
 * tell when it came and how it was cut. So a capture is read by people, by this package and by any
 * other reader of event streams.
 *
 * ```text
 * : marblegate capture 1
 * : model claude-opus-5
 * : head 200 {"contentType":"text/event-stream","requestId":"req_1"}
 * : @412ms 166B                   a read of 166 bytes begins in the next line, 412 ms after the request
 * event: message_start
 * data: {"type":"message_start", …
 * : @640ms end                    or: left, or: error {"name":"ConnectionError", …
 * ```
 *
 * A line is held back until it is whole, so that a comment never stands inside of one and no secret
 * escapes by being cut. What looks like a credential is masked; so are the given secrets, however
 * they look. A mask is as long as what it hides.
 */
export function captureWriter(secrets: readonly string[] = []): CaptureWriter {
  let held: readonly Uint8Array[] = [];
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const clean = (text: string): string => maskSecrets(text, secrets);
  const mark = (text: string): Uint8Array => encoder.encode(`${text}\n`);

  const cleanLine = (line: Uint8Array): Uint8Array => {
    const text = decoder.decode(line);
    const cleaned = clean(text);
    return cleaned === text ? line : encoder.encode(cleaned);
  };

  return {
    open: ({ model, request }) =>
      mark(
        [
          headerMark,
          ...(model === undefined ? [] : [`: model ${JSON.stringify(model)}`]),
          ...(request === undefined ? [] : [`: request ${clean(JSON.stringify(request))}`]),
        ].join('\n'),
      ),
    head: (head) => mark(headMark(head)),
    read({ atMs, bytes }) {
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      const whole = end === 0 ? [] : linesOf(joined([...held, bytes.subarray(0, end)]));
      held = [...(end === 0 ? held : []), bytes.subarray(end)];
      return joined([mark(readMark(atMs, bytes.length)), ...whole.map(cleanLine)]);
    },
    close(ending) {
      const rest = cleanLine(joined(held));
      held = [];
      return joined([...(rest.length === 0 ? [] : [rest, mark('')]), mark(endingMark(ending))]);
    },
  };
}
