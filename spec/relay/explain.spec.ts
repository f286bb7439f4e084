import { afterEach, describe, expect, it } from '@jest/globals';
import { bedrockChannel } from '../../src/channels/bedrock/bedrockChannel.ts';
import { replayChannel } from '../../src/channels/replayChannel.ts';
import { vertexChannel } from '../../src/channels/vertex/vertexChannel.ts';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import { toClaudeRequest } from '../../src/convert/request/toClaudeRequest.ts';
import { explain } from '../../src/relay/explain.ts';
import { ask } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';
import { eventStream, type Visit } from '../support/upstream.ts';
import { claude, toSse } from '../../src/testing/index.ts';

const started = relays();
afterEach(() => started.endAll());

const says = (events: readonly ClaudeEvent[]) => (visit: Visit) =>
  eventStream(visit).end(toSse(events));
const refuses =
  (status: number, type: string, message: string) =>
  ({ response }: Visit) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'error', error: { type, message } }));
  };

const question = {
  model: 'gpt-4o',
  seed: 7,
  stream: true,
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [{ type: 'function', function: { name: 'mcp.server/list' } }],
  betas: ['some-beta-2026-01-01'],
};

describe('?explain=1', () => {
  it('tells what would be sent, and sends nothing', async () => {
    const { completions, upstream, relay } = await started.to(refuses(500, 'api_error', 'No.'), {
      request: { aliases: { 'gpt-4o': 'claude-opus-5' } },
    });

    const explained = await ask(`${completions}?explain=1`, {
      body: question,
      headers: { authorization: 'Bearer client-secret' },
    }).answer;
    const said = await explained.text();

    expect(explained.status).toBe(200);
    expect(JSON.parse(said)).toEqual({
      object: 'relay.explanation',
      channel: 'anthropic',
      request: {
        method: 'POST',
        url: `${upstream.url}/v1/messages`,
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          'anthropic-version': '2023-06-01',
          'anthropic-beta': 'some-beta-2026-01-01',
        },
        body: expect.objectContaining({ model: 'claude-opus-5', max_tokens: 128_000 }),
      },
      warnings: expect.arrayContaining(['dropped:seed']),
      stream: true,
      answer: expect.objectContaining({
        requestedModel: 'gpt-4o',
        toolNames: { mcp_server_list: 'mcp.server/list' },
      }),
    });
    expect(said).not.toMatch(/secret|sk-test/);
    expect(upstream.visits).toHaveLength(0);
    expect(relay.url).not.toBe('');
  });

  it('tells exactly what the same request sends without it', async () => {
    const { completions, upstream } = await started.to(says(claude.message('end_turn')));

    const explained = (await (
      await ask(`${completions}?explain=true`, { body: question }).answer
    ).json()) as ReturnType<typeof explain>;
    await (await ask(completions, { body: question }).answer).text();

    const sent = await upstream.visit();
    expect(sent.body).toEqual(explained.request.body);
    expect(sent.headers).toMatchObject(explained.request.headers);
  });

  it('refuses what would be refused', async () => {
    const { completions } = await started.to(refuses(500, 'api_error', 'No.'));

    const { status } = await ask(`${completions}?explain=1`, { body: { ...question, n: 2 } })
      .answer;

    expect(status).toBe(400);
  });
});

describe('explain', () => {
  const asked = { model: 'claude-opus-5', messages: [{ role: 'user', content: 'Hi' }] };

  it('tells a cloud’s own form', () => {
    const bedrock = bedrockChannel({ region: 'eu-west-1', apiKey: 'aws-secret' });
    const vertex = vertexChannel({ projectId: 'here', accessToken: 'google-secret' });
    const converted = toClaudeRequest(asked, { upstream: 'bedrock' });

    const told = [bedrock, vertex].map((channel) => explain(converted, channel));

    expect(told.map(({ request }) => request.url)).toEqual([
      expect.stringMatching(/^https:\/\/.*eu-west-1.*\/invoke-with-response-stream$/),
      expect.stringMatching(/^https:\/\/.*\/projects\/here\/.*:streamRawPredict$/),
    ]);
    expect(told[0]?.request.body).toMatchObject({ anthropic_version: 'bedrock-2023-05-31' });
    expect(JSON.stringify(told)).not.toContain('secret');
  });

  it('has no address for what is sent nowhere', () => {
    const { request } = explain(toClaudeRequest(asked), replayChannel());
    expect(request.url).toBeNull();
  });

  it('strikes a password out of an address', () => {
    const channel = {
      name: 'private',
      describe: () => ({ url: 'https://ann:pass@example.org/v1/messages', headers: {}, body: {} }),
    };
    expect(explain(toClaudeRequest(asked), channel).request.url).toBe(
      'https://example.org/v1/messages',
    );
  });
});
