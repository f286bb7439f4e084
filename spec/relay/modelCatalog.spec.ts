import { afterEach, describe, expect, it } from '@jest/globals';
import { type Observable, of, throwError } from 'rxjs';
import type { ChannelModel } from '../../src/channels/Channel.ts';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { ClaudeRequest } from '../../src/claude/request.ts';
import { findModel } from '../../src/convert/models.ts';
import { modelCatalog } from '../../src/relay/modelCatalog.ts';
import { claude, toSse } from '../../src/testing/index.ts';
import { ask } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';
import { until } from '../support/settled.ts';
import { eventStream, type Visit } from '../support/upstream.ts';

const offering = (...models: readonly Partial<ChannelModel>[]) => ({
  models: () => of(models.map((model) => ({ id: '', created: 0, ownedBy: 'anthropic', ...model }))),
});

describe('modelCatalog', () => {
  it('knows the built-in table before anybody is asked', () => {
    const { table } = modelCatalog(offering());
    expect(findModel('claude-opus-5', table)).toEqual(findModel('claude-opus-5'));
  });

  it('believes the upstream over the table, and the configuration over both', async () => {
    const channel = offering(
      { id: 'claude-opus-5', traits: { maxOutput: 200_000, structured: false } },
      { id: 'claude-opus-6', traits: { maxOutput: 300_000 } },
    );
    const catalog = modelCatalog(channel, {
      rows: { 'claude-opus-5': { structured: true }, mine: { contextWindow: 8192 } },
    });
    await catalog.refresh();

    expect(findModel('claude-opus-5', catalog.table).traits).toMatchObject({
      maxOutput: 200_000,
      structured: true,
    });
    expect(findModel('claude-opus-6', catalog.table)).toMatchObject({
      kind: 'known',
      traits: { maxOutput: 300_000, sampling: false },
    });
    expect(findModel('mine', catalog.table).traits.contextWindow).toBe(8192);
  });

  it('forgets what the upstream no longer says', async () => {
    let offered: readonly ChannelModel[] = [
      { id: 'claude-opus-5', created: 0, ownedBy: 'anthropic', traits: { maxOutput: 9 } },
    ];
    const catalog = modelCatalog({ models: () => of(offered) });
    await catalog.refresh();
    expect(findModel('claude-opus-5', catalog.table).traits.maxOutput).toBe(9);

    offered = [];
    await catalog.refresh();
    expect(findModel('claude-opus-5', catalog.table).traits.maxOutput).toBe(128_000);
  });

  it('keeps what it has where the upstream fails', async () => {
    let models$: Observable<readonly ChannelModel[]> = of([
      { id: 'claude-opus-5', created: 0, ownedBy: 'anthropic', traits: { maxOutput: 9 } },
    ]);
    const catalog = modelCatalog({ models: () => models$ });
    await catalog.refresh();
    models$ = throwError(() => new Error('down'));
    await catalog.refresh();

    expect(findModel('claude-opus-5', catalog.table).traits.maxOutput).toBe(9);
  });

  it('gives a dated model no names but its own', () => {
    const { table } = modelCatalog(offering(), { rows: { 'claude-haiku-4-5-20990101': {} } });
    expect(findModel('claude-haiku-4-5', table).row).toBe('claude-haiku-4-5-20251001');
    expect(table.models['claude-haiku-4-5-20990101']?.aliases).toBeUndefined();
  });
});

const says = (events: readonly ClaudeEvent[]) => (visit: Visit) =>
  eventStream(visit).end(toSse(events));

const started = relays();
afterEach(() => started.endAll());

describe('a relay that refreshes its models', () => {
  it('asks at once, again and again, and converts by what it is told', async () => {
    let maxTokens = 1000;
    const greet = says(claude.message('end_turn'));
    const { completions, upstream } = await started.to(
      (visit) => {
        if (visit.method !== 'GET') return greet(visit);
        maxTokens += 1000;
        visit.response.setHeader('content-type', 'application/json');
        return visit.response.end(
          JSON.stringify({
            data: [{ id: 'claude-opus-5', max_tokens: maxTokens }],
            has_more: false,
          }),
        );
      },
      { refreshModelsMs: 5, models: { 'claude-opus-5': { contextWindow: 1 } } },
    );
    const sent = async (): Promise<number> => {
      const before = upstream.visits.length;
      const body = { model: 'claude-opus-5', messages: [{ role: 'user', content: 'Hi' }] };
      await (await ask(completions, { body }).answer).text();
      const visit = upstream.visits.slice(before).find(({ method }) => method === 'POST');
      return (visit?.body as ClaudeRequest).max_tokens;
    };

    await until(() => upstream.visits.length >= 2);
    const one = await sent();
    const asked = upstream.visits.length;
    await until(() => upstream.visits.length >= asked + 3);
    const two = await sent();

    expect(one).toBeGreaterThanOrEqual(2000);
    expect(one).toBeLessThan(128_000);
    expect(two).toBeGreaterThan(one);
  });

  it('asks nobody unless it is told to', async () => {
    const { completions, upstream } = await started.to(says(claude.message('end_turn')));
    const body = { model: 'claude-opus-5', messages: [{ role: 'user', content: 'Hi' }] };
    await (await ask(completions, { body }).answer).text();

    expect(upstream.visits.map(({ method }) => method)).toEqual(['POST']);
  });

  it('lists models by the names the configuration gives them', async () => {
    const { relay } = await started.to(
      ({ response }) => {
        response.setHeader('content-type', 'application/json');
        response.end('{"data":[{"id":"claude-opus-5","created_at":"2026-07-24T00:00:00Z"}]}');
      },
      {
        models: { 'claude-opus-5': { structured: false }, mine: { contextWindow: 8192 } },
        request: { aliases: { 'gpt-4o': 'claude-opus-5' } },
      },
    );

    const { data } = (await (await ask(`${relay.url}/v1/models`).answer).json()) as {
      readonly data: readonly { readonly id: string; readonly owned_by: string }[];
    };
    const alias = await ask(`${relay.url}/v1/models/gpt-4o`).answer;

    expect(data.map(({ id, owned_by }) => [id, owned_by])).toEqual([
      ['claude-opus-5', 'anthropic'],
      ['mine', 'relay'],
      ['gpt-4o', 'relay'],
    ]);
    expect(await alias.json()).toEqual({
      id: 'gpt-4o',
      object: 'model',
      created: 0,
      owned_by: 'relay',
    });
  });
});
