import { describe, expect, it } from '@jest/globals';
import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { from } from 'rxjs';
import { ProtocolError } from '../../src/errors.ts';
import { decodeSse, type DecodeSseOptions, type SseMessage } from '../../src/operators/index.ts';
import {
  claude,
  cut,
  cutEverywhere,
  emitted,
  outcome,
  toSseBytes,
} from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';
import { marbles } from '../support/marbles.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (pieces: readonly Uint8Array[], options?: DecodeSseOptions) =>
  emitted(from(pieces).pipe(decodeSse(options)));
const message = (data: string, event = '', closed = true): SseMessage => ({ event, data, closed });

const cases: Readonly<Record<string, readonly [stream: string, messages: readonly SseMessage[]]>> =
  {
    'one message': ['data: 1\n\n', [message('1')]],
    'several messages': ['data: 1\n\ndata: 2\n\n', [message('1'), message('2')]],
    'an event line': ['event: ping\ndata: 1\n\n', [message('1', 'ping')]],
    'an event line that comes late': ['data: 1\nevent: ping\n\n', [message('1', 'ping')]],
    'CRLF line ends': ['event: ping\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n', [message('1', 'ping'), message('2')]],
    'lone CR line ends': ['event: ping\rdata: 1\r\rdata: 2\r\r\n', [message('1', 'ping'), message('2')]],
    'line ends of all kinds': ['data: 1\r\n\ndata: 2\r\r\ndata: 3\n\r\n', [message('1'), message('2'), message('3')]],
    'a lone CR in an ordinary message': ['event: a\ndata: 1\rdata: 2\n\n', [message('1\n2', 'a')]],
    'a byte order mark': ['\uFEFFdata: 1\n\n', [message('1')]],
    'comments': [': hello\n\n:\ndata: 1\n: in between\ndata: 2\n\n', [message('1\n2')]],
    'data of several lines': ['data: {"a":\ndata: 1}\n\n', [message('{"a":\n1}')]],
    'one space after the colon, or none': ['data:1\n\ndata:  2\n\n', [message('1'), message(' 2')]],
    'colons in the data': ['data: a: b\n\n', [message('a: b')]],
    'ids, retry times and fields nobody knows': ['id: 7\nretry: 10\nretry: soon\nbrand-new: x\nodd\ndata: 1\n\n', [message('1')]],
    'an event without data': ['event: ping\n\ndata: 1\n\n', [message('1')]],
    'more blank lines than needed': ['\n\n\ndata: 1\n\n\n\n', [message('1')]],
    'characters of two, three and four bytes': ['data: é北🙂\n\n', [message('é北🙂')]],
    'a last message that was not closed': ['data: 1\n\nevent: ping\ndata: 2', [message('1'), message('2', 'ping', false)]],
    'a last message without its blank line': ['data: 1\n', [message('1', '', false)]],
    'a last line that was cut': ['data: 1\n\ndat', [message('1')]],
    'nothing': ['', []],
  }; // prettier-ignore

