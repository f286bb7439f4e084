import { afterEach, describe, expect, it } from '@jest/globals';
import { claude, toSse } from '../../src/testing/index.ts';
import { serve } from '../../src/relay/serve.ts';
import { createRelay } from '../../src/relay/createRelay.ts';
import { NEVER, of } from 'rxjs';
import { ask, framesOf } from '../support/ask.ts';
import { relays } from '../support/relayTo.ts';
import { eventStream } from '../support/upstream.ts';

const { blockStop, message, text, textStart } = claude;
const greeting = message('end_turn', textStart(0), text(0, 'Hello'), blockStop(0));
const question = {
  model: 'claude-opus-5',
  stream: true,
  messages: [{ role: 'user', content: 'Hi' }],
};

const started = relays();
afterEach(() => started.endAll());

describe('serve', () => {
  it('says where it listens', async () => {
    const { relay } = await started.to(() => undefined);

    expect(relay.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('rejects where somebody else listens', async () => {
    const { relay } = await started.to(() => undefined);
    const app = createRelay({
      channel: { name: 'none', messages: () => NEVER, models: () => of([]) },
    });

    await expect(
      serve(app, { host: '127.0.0.1', port: Number(new URL(relay.url).port) }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE', syscall: 'listen' });
  });

  it('lets a stream end before it stops, takes no other, and does not wait for idle clients', async () => {
    const { completions, relay, upstream } = await started.to((visit) => {
      eventStream(visit, toSse(greeting.slice(0, 3)));
    });
    // Kept connections that nothing happens on would hold a bare close() for over a minute.
    await (await ask(`${relay.url}/health`).answer).text();
    const running = await ask(completions, { body: question }).answer;

    const drained = relay.drain(60_000);
    await expect(ask(`${relay.url}/health`).answer).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    (await upstream.visit()).response.end(toSse(greeting.slice(3)));

    expect(framesOf(await running.text()).at(-1)).toBe('[DONE]');
    await drained;
  });

  it('cuts off what has not ended in time, and lets go of Claude', async () => {
    const { completions, relay, upstream } = await started.to((visit) => {
      eventStream(visit, toSse(greeting.slice(0, 3)));
    });
    const running = await ask(completions, { body: question }).answer;

    await relay.drain(50);

    await expect(running.text()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await (await upstream.visit()).closed).toBe('hung up');
  });
});
