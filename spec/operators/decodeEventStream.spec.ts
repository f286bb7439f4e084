import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import { ProtocolError, UpstreamError } from '../../src/errors.ts';
import {
  decodeEventStream,
  type DecodeEventStreamOptions,
  parseEvents,
  type SseMessage,
} from '../../src/operators/index.ts';
import {
  claude,
  cut,
  cutEverywhere,
  damaged,
  emitted,
  errorFrame,
  eventFrame,
  exceptionFrame,
  frame,
  joined,
  outcome,
  toEventStream,
} from '../../src/testing/index.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';

const { blockStop, message, ping, text, textStart } = claude;

const greeting = message('end_turn', textStart(0), text(0, 'Grüße 🙂'), blockStop(0));
const whole = toEventStream(greeting, { padding: 11 });

const decode = (pieces: readonly Uint8Array[], options?: DecodeEventStreamOptions) =>
  outcome(from(pieces).pipe(decodeEventStream(options)));
const events = (pieces: readonly Uint8Array[]) =>
  emitted(from(pieces).pipe(decodeEventStream(), parseEvents()));
const said = (event: object): SseMessage => ({
  event: '',
  data: JSON.stringify(event),
  closed: true,
});

describe('decodeEventStream', () => {
  it('reads the events a stream of frames holds', () => {
    expect(events([whole])).toEqual(greeting);
  });

  it('reads an event as long as one may be: its frame is longer', () => {
    const long = text(0, 'x'.repeat(1024 * 1024));
    const maxEventBytes = JSON.stringify(long).length;

    expect(decode([eventFrame(long)], { maxEventBytes })).toMatchObject({ values: [said(long)] });
  });

  it('passes over frames of another kind, whatever is in them', () => {
    const payload = JSON.stringify({ bytes: Buffer.from('{"type":"ping"}').toString('base64') });
    const other = frame({ ':message-type': 'event', ':event-type': 'metadata' }, payload);

    expect(events([other, whole])).toEqual(greeting);
  });

  it('reads a frame as it is on the wire', () => {
    // Length, length of headers, checksum; two headers; payload; checksum.
    const bytes = Buffer.from(
      '0000005a' + '0000002a' + 'cc3ac1d5' +
        '0d3a6d6573736167652d74797065' + '070005' + '6576656e74' +
        '0b3a6576656e742d74797065' + '070005' + '6368756e6b' +
        '7b226279746573223a2265794a306558426c496a6f6963476c755a794a39227d' +
        '1d17654d',
      'hex',
    ); // prettier-ignore

    expect(events([bytes])).toEqual([ping()]);
  });

  it('in any two pieces', () => {
    for (let at = 0; at <= whole.length; at += 1) {
      expect(events(cut(whole, at))).toEqual(greeting);
    }
  });

  it('byte by byte', () => {
    expect(events(cutEverywhere(whole))).toEqual(greeting);
  });

  it('in pieces of seven bytes, with nothing between them', () => {
    const places = Array.from({ length: Math.ceil(whole.length / 7) }, (_, nth) => nth * 7);

    expect(events(cut(whole, ...places, ...places))).toEqual(greeting);
    expect(events([new Uint8Array(), ...cut(whole, ...places), new Uint8Array()])).toEqual(
      greeting,
    );
  });

  it.each([
    ['a frame that opens the stream', frame({ ':message-type': 'event', ':event-type': 'initial-response' }, '{}')],
    ['an event of a type that is not invented yet', frame({ ':message-type': 'event', ':event-type': 'brand-new' }, '{"bytes":"e30="}')],
    ['a message of a kind that is not invented yet', frame({ ':message-type': 'brand-new' }, '')],
    ['a frame without headers', frame({}, '{"bytes":"e30="}')],
    ['a chunk without bytes', frame({ ':message-type': 'event', ':event-type': 'chunk' }, '{"p":"abc"}')],
    ['a chunk of padding only', frame({ ':message-type': 'event', ':event-type': 'chunk' }, '{"bytes":"","p":"abc"}')],
    ['what gateways send to keep a stream alive', eventFrame({})],
  ])('leaves out %s', (_, frameNobodyKnows) => {
    expect(events([frameNobodyKnows, whole])).toEqual(greeting);
  }); // prettier-ignore

  describe('fails with what AWS says', () => {
    it('in an exception, under its name', () => {
      const { values, error } = decode([
        joined([
          toEventStream([ping()]),
          exceptionFrame('throttlingException', { message: 'Slow.' }),
        ]),
      ]);

      expect(values).toEqual([said(ping())]);
      expect(error).toBeInstanceOf(UpstreamError);
      expect(error).toMatchObject({
        message: 'Slow.',
        type: 'throttlingException',
        status: undefined,
        keyOf: 'relay',
      });
    });

    it("in the model's own failure, which Bedrock passes on", () => {
      const payload = { message: 'failed', originalStatusCode: 529, originalMessage: 'Overloaded' };

      expect(decode([exceptionFrame('modelStreamErrorException', payload)]).error).toMatchObject({
        status: 529,
        type: undefined,
      });
    });

    it('in an error, which has headers only', () => {
      expect(decode([errorFrame('InternalFailure', 'No.')]).error).toMatchObject({
        message: 'No.',
        type: 'InternalFailure',
      });
      expect(decode([frame({ ':message-type': 'error' }, '')]).error).toMatchObject({
        message: 'The upstream failed.',
        type: undefined,
      });
    });

    it('about the key of the client where it was used', () => {
      const refused = exceptionFrame('accessDeniedException', { message: 'No.' });

      expect(decode([refused], { keyOf: 'client' }).error).toMatchObject({ keyOf: 'client' });
    });
  });

  describe('believes no frame', () => {
    const first = toEventStream([ping()]);
    const next = eventFrame(text(0, 'Hi'));

    it('of which any byte is damaged, and tells what came before it', () => {
      for (let at = 0; at < next.length; at += 1) {
        const { values, ending, error } = decode([joined([first, damaged(next, at)])]);

        expect(values).toEqual([said(ping())]);
        // A length that is too long waits for bytes that never come: then the stream was cut.
        if (ending === 'error') expect(error).toMatchObject({ reason: 'invalid' });
        else expect(at).toBeLessThan(4);
      }
    });

    it.each([
      ['too long', 0x7f_ff_ff_ff],
      ['longer than it may be', 90_000],
      ['too short for a frame', 15],
      ['nothing', 0],
    ])('whose length is %s', (_, length) => {
      const bytes = next.slice();
      new DataView(bytes.buffer).setUint32(0, length);

      const { values, error } = decode([joined([first, bytes])], { maxEventBytes: 1024 });

      expect(values).toEqual([said(ping())]);
      expect(error).toBeInstanceOf(ProtocolError);
    });

    it.each([
      ['is not JSON', 'oops'],
      ['is not base64', '{"bytes":"***"}'],
    ])('whose payload %s', (what, payload) => {
      const odd = frame({ ':message-type': 'event', ':event-type': 'chunk' }, payload);

      expect(decode([first, odd])).toMatchObject({
        values: [said(ping())],
        error: {
          code: 'ERR_RELAY_PROTOCOL',
          reason: 'invalid',
          message: `The upstream sent a frame that ${what}.`,
        },
      });
    });
  });

  it('tells no last frame that was cut', () => {
    const { length } = eventFrame(greeting.at(-1) ?? {});
    const all = toEventStream(greeting);

    for (let missing = 1; missing <= length; missing += 1) {
      const { values, ending } = decode([all.subarray(0, all.length - missing)]);

      expect(values).toEqual(greeting.slice(0, -1).map(said));
      expect(ending).toBe('complete');
    }
  });

  itBehavesLikeAnOperator(() => decodeEventStream(), {
    source: '  -a-b-c-',
    says: {
      a: eventFrame(ping()),
      b: eventFrame(text(0, 'Hi')).subarray(0, 9),
      c: eventFrame(text(0, 'Hi')).subarray(9),
    },
    expected: '-a---c-',
    becomes: { a: said(ping()), c: said(text(0, 'Hi')) },
  });
});
