import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { from, map, type OperatorFunction, pipe, tap } from 'rxjs';
import { readEvents } from '../../src/channels/readEvents.ts';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { spelled } from '../../src/convert/spelling.ts';
import { ProtocolError } from '../../src/errors.ts';
import { claudeToOpenAI, decodeSse, encodeSse, parseEvents } from '../../src/operators/index.ts';
import { latin1 } from '../../src/relay/latin1.ts';
import { claude, cut, cutEverywhere, emitted, outcome } from '../../src/testing/index.ts';
import { claudeStreams } from '../support/claudeStreams.ts';
import { itBehavesLikeAnOperator } from '../support/itBehavesLikeAnOperator.ts';

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 500);

const byOperators = (): OperatorFunction<Uint8Array, ClaudeEvent> =>
  pipe(decodeSse(), parseEvents());

const message = (event: ClaudeEvent, padding = 0) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event).slice(0, -1)}${' '.repeat(padding)}}\n\n`;

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '"', '\\', '"}}', '\n\n', '\ufffd', '\ufeff', '\u2028', 'é', '北京', '🙂'),
);
const deltas = fc
  .tuple(
    fc.constantFrom(claude.text, claude.json, claude.thinking, claude.signature),
    fc.nat(12),
    texts,
  )
  .map(([delta, index, text]) => delta(index, text));

/** What a server may write: Claude's own form, other forms of the same, and nonsense. */
const pieces = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(deltas, fc.nat(9)).map(([delta, n]) => message(delta, n)) },
  { weight: 2, arbitrary: deltas.map((delta) => message(delta).replaceAll('\n', '\r\n')) },
  { weight: 1, arbitrary: deltas.map((delta) => message(delta).replaceAll('\n', '\r')) },
  deltas.map((delta) => message(delta).replace('event: content_block_delta\n', '')),
  deltas.map((delta) => message(delta).slice(0, -1)),
  deltas.map((delta) =>
    message(delta).replace(
      /[^\u0000-\u007f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  ),
  fc.constantFrom(
    message(claude.messageStart()),
    message(claude.textStart(0)),
    message(claude.ping()),
    message(claude.messageDelta('end_turn')),
    message(claude.messageStop()),
    message(claude.unknownEvent('brand_new')),
    '\n',
    '\r',
    ': a comment\n\n',
    'id: 7\n',
    'data: [DONE]\n\n',
    'data: {"type":\ndata: "ping"}\n\n',
    'event: content_block_delta\ndata: no JSON\n\n',
    '\ufeff',
  ),
);
const bytes = fc.oneof(
  { weight: 12, arbitrary: pieces.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }).map((some) => Buffer.from(some)) },
  // A character that is cut off, or none, in the midst of a delta.
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        [0xc3],
        [0xe5, 0x8c],
        [0xed, 0xa0, 0x80],
        [0xc0, 0x80],
        [0xff],
        [0xf5, 0x80, 0x80, 0x80],
      )
      .map((odd) => {
        const [before = '', after = ''] = message(claude.text(1, 'a|b')).split('|');
        return Buffer.concat([Buffer.from(before), Buffer.from(odd), Buffer.from(after)]);
      }),
  },
);
/** Cut anywhere, but not seldom right between two pieces. */
const reads = fc
  .tuple(
    fc.array(fc.tuple(bytes, fc.nat(4)), { maxLength: 20 }),
    fc.array(fc.nat(2000), { maxLength: 4 }),
  )
  .map(([written, places]) => {
    let length = 0;
    const ends = written.flatMap(([piece, isCut]) => {
      length += piece.length;
      return isCut === 0 ? [length] : [];
    });
    return cut(Buffer.concat(written.map(([piece]) => piece)), ...places, ...ends);
  });

describe('readEvents', () => {
  it('reads what decodeSse and parseEvents read, from any bytes, cut anywhere', () => {
    fc.assert(
      fc.property(reads, (given) => {
        expect(outcome(from(given).pipe(readEvents()))).toEqual(
          outcome(from(given).pipe(byOperators())),
        );
      }),
      { numRuns, seed: 11 },
    );
  });

  it('reads it byte by byte', () => {
    const events = [
      claude.messageStart(),
      claude.text(0, 'é🙂"'),
      claude.ping(),
      claude.json(1, '{'),
    ];
    const written = Buffer.from(events.map((event) => message(event)).join(''));

    expect(emitted(from(cutEverywhere(written)).pipe(readEvents()))).toEqual(events);
  });

  it('notes how a text is spelled, to be written as it was read', () => {
    fc.assert(
      fc.property(reads, (given) => {
        const written: string[] = [];
        const wanted: string[] = [];
        const note = (event: ClaudeEvent) => {
          if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return;
          const { text } = event.delta;
          written.push(spelled(text, latin1));
          wanted.push(latin1(JSON.stringify(text)));
        };
        outcome(from(given).pipe(readEvents(), tap(note)));

        expect(written).toEqual(wanted);
      }),
      { numRuns, seed: 12 },
    );
  });

  it('leads to the bytes that the operators lead to', () => {
    fc.assert(
      fc.property(
        claudeStreams,
        fc.nat(9),
        fc.array(fc.nat(4000), { maxLength: 6 }),
        (events, padding, places) => {
          const given = cut(
            Buffer.from(events.map((event) => message(event, padding)).join('')),
            ...places,
          );
          const fast = outcome(
            from(given).pipe(
              readEvents(),
              claudeToOpenAI(),
              encodeSse(latin1),
              map((text) => Buffer.from(text, 'latin1').toString()),
            ),
          );

          expect(fast).toEqual(
            outcome(from(given).pipe(byOperators(), claudeToOpenAI(), encodeSse())),
          );
        },
      ),
      { numRuns, seed: 13 },
    );
  });

  it.each([
    ['a message that goes on', `event: ping\n`, message(claude.text(0, 'a'))],
    ['a message of which a line is there', 'data: {\n', message(claude.text(0, 'a'))],
    [
      'a mark that is no longer the first',
      message(claude.text(0, 'a')),
      '\ufeffdata: {"type":\ndata: 1\n\n',
    ],
  ])('takes a read by what was before it: %s', (_what, ...written) => {
    const given = written.map((text) => Buffer.from(text));

    expect(outcome(from(given).pipe(readEvents()))).toEqual(
      outcome(from(given).pipe(byOperators())),
    );
  });

  it('passes on no bytes that are no characters', () => {
    const [before = '', after = ''] = message(claude.text(0, 'a|b')).split('|');
    const given = [
      Buffer.from(message(claude.ping())),
      Buffer.from(`${before}\u00ff${after}`, 'latin1'),
    ];

    expect(emitted(from(given).pipe(readEvents()))).toEqual([
      claude.ping(),
      claude.text(0, 'a\ufffdb'),
    ]);
  });

  it('gives up on a message that is too long', () => {
    const given = [Buffer.from(`data: ${'x'.repeat(200)}`)];

    expect(outcome(from(given).pipe(readEvents({ maxEventBytes: 100 }))).error).toBeInstanceOf(
      ProtocolError,
    );
  });

  itBehavesLikeAnOperator(() => readEvents(), {
    source: 'p-t-',
    says: { p: Buffer.from(message(claude.ping())), t: Buffer.from(message(claude.text(0, 'a'))) },
    expected: 'p-t-',
    becomes: { p: claude.ping(), t: claude.text(0, 'a') },
  });
});
