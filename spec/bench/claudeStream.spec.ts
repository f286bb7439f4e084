import { describe, expect, it } from '@jest/globals';
import { from } from 'rxjs';
import { claudeStream } from '../../bench/fixture/claudeStream.ts';
import { toWire } from '../../bench/fixture/toWire.ts';
import { toldIn } from '../../bench/wire/toldIn.ts';
import { claudeToOpenAI } from '../../src/operators/claudeToOpenAI.ts';
import { decodeSse } from '../../src/operators/decodeSse.ts';
import { encodeSse } from '../../src/operators/encodeSse.ts';
import { parseEvents } from '../../src/operators/parseEvents.ts';
import { emitted } from '../../src/testing/emitted.ts';

const converted = (wire: string): string => {
  const road = from([Buffer.from(wire)]).pipe(
    decodeSse(),
    parseEvents(),
    claudeToOpenAI(),
    encodeSse(),
  );
  return emitted(road).join('');
};

describe('claudeStream', () => {
  it.each([20, 300, 3000])('is as long as it was asked to be: %i events', (count) => {
    expect(claudeStream(count).events).toHaveLength(count);
  });

  it('knows what a client is told at its end', () => {
    const { events, text, tools } = claudeStream(300);
    expect(toldIn(converted(toWire(events)))).toEqual({
      text,
      tools,
      finish: 'tool_calls',
      done: true,
    });
  });

  it('carries what is hard: characters of several bytes, escapes, tool input that parses', () => {
    const { text, tools } = claudeStream(300);
    expect(text).toMatch(/[一-龥]/);
    expect(text).toContain('👩‍💻');
    expect(text).toContain('\\');
    for (const { input } of tools) expect(() => JSON.parse(input) as unknown).not.toThrow();
  });
});
