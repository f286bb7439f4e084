import { describe, expect, it } from '@jest/globals';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { brokenWireLaws, sentChunks, toSse, toSseBytes, scripts } from '../../src/testing/index.ts';
import { anyModel } from '../support/clients/index.ts';
import { regularStreams } from '../support/fixtureStreams.ts';
import { relayUnderTest } from '../support/relayUnderTest.ts';

const { breaksOff, says } = scripts;

/** How many places a stream is cut at, evenly spread. */
const SAMPLES = 30;

const relay = relayUnderTest();

/** A sample, over real sockets, of what `spec/operators/everyOffset.spec.ts` does at every byte. */
describe.each(['thinking, then two tools', 'unicode'])('an upstream that says %s', (name) => {
  const events = regularStreams[name] ?? [];
  const bytes = toSseBytes(events);
  const reasonAt = endOfReason(events);
  const offsets = Array.from({ length: SAMPLES }, (_, nth) =>
    Math.round((nth * bytes.length) / (SAMPLES - 1)),
  );

  it.each([
    ['closes', (sent: Uint8Array) => says(sent), reasonAt],
    ['breaks the connection', (sent: Uint8Array) => breaksOff(sent, sent.length), bytes.length],
  ] as const)('and %s after some bytes', async (_, ending, wholeAt) => {
    const wrong: unknown[] = [];
    for (const offset of offsets) {
      relay.claudeAnswers(ending(bytes.subarray(0, offset)));
      const { status, text } = await answer();
      const isWhole = offset >= wholeAt;
      const isRight =
        status === 200
          ? brokenWireLaws(text, { includeUsage: true }).length === 0 &&
            text.endsWith('data: [DONE]\n\n') === isWhole
          : !isWhole && sentChunks(text).length === 0 && text.includes('"error"');
      if (!isRight) wrong.push({ offset, status, text });
    }

    expect(wrong).toEqual([]);
  });
});

/** The bytes a client gets, read without any client. */
async function answer(): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${relay.baseURL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: anyModel,
      messages: [{ role: 'user', content: 'What is the weather?' }],
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  return { status: response.status, text: await response.text() };
}

/** How many bytes it takes until the stop reason can be read: from there on, an end is an end. */
function endOfReason(events: readonly ClaudeEvent[]): number {
  const at = events.findIndex(({ type }) => type === 'message_delta');
  return new TextEncoder().encode(toSse(events.slice(0, at + 1)).trimEnd()).length;
}
