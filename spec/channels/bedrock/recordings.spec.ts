import { afterEach, describe, expect, it } from '@jest/globals';
import { anthropicChannel } from '../../../src/channels/anthropic.ts';
import { bedrockChannel } from '../../../src/channels/bedrock/bedrockChannel.ts';
import type { ClaudeEvent } from '../../../src/claude/events.ts';
import {
  fakeBedrock,
  fakeClaude,
  type FakeClaude,
  scripts,
  streamsFrames,
} from '../../../src/testing/index.ts';
import { hasCorpus, recordedEventStreams } from '../../support/corpus.ts';
import { listenTo } from '../../support/listenTo.ts';

const running: FakeClaude[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((fake) => fake.close()));
});

/** Without what Bedrock adds to the last event, which nobody is told. */
const plain = (event: ClaudeEvent): ClaudeEvent =>
  event.type === 'message_stop' ? { type: 'message_stop' } : event;

describe('the recordings from Bedrock', () => {
  it('are there where the corpus is', () => {
    expect(recordedEventStreams().length > 5).toBe(hasCorpus);
  });

  if (!hasCorpus) return;

  it.each(recordedEventStreams().map((it) => [it.name, it] as const))(
    '%s is heard like the same message told as an event stream',
    async (_, { bytes, events }) => {
      const apiKey = 'key';
      const claude = await fakeClaude(scripts.says(events));
      running.push(claude);
      const told = listenTo(anthropicChannel({ baseUrl: claude.url, apiKey }));
      expect(await told.over).toBe('completed');
      expect(told.events.length).toBeGreaterThan(3);

      for (const pieceBytes of [7, 1000, bytes.length]) {
        const bedrock = await fakeBedrock({ apiKey }, streamsFrames(bytes, pieceBytes));
        running.push(bedrock);
        const framed = listenTo(bedrockChannel({ baseUrl: bedrock.url, apiKey }));

        expect(await framed.over).toBe('completed');
        expect(framed.events).toEqual(told.events.map(plain));
      }
    },
  );
});
