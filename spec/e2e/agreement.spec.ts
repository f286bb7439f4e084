import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from '@jest/globals';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { toSseBytes, scripts } from '../../src/testing/index.ts';
import {
  anyModel,
  asHeardBy,
  type Client,
  clients,
  type Said,
  streamingClients,
} from '../support/clients/index.ts';
import { hasCorpus, recordedStreams } from '../support/corpus.ts';
import { oddStreams, regularStreams } from '../support/fixtureStreams.ts';
import { expectedAnswer } from '../support/oracle.ts';
import { relayUnderTest } from '../support/relayUnderTest.ts';
import { type Iterations, saidByMessage } from '../support/saidByMessage.ts';

const { says } = scripts;
const relay = relayUnderTest();

describe('what OpenAI clients hold is what Anthropic’s own client holds of the same bytes', () => {
  it.each(Object.entries(regularStreams))('%s', async (_, events) => {
    const bytes = toSseBytes(events);

    await expectAll(clients, events, bytes, await heardByAnthropic(bytes));
  });
});

describe('what OpenAI clients hold of a stream Anthropic’s own client gives up on', () => {
  it.each(Object.entries(oddStreams))('%s', async (_, events) => {
    const bytes = toSseBytes(events);

    await expectAll(clients, events, bytes, saidByOracle(events));
  });
});

(hasCorpus ? describe : describe.skip)('recorded streams', () => {
  const recordings = hasCorpus
    ? [...recordedStreams('sse'), ...recordedStreams('sse-synthetic')]
    : [{ name: 'none', bytes: new Uint8Array(), events: [] }];

  it.each(recordings.map((recording) => [recording.name, recording] as const))(
    '%s',
    async (_, { bytes, events }) => {
      const { ending } = expectedAnswer(events);
      if (ending !== 'answered') {
        await expectFailure(events, bytes);
        return;
      }
      const said = (await unlessGivenUp(heardByAnthropic(bytes))) ?? saidByOracle(events);
      await expectAll(streamingClients, events, bytes, said);
    },
  );
});

/** Anthropic's own client, on the same bytes, without the relay. */
async function heardByAnthropic(bytes: Uint8Array): Promise<Said> {
  relay.claudeAnswers(says(bytes));
  const anthropic = new Anthropic({ baseURL: relay.claudeURL, apiKey: 'sk-test', maxRetries: 0 });
  const stream = anthropic.messages.stream({
    model: anyModel,
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'What is the weather?' }],
  });
  let iterations: Iterations | null | undefined;
  stream.on('streamEvent', (event) => {
    if (event.type !== 'message_delta') return;
    iterations =
      (event.usage as { readonly iterations?: Iterations | null }).iterations ?? iterations;
  });
  const message = await stream.finalMessage();
  return saidByMessage(message, iterations ?? []);
}

async function unlessGivenUp(said: Promise<Said>): Promise<Said | undefined> {
  try {
    return await said;
  } catch (error) {
    if (error instanceof Anthropic.AnthropicError) return undefined;
    throw error;
  }
}

function saidByOracle(events: readonly ClaudeEvent[]): Said {
  const { content, reasoning, refusal, calls, finish, usage } = expectedAnswer(events);
  return {
    text: content,
    reasoning,
    refusal: refusal ?? '',
    calls: calls.flatMap((call) =>
      call.type === 'function'
        ? [
            {
              id: call.id,
              name: call.function.name,
              input: JSON.parse(call.function.arguments) as unknown,
            },
          ]
        : [],
    ),
    finish,
    usage: {
      prompt: usage.prompt_tokens,
      completion: usage.completion_tokens,
      total: usage.total_tokens,
      cached: usage.prompt_tokens_details.cached_tokens,
      reasoning: usage.completion_tokens_details.reasoning_tokens,
    },
  };
}

async function expectAll(
  asked: readonly Client[],
  events: readonly ClaudeEvent[],
  bytes: Uint8Array,
  said: Said,
): Promise<void> {
  relay.claudeAnswers(says(bytes));
  const heard = await Promise.all(
    asked.map(async (client) => [client.name, await client.ask(question(events))] as const),
  );

  expect(Object.fromEntries(heard)).toEqual(
    Object.fromEntries(asked.map((client) => [client.name, asHeardBy(client, said)])),
  );
}

async function expectFailure(events: readonly ClaudeEvent[], bytes: Uint8Array): Promise<void> {
  relay.claudeAnswers(says(bytes));
  const answers = await Promise.allSettled(clients.map((client) => client.ask(question(events))));

  expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 'rejected'));
}

/** Offers exactly the tools that will be called. */
const question = (events: readonly ClaudeEvent[]) => ({
  baseURL: relay.baseURL,
  tools: [
    ...new Set(
      events.flatMap((event) =>
        event.type === 'content_block_start' && event.content_block.type === 'tool_use'
          ? [event.content_block.name]
          : [],
      ),
    ),
  ],
});
