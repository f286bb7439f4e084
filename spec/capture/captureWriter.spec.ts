import { describe, expect, it } from '@jest/globals';
import type { Capture, CapturedEnding } from '../../src/capture/Capture.ts';
import { captureWriter } from '../../src/capture/captureWriter.ts';
import { readCapture } from '../../src/capture/readCapture.ts';
import { claude, cut, cutEverywhere, toSse, toSseBytes } from '../../src/testing/index.ts';

const { blockStop, message, text, textStart } = claude;
const events = message('end_turn', textStart(0), text(0, 'Grüße 🙂'), blockStop(0));
const bytes = toSseBytes(events);

/** The file of a capture whose reads come 10 ms apart. */
function written(
  reads: readonly Uint8Array[],
  {
    secrets = [],
    ending = { atMs: 99, how: 'end' },
  }: { readonly secrets?: readonly string[]; readonly ending?: CapturedEnding } = {},
): Buffer {
  const writer = captureWriter(secrets);
  return Buffer.concat([
    writer.open({ model: 'claude-test', request: { model: 'claude-test' } }),
    writer.head({ status: 200, contentType: 'text/event-stream', requestId: 'req_1' }),
    ...reads.map((read, nth) => writer.read({ atMs: nth * 10, bytes: read })),
    writer.close(ending),
  ]);
}

const saidIn = ({ reads }: Capture): string =>
  Buffer.concat(reads.map((read) => read.bytes)).toString();

describe('captureWriter', () => {
  it('writes an event stream that any reader of event streams understands', () => {
    const file = written(cut(bytes, 3, 100)).toString();
    const comments = file.split('\n').filter((line) => line.startsWith(':'));

    expect(comments).toEqual([
      ': marblegate capture 1',
      ': model "claude-test"',
      ': request {"model":"claude-test"}',
      ': head 200 {"contentType":"text/event-stream","requestId":"req_1"}',
      ': @0ms 3B',
      ': @10ms 97B',
      `: @20ms ${bytes.length - 100}B`,
      ': @99ms end',
    ]);
    expect(file.replaceAll(/^:.*\n/gm, '')).toBe(toSse(events));
  });

  it('is read as it was heard, wherever it was cut', () => {
    for (let place = 1; place < bytes.length; place += 1) {
      const reads = cut(bytes, place);
      const capture = readCapture(written(reads));

      expect(capture.reads.map((read) => Buffer.from(read.bytes).toString('hex'))).toEqual(
        reads.map((read) => Buffer.from(read).toString('hex')),
      );
    }
    expect(readCapture(written(cutEverywhere(bytes))).reads).toHaveLength(bytes.length);
  });

  it('keeps the facts', () => {
    expect(readCapture(written([bytes]))).toMatchObject({
      model: 'claude-test',
      request: { model: 'claude-test' },
      head: { status: 200, contentType: 'text/event-stream', requestId: 'req_1' },
      reads: [{ atMs: 0 }],
      ending: { atMs: 99, how: 'end' },
    });
  });

  it.each(['\r\n', '\r'] as const)('keeps lines that end in %j', (lineEnd) => {
    const other = toSseBytes(events, { lineEnd });

    expect(saidIn(readCapture(written(cut(other, 20, 77))))).toBe(Buffer.from(other).toString());
  });

  it('keeps a line that was torn, without an end of its own', () => {
    const torn = bytes.subarray(0, bytes.length - 30);
    const error = { name: 'ConnectionError', message: 'It broke.' };
    const capture = readCapture(
      written(cut(torn, 50), { ending: { atMs: 7, how: 'error', error } }),
    );

    expect(saidIn(capture)).toBe(Buffer.from(torn).toString());
    expect(capture.ending).toEqual({ atMs: 7, how: 'error', error });
  });

  it('leaves a file that can be read when the recorder dies', () => {
    const file = written(cut(bytes, bytes.length - 10), {});
    const died = file.subarray(0, file.length - 60);
    const capture = readCapture(died);

    expect(capture.ending).toBeUndefined();
    expect(Buffer.from(bytes).toString().startsWith(saidIn(capture))).toBe(true);
    expect(saidIn(capture).length).toBeGreaterThan(100);
  });

  it('masks secrets with as many bytes, also those that were cut', () => {
    const secret = 'sk-ant-api03-abcdefghijklmnop';
    const known = 'Schlüssel';
    const telling = toSseBytes([text(0, `my key is ${secret}, and ${known}`)]);
    for (const place of [70, 90, 100, 110, 120]) {
      const file = written(cut(telling, place), { secrets: [known] });

      expect(file.toString()).not.toContain('abcdefghijklmnop');
      expect(file.toString()).not.toContain(known);
      expect(saidIn(readCapture(file))).toHaveLength(Buffer.from(telling).length);
    }
  });

  it('masks secrets in what was asked', () => {
    const line = captureWriter(['tr0ub4dor']).open({
      request: { system: 'say tr0ub4dor to nobody' },
    });

    expect(Buffer.from(line).toString()).toContain('say ********* to nobody');
  });
});

describe('readCapture', () => {
  it('reads any other event stream, one message a read', () => {
    const { reads, ending } = readCapture(toSse(events));

    expect(reads).toHaveLength(events.length);
    expect(reads.every(({ atMs }) => atMs === 0)).toBe(true);
    expect(saidIn({ reads })).toBe(toSse(events));
    expect(ending).toBeUndefined();
  });

  it('reads nothing out of nothing', () => {
    expect(readCapture('')).toEqual({ reads: [] });
  });

  it('forgives who edits a capture by hand and does not count', () => {
    const file = written([bytes]).toString().replace('Grüße', 'Viele liebe Grüße');

    expect(saidIn(readCapture(file))).toContain('Viele liebe Grüße');
    expect(saidIn(readCapture(file)).endsWith('}\n\n')).toBe(true);
  });
});