describe('decodeSse', () => {
  describe.each(Object.entries(cases))('reads %s', (_, [stream, messages]) => {
    const whole = bytes(stream);

    it('in one piece', () => {
      expect(decode([whole])).toEqual(messages);
    });

    it('in any two pieces', () => {
      for (let at = 0; at <= whole.length; at += 1) {
        expect(decode(cut(whole, at))).toEqual(messages);
      }
    });

    it('byte by byte', () => {
      expect(decode(cutEverywhere(whole))).toEqual(messages);
    });
  });

  it('reads the same however the bytes are cut (seed 7)', () => {
    const whole = bytes(
      Object.values(cases)
        .map(([stream]) => stream)
        .join('\n\n'),
    );
    const messages = decode([whole]);
    const place = fc.nat({ max: whole.length });

    fc.assert(
      fc.property(fc.array(place), (places) => {
        expect(decode(cut(whole, ...places))).toEqual(messages);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it.each(['\n', '\r\n', '\r'] as const)(
    'reads what Claude says with %j at its lines',
    (lineEnd) => {
      const events = [claude.ping(), claude.text(0, '{"é": "🙂"}\r\n')];
      const stream = toSseBytes(events, { lineEnd, byteOrderMark: true, comment: 'x', padding: 3 });

      const messages = decode(cutEverywhere(stream));

      expect(messages.map(({ data }) => JSON.parse(data) as unknown)).toEqual(events);
      expect(messages.map(({ event }) => event)).toEqual(['ping', 'content_block_delta']);
    },
  );

  it('reads what its parser reads, in whatever pieces, and whether it may cut or not', () => {
    const line = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom('event: ping\ndata: {"a":1}\n\n', 'event: é\ndata: 🙂\n\n'),
      },
      fc.constantFrom(
        'event: ',
        'event:',
        'data: ',
        'data:',
        'data',
        'id: 1',
        ': x',
        'ping',
        '{}',
        ' ',
        '',
      ),
      fc.constantFrom('\n', '\n\n', '\r\n', '\r'),
    );
    const streams = fc.array(line, { maxLength: 30 }).map((lines) => bytes(lines.join('')));

    fc.assert(
      fc.property(streams, fc.array(fc.nat({ max: 200 })), (stream, places) => {
        const read: Omit<SseMessage, 'closed'>[] = [];
        const parser = createParser({
          onEvent: ({ event = '', data }) => read.push({ event, data }),
        });
        parser.feed(`${new TextDecoder().decode(stream)}\n\n`);

        const messages = decode(cut(stream, ...places.filter((place) => place < stream.length)));

        expect(messages.map(({ event, data }) => ({ event, data }))).toEqual(read);
      }),
      { seed: 9, numRuns: Number(process.env['FUZZ_RUNS'] ?? 1000) },
    );
  });

  it(
    'tells a message as soon as it is complete, and a last one at the end',
    marbles(({ cold, expectObservable }) => {
      const bytes$ = cold('   d-e-n-b-d-e-|', {
        d: bytes('da'),
        e: bytes('ta: 1'),
        n: bytes('\n'),
        b: bytes('\n'),
      });
      const expected = '      ------1-----(l|)';

      expectObservable(bytes$.pipe(decodeSse())).toBe(expected, {
        1: message('1'),
        l: message('1', '', false),
      });
    }),
  );

  it('reads bytes that are no text as the replacement character', () => {
    const stream = Uint8Array.of(...bytes('data: '), 0xff, ...bytes('\n\n'));

    expect(decode([stream])).toEqual([message('\uFFFD')]);
  });

  it('tells a character that was cut by the end', () => {
    const stream = bytes('data: é').subarray(0, -1);

    expect(decode([stream])).toEqual([message('\uFFFD', '', false)]);
  });

  describe('fails when it must wait for more than maxEventBytes', () => {
    const tooLarge = new ProtocolError('invalid', 'The upstream sent an event that is too large.');
    const long = `data: ${'x'.repeat(40)}`;

    it.each([
      ['a line that does not end', [long]],
      ['a line that does not end, in crumbs', Array.from(long)],
      ['a message that does not end', Array.from({ length: 30 }, () => 'data: x\n')],
    ])('%s', (_, pieces) => {
      const decoded = outcome(
        from(['data: 1\n\n', ...pieces].map(bytes)).pipe(decodeSse({ maxEventBytes: 32 })),
      );

      expect(decoded).toEqual({ values: [message('1')], ending: 'error', error: tooLarge });
      expect(decoded.error).toHaveProperty('reason', 'invalid');
    });

    it('but not for several messages that are shorter each', () => {
      const stream = Array.from({ length: 10 }, () => bytes('data: 1\n\n'));

      expect(decode(stream, { maxEventBytes: 32 })).toHaveLength(10);
    });

    it('of which 16 Mi are allowed', () => {
      const mebi = bytes('x'.repeat(1024 * 1024));
      const sixteen = Array.from({ length: 16 }, () => mebi);
      const endless = (...more: readonly Uint8Array[]) =>
        outcome(from([bytes('data:'), ...sixteen.slice(1), ...more]).pipe(decodeSse()));

      expect(endless(bytes('\n\n')).values.map(({ data }) => data.length)).toEqual([15 * 2 ** 20]);
      expect(endless(mebi).error).toEqual(tooLarge);
    });
  });

  itBehavesLikeAnOperator(decodeSse, {
    source: '  h-t-h-t-',
    says: { h: bytes('data: '), t: bytes('1\n\n') },
    expected: '--1---1-',
    becomes: { 1: message('1') },
  });
});
