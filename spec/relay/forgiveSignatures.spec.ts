import { afterEach, describe, expect, it } from '@jest/globals';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { ClaudeRequest } from '../../src/claude/request.ts';
import { claude, toSse } from '../../src/testing/index.ts';
import { ask } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';
import { eventStream, type Visit } from '../support/upstream.ts';

const { blockStop, message, text, textStart } = claude;

type Script = (visit: Visit) => unknown;
const says = (events: readonly ClaudeEvent[]) => (visit: Visit) =>
  eventStream(visit).end(toSse(events));
const refuses =
  (status: number, type: string, message: string) =>
  ({ response }: Visit) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'error', error: { type, message } }));
  };

const refusal = refuses(
  400,
  'invalid_request_error',
  'messages.1.content.0: Invalid `signature` in `thinking` block',
);
const greeting = says(message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0)));

/** Answers the first request one way, all others another. */
const first = (one: Script, then: Script): Script => {
  let asked = 0;
  return (visit) => {
    asked += 1;
    return (asked === 1 ? one : then)(visit);
  };
};

const question = (more: object = {}) => ({
  model: 'claude-opus-5',
  messages: [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: 'Hello',
      thinking_blocks: [{ type: 'thinking', thinking: 'Hm', signature: 'spoiled' }],
    },
    { role: 'user', content: 'Again' },
  ],
  ...more,
});

const started = relays();
afterEach(() => started.endAll());

describe('a request whose signatures Claude refuses', () => {
  it.each([true, false])('goes on without them (streamed: %s)', async (stream) => {
    const { completions, upstream } = await started.to(first(refusal, greeting));

    const answer = await ask(completions, { body: question({ stream, seed: 7 }) }).answer;

    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Hello');
    expect(answer.headers['x-relay-warnings']).toBe('dropped:seed, retried:thinking');
    const [one, two] = upstream.visits.map(({ body }) => body as ClaudeRequest);
    expect(JSON.stringify(one)).toContain('spoiled');
    expect(two).toEqual({
      ...one,
      messages: one?.messages.map(({ role, content }) => ({
        role,
        content: content.filter(({ type }) => type !== 'thinking'),
      })),
    });
  });

  it('is tried once more, not for ever', async () => {
    const { completions, upstream } = await started.to(refusal);

    const answer = await ask(completions, { body: question() }).answer;

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param: 'messages' } });
    expect(upstream.visits).toHaveLength(2);
  });

  it('is not tried again where there is nothing to leave out', async () => {
    const { completions, upstream } = await started.to(refusal);

    const answer = await ask(completions, {
      body: question({ messages: [{ role: 'user', content: 'Hi' }] }),
    }).answer;

    expect(answer.status).toBe(400);
    expect(upstream.visits).toHaveLength(1);
  });

  it('nor when something else is wrong', async () => {
    const other = refuses(400, 'invalid_request_error', 'max_tokens: 9 > 8');
    const { completions, upstream } = await started.to(other);

    expect((await ask(completions, { body: question() }).answer).status).toBe(400);
    expect(upstream.visits).toHaveLength(1);
  });
});
