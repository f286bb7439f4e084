import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutDelta } from '../../src/convert/cutDelta.ts';
import { toClaudeEvent } from '../../src/convert/toClaudeEvent.ts';
import { claude } from '../../src/testing/index.ts';

const numRuns = Number(process.env['FUZZ_RUNS'] ?? 3000);

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '\u2028', '\ud83d', '","text":"', '"}}', '{}', '\\u0041', '  }'),
);
const deltas = fc
  .tuple(fc.constantFrom(claude.text, claude.json, claude.thinking), fc.nat(20_000), texts)
  .map(([delta, index, text]) => delta(index, text));

/** Blanks where Claude pads, and escapes where a writer may use them. */
const spelled = fc
  .tuple(deltas, fc.nat(12), fc.nat(3), fc.boolean())
  .map(([delta, padding, between, escaped]) => {
    const json = JSON.stringify(delta).replace(/\}\}$/, (braces) =>
      [braces[0], ' '.repeat(between), braces[1], ' '.repeat(padding)].join(''),
    );
    return escaped
      ? json.replace(
          /[^\x20-\x7e]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      : json;
  });

/** Any one place of a spelled delta changed: most of these are no JSON, some are other JSON. */
const misspelled = fc
  .tuple(
    spelled,
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', ' ', '"', '\\', '}', '{', ',', '0', '1', '\n', ',"text":"x"', '"a":1,'),
  )
  .map(([json, at, length, news]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + news + json.slice(place + length);
  });

function parsed(json: string): unknown {
  try {
    return toClaudeEvent(JSON.parse(json));
  } catch {
    return undefined;
  }
}

describe('cutDelta', () => {
  it.each([claude.text(0, 'Hi'), claude.json(12, '{"a":"\\n"}'), claude.thinking(3, 'Så 北京 😀')])(
    'reads a delta as Claude spells it: %j',
    (delta) => {
      expect(cutDelta(`${JSON.stringify(delta).slice(0, -1)}    }`)).toEqual(delta);
    },
  );

  it('cuts what is spelled as usual, and reads it as JSON.parse does', () => {
    fc.assert(
      fc.property(spelled, (json) => {
        const event = parsed(json) as ReturnType<typeof claude.text>;
        const isOrdinary = event.index < 10_000 && !json.includes('\\u');
        if (isOrdinary) expect(cutDelta(json)).toEqual(event);
        else expect([undefined, event]).toContainEqual(cutDelta(json));
      }),
      { numRuns },
    );
  });

  it('never reads what JSON.parse reads otherwise', () => {
    fc.assert(
      fc.property(misspelled, (json) => {
        const event = cutDelta(json);
        if (event !== undefined) expect(event).toEqual(parsed(json));
      }),
      { numRuns },
    );
  });

  it.each([
    [
      'another key',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a","x":"b"}}',
    ],
    [
      'the same key twice',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a","text":"b"}}',
    ],
    [
      'a key behind the delta',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"},"x":"b"}',
    ],
    [
      'another order',
      '{"index":0,"type":"content_block_delta","delta":{"type":"text_delta","text":"a"}}',
    ],
    [
      'another delta',
      '{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"a"}}',
    ],
    [
      'a number that is none',
      '{"type":"content_block_delta","index":01,"delta":{"type":"text_delta","text":"a"}}',
    ],
    [
      'a number of five digits',
      '{"type":"content_block_delta","index":12345,"delta":{"type":"text_delta","text":"a"}}',
    ],
    [
      'a string that is not closed',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a\\"}}',
    ],
    [
      'a line break inside',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a\nb"}}',
    ],
    [
      'an escape of another kind',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\\u0041"}}',
    ],
    [
      'a slash that is escaped',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\\/"}}',
    ],
    ['nothing', ''],
  ])('leaves %s to the parser', (_what, json) => {
    expect(cutDelta(json)).toBeUndefined();
  });
});
