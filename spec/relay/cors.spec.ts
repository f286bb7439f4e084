import { afterEach, describe, expect, it } from '@jest/globals';
import { ask } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';

const started = relays();
afterEach(() => started.endAll());

const page = 'https://chat.example';
const asking = (origin: string) => ({
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,x-stainless-os',
  },
});

describe('a page of another origin', () => {
  const answering = (corsOrigins?: readonly string[]) =>
    started.to(() => undefined, { keys: ['relay-key-1'], ...(corsOrigins && { corsOrigins }) });

  it('may ask without a key whether it may ask', async () => {
    const { completions } = await answering([page]);

    const { status, headers } = await ask(completions, asking(page)).answer;

    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'authorization,x-stainless-os',
      vary: 'origin',
    });
  });

  it('may read what an answer says of itself, an error above all', async () => {
    const { completions } = await answering(['*']);

    const { status, headers } = await ask(completions, { body: {}, headers: { origin: page } })
      .answer;

    expect(status).toBe(401);
    expect(headers['access-control-allow-origin']).toBe(page);
    expect(headers['access-control-expose-headers']?.split(', ')).toEqual(
      expect.arrayContaining([
        'x-request-id',
        'x-ratelimit-reset-tokens',
        'retry-after',
        'x-relay-warnings',
        'x-relay-attempts',
      ]),
    );
  });

  it('may not where nobody said so', async () => {
    const { completions } = await answering();
    const { completions: others } = await answering(['https://other.example']);

    for (const url of [completions, others]) {
      const { headers } = await ask(url, asking(page)).answer;
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

describe("a client's own request id", () => {
  it('comes back, if it is one', async () => {
    const { completions } = await started.to(() => undefined);
    const idOf = async (id: string) => {
      const headers = { 'x-client-request-id': id };
      return (await ask(completions, { body: {}, headers }).answer).headers['x-client-request-id'];
    };

    expect(await idOf('mine-1')).toBe('mine-1');
    expect(await idOf('x'.repeat(200))).toBeUndefined();
  });
});
