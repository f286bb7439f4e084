import { afterEach, describe, expect, it } from '@jest/globals';
import { anthropicChannel } from '../../src/channels/anthropic.ts';
import { claudeToOpenAI } from '../../src/operators/index.ts';
import {
  emitted,
  type FakeClaude,
  fakeClaude,
  outcome,
  replay,
  scenarioNames,
  scripts,
} from '../../src/testing/index.ts';
import { anyBody, listenTo } from '../support/listenTo.ts';
import { until } from '../support/settled.ts';
import { marbles } from '../support/marbles.ts';

describe('replay', () => {
  it('tells a scenario, the same each time', () => {
    const events = emitted(replay('interleaved-tools'));

    expect(events.at(-1)).toEqual({ type: 'message_stop' });
    expect(emitted(replay('interleaved-tools'))).toEqual(events);
    expect(emitted(replay('interleaved-tools', { seed: 1 }))).not.toEqual(events);
    expect(emitted(replay('interleaved-tools').pipe(claudeToOpenAI()))).toBeOpenAIStream();
  });

  it('asks what it is told to ask', () => {
    const tools = [{ name: 'find_it', input_schema: { type: 'object' } }] as const;

    expect(JSON.stringify(emitted(replay('tool-first', { request: { tools } })))).toContain(
      '"find_it"',
    );
  });

  it('fails as the scenario does', () => {
    expect(outcome(replay('rate-limited')).error).toMatchObject({ status: 429 });
    expect(outcome(replay('reset')).error).toMatchObject({ code: 'ERR_RELAY_CONNECTION' });
    expect(outcome(replay('stall')).ending).toBe('silent');
  });

  it(
    'takes its time where it is given some',
    marbles(({ expectObservable }) => {
      const first$ = replay('rate-limited', { paceMs: 3 });
      expectObservable(first$).toBe('#', {}, outcome(replay('rate-limited')).error);
      expect(emitted(replay('text', { paceMs: 1000 }))).toEqual(emitted(replay('text')));
    }),
  );

  it('knows what there is', () => {
    expect(scenarioNames).toContain('two-tools');
    expect(() => replay('no-such-thing')).toThrow(/no scenario 'no-such-thing'; there are text, /);
  });
});

describe('scripts.replays', () => {
  let fake: FakeClaude | undefined;
  afterEach(() => fake?.close());

  const asked = async (scenario: string) => {
    await fake?.close();
    fake = await fakeClaude(scripts.replays());
    const channel = anthropicChannel({ baseUrl: fake.url, apiKey: 'sk-test' });
    return listenTo(channel, { body: { ...anyBody, model: `replay/${scenario}` } });
  };

  it('says over a socket what the replay channel says', async () => {
    const { events, heads, over } = await asked('two-tools');

    expect(await over).toBe('completed');
    expect(events).toEqual(emitted(replay('two-tools', { request: anyBody })));
    expect(heads[0]?.headers['request-id']).toMatch(/^req_/);
  });

  it('refuses, breaks off and falls silent over a socket, too', async () => {
    const refused = await asked('rate-limited');
    expect(await refused.over).toMatchObject({
      status: 429,
      type: 'rate_limit_error',
      headers: { 'retry-after': '16' },
    });

    const reset = await asked('reset');
    expect(await reset.over).toMatchObject({ code: 'ERR_RELAY_CONNECTION' });

    const stalled = await asked('stall');
    await until(() => stalled.events.length > 2);
    stalled.leave();
    expect(await (await fake?.call())?.closed).toBe('left');
    await (
      await fake?.call()
    )?.played;
  });
});
