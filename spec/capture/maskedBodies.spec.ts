import { describe, expect, it } from '@jest/globals';
import { maskedBodies } from '../../src/capture/maskedBodies.ts';
import { claude } from '../../src/testing/index.ts';

const masked = (
  ...events: readonly Parameters<ReturnType<typeof maskedBodies>>[0][]
): readonly unknown[] => events.map(maskedBodies());

describe('maskedBodies', () => {
  it('masks letters and figures, and nothing that gives a text its shape', () => {
    expect(masked(claude.text(0, 'Anna, 42 – „Grüße“\n🙂'))).toEqual([
      claude.text(0, 'xxxx, 11 – „xxxxx“\n🙂'),
    ]);
    expect(masked(claude.thinking(0, 'Hm'), claude.signature(0, 'Eu1='))).toEqual([
      claude.thinking(0, 'xx'),
      claude.signature(0, 'xx1='),
    ]);
  });

  it('masks the input of a tool, cut anywhere, and leaves it JSON', () => {
    const input = JSON.stringify({
      'na"me': 'Zoë\\"',
      ok: true,
      list: [null, -1.5],
      u: '\u0007é',
    });
    const escaped = input.replace('é', '\\u00e9');
    const whole = masked(claude.json(0, escaped)) as readonly [ReturnType<typeof claude.json>];
    const expected = '{"xx\\"xx":"xxx\\\\\\"","xx":true,"xxxx":[null,-1.1],"x":"\\u0007\\u00e9"}';
    expect(whole).toEqual([claude.json(0, expected)]);
    expect(() => JSON.parse(expected) as unknown).not.toThrow();

    for (let place = 1; place < escaped.length; place += 1) {
      const pieces = masked(
        claude.json(0, escaped.slice(0, place)),
        claude.json(1, '{"other":1'),
        claude.json(0, escaped.slice(place)),
      ) as readonly { readonly delta: { readonly partial_json: string } }[];

      expect(`${pieces[0]?.delta.partial_json ?? ''}${pieces[2]?.delta.partial_json ?? ''}`).toBe(
        expected,
      );
    }
  });

  it('masks input that came at once, and keeps what the wire needs', () => {
    expect(
      masked(claude.toolStart(3, 'get_weather', 'toolu_1', { name: 'Porto', days: 30, id: ['a'] })),
    ).toEqual([
      claude.toolStart(3, 'get_weather', 'toolu_1', { name: 'xxxxx', days: 11, id: ['x'] }),
    ]);
  });

  it('masks why an answer was stopped', () => {
    const stop = { stop_sequence: 'STOP', stop_details: { type: 'refusal', explanation: 'No.' } };
    expect(masked(claude.messageDelta('refusal', null, stop))).toEqual([
      claude.messageDelta('refusal', null, {
        stop_sequence: 'xxxx',
        stop_details: { type: 'refusal', explanation: 'xx.' },
      }),
    ]);
  });

  it('leaves what says nothing', () => {
    const events = [
      claude.messageStart(),
      claude.ping(),
      claude.blockStop(0),
      claude.messageStop(),
    ];

    expect(masked(...events)).toEqual(events);
  });
});
