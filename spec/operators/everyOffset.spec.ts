import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, type Observable, of, throwError } from 'rxjs';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { ConnectionError, ProtocolError } from '../../src/errors.ts';
import { claudeToOpenAI, decodeSse, encodeSse, parseEvents } from '../../src/operators/index.ts';
import { outcome, type Outcome, type SseForm, toSse, toSseBytes } from '../../src/testing/index.ts';
import { cutCall, oddStreams, regularStreams } from '../support/fixtureStreams.ts';

const streams: Readonly<Record<string, readonly ClaudeEvent[]>> = {
  ...regularStreams,
  ...oddStreams,
  'a call cut by the limit': cutCall,
};
const crlf: SseForm = { lineEnd: '\r\n' };
const unnamed: SseForm = { eventLines: false, padding: 3 };

describe.each<[name: string, form?: SseForm]>([
  ['text', crlf],
  ['no content'],
  ['two parallel tools'],
  ['a tool without arguments', unnamed],
  ['thinking, then two tools', unnamed],
  ['text, tool, text, tool'],
  ['two tools that take turns', crlf],
  ["Claude's own search, then a cited text"],
  ['unicode'],
  ['refusal', unnamed],
  ['a call cut by the limit'],
  ['the end in two deltas', crlf],
])('an upstream that says %s', (name, form = {}) => {
  const events = streams[name] ?? [];
  const bytes = toSseBytes(events, form);
  const whole = told(of(bytes));
  const broken = new ConnectionError('cut');

  it('is told whole', () => {
    expect(whole.ending).toBe('complete');
    expect(whole.values.join('')).toBeOpenAIStream({ includeUsage: true });
  });

  it('may close after any number of bytes: a whole answer once a reason came, else a failure', () => {
    const reasonAt = endOfReason(events, form);

    expect(
      faults(bytes, EMPTY, ({ values, ending, error }, offset) =>
        offset < reasonAt
          ? error instanceof ProtocolError && isUnfinishedBeginning(values, whole.values)
          : ending === 'complete' &&
            // The totals may still rise after the reason came.
            withoutTotals(values) === withoutTotals(whole.values),
      ),
    ).toEqual([]);
  });

  it('may be cut off after any number of bytes: a whole answer if it was said, else a failure', () => {
    const stopAt = bytes.length;

    expect(
      faults(
        bytes,
        throwError(() => broken),
        ({ values, ending, error }, offset) =>
          offset < stopAt
            ? error === broken && isUnfinishedBeginning(values, whole.values)
            : ending === 'complete' && values.join('') === whole.values.join(''),
      ),
    ).toEqual([]);
  });
});

/** The whole way from an upstream's bytes to a client's. */
function told(bytes$: Observable<Uint8Array>): Outcome<string> {
  return outcome(
    bytes$.pipe(decodeSse(), parseEvents(), claudeToOpenAI({ includeUsage: true }), encodeSse()),
  );
}

/** The offsets at which an upstream that ends so is told wrongly, and what is told then. */
function faults(
  bytes: Uint8Array,
  end$: Observable<never>,
  isRight: (outcome: Outcome<string>, offset: number) => boolean,
): readonly unknown[] {
  return Array.from({ length: bytes.length + 1 }, (_, offset) => offset).flatMap((offset) => {
    const result = told(concat(of(bytes.subarray(0, offset)), end$));
    return isRight(result, offset) ? [] : [{ offset, ...result }];
  });
}

/** How many bytes it takes until the stop reason can be read: from there on, an end is an end. */
function endOfReason(events: readonly ClaudeEvent[], form: SseForm): number {
  const at = events.findIndex(
    (event) => event.type === 'message_delta' && Boolean(event.delta.stop_reason),
  );
  expect(at).toBeGreaterThan(0);
  return new TextEncoder().encode(toSse(events.slice(0, at + 1), form).trimEnd()).length;
}

/** Whether it begins like the whole, and pretends to be neither finished nor done. */
const isUnfinishedBeginning = (values: readonly string[], whole: readonly string[]): boolean =>
  whole.join('').startsWith(values.join('')) &&
  !values.some((frame) => /"finish_reason":"|\[DONE\]/.test(frame));

const withoutTotals = (frames: readonly string[]): string =>
  frames.filter((frame) => !frame.includes('"choices":[]')).join('');
