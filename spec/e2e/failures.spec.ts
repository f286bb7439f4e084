import { describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { claude, scripts, toSseBytes } from '../../src/testing/index.ts';
import { anyModel, eachClient } from '../support/clients/index.ts';
import { openai } from '../support/clients/openai.ts';
import { regularStreams } from '../support/fixtureStreams.ts';
import { refuses, relayUnderTest } from '../support/relayUnderTest.ts';

const { breaksOff, resets, says } = scripts;
const { blockStop, json, messageStart, streamError, text, textStart, toolStart } = claude;
const relay = relayUnderTest();
const tools = ['get_weather'];

const halfText: readonly ClaudeEvent[] = [messageStart(), textStart(0), text(0, 'Once upon')];
const halfCall: readonly ClaudeEvent[] = [
  messageStart(),
  textStart(0),
  text(0, 'Once upon'),
  blockStop(0),
  toolStart(1, 'get_weather'),
  json(1, '{"city": "Porto"}'),
];
const overloaded = streamError('overloaded_error', 'Overloaded');

describe.each(eachClient())('%s', (_, client) => {
  const ask = (maxRetries = 0) => {
    const texts: string[] = [];
    const onText = (piece: string) => texts.push(piece);
    return {
      texts,
      answer: client.ask({ baseURL: relay.baseURL, tools, maxRetries, onText }),
    };
  };

  describe.each([
    ['in a text', halfText],
    ['in a tool call whose JSON is whole', halfCall],
  ])('when Claude fails %s', (__, events) => {
    it.each([
      ['by saying so', says([...events, overloaded]), /overloaded/i, 503],
      ['by closing', says(events), /ended before/, 502],
      ['by closing in the middle of an event', says(torn(events)), /ended/, 502],
      ['by breaking the connection', breaksOff(events, Infinity), /connection .*broke/, 502],
    ] as const)('raises an error: %s', async (___, script, message, status) => {
      relay.claudeAnswers(script);

      const { texts, answer } = ask();
      const error = await rejection(answer);

      expect(everyWord(error)).toMatch(message);
      // A plain answer was never begun, so its failure has a true status; a stream had its 200.
      expect(client.statusOf(error)).toBe(client.streams ? undefined : status);
      expect(texts.join('')).toBe(client.streams ? 'Once upon' : '');
    });
  });

  it.each([
    ['overloaded', refuses(529, 'overloaded_error', 'Overloaded'), 503],
    ['overloaded, told as the first event', says([overloaded]), 503],
    ['broken', refuses(500, 'api_error', 'Internal server error'), 500],
    ['wrongly asked', refuses(400, 'invalid_request_error', 'messages: too sad'), 400],
    ['too busy', refuses(429, 'rate_limit_error', 'Slow down', { 'retry-after': '7' }), 429],
    ['gone after its head', breaksOff('', 0), 502],
    ['closing before its first event', says(new Uint8Array()), 502],
  ] as const)('gets a true status when Claude is %s', async (___, script, status) => {
    relay.claudeAnswers(script);

    const { texts, answer } = ask();

    expect(client.statusOf(await rejection(answer))).toBe(status);
    expect(texts).toEqual([]);
    expect(relay.calls()).toHaveLength(1);
  });

  it('gets a true status when Claude is gone without a word', async () => {
    relay.claudeAnswers(resets());

    // On a kept connection the relay asks again, since the request may never have arrived.
    expect(client.statusOf(await rejection(ask().answer))).toBe(502);
  });

  it('tries again by itself and is answered, when Claude was overloaded before its first byte', async () => {
    relay.claudeAnswers(
      refuses(529, 'overloaded_error', 'Overloaded', { 'retry-after': '0' }),
      says(regularStreams['one tool'] ?? []),
    );

    const { answer } = ask(2);

    expect((await answer).calls).toEqual([
      { id: 'toolu_0', name: 'get_weather', input: { city: 'Porto' } },
    ]);
    expect(relay.calls()).toHaveLength(2);
  });
});

describe('how long to wait', () => {
  const limited = (headers: Readonly<Record<string, string>>) =>
    refuses(429, 'rate_limit_error', 'Slow down', headers);

  it('reaches the client as Claude said it', async () => {
    relay.claudeAnswers(limited({ 'retry-after': '7' }));

    const error = await rejection(
      openai(relay).chat.completions.create({ ...aQuestion, stream: true }),
    );

    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    const { headers } = error as { readonly headers: Iterable<[string, string]> };
    expect(new Map(headers).get('retry-after')).toBe('7');
  });

  it('is waited for by the client, which is answered at its next try', async () => {
    relay.claudeAnswers(
      limited({ 'retry-after': '0' }),
      limited({ 'retry-after': '0' }),
      says(regularStreams['text'] ?? []),
    );
    const { completions } = openai({ baseURL: relay.baseURL, maxRetries: 2 }).chat;

    const { choices } = await completions.stream(aQuestion).finalChatCompletion();

    expect(choices[0]?.message.content).toBe('Hello, world!');
    expect(relay.calls()).toHaveLength(3);
  });
});

const aQuestion = {
  model: anyModel,
  messages: [{ role: 'user' as const, content: 'Hello?' }],
};

/** Bytes that end in the middle of one more event. */
function torn(events: readonly ClaudeEvent[]): Uint8Array {
  return toSseBytes([...events, text(0, 'never heard')]).slice(0, -20);
}

async function rejection(answer: Promise<unknown>): Promise<unknown> {
  try {
    await answer;
  } catch (error) {
    return error;
  }
  throw new Error('a failure was taken for an answer');
}

/** All an error has to say, whatever a client wraps it in. */
const everyWord = (error: unknown): string =>
  error instanceof Error
    ? [
        error.message,
        JSON.stringify(error),
        error.cause === undefined ? '' : everyWord(error.cause),
      ].join(' ')
    : JSON.stringify(error);
