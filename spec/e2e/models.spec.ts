import { describe, expect, it } from '@jest/globals';
import { replayChannel } from '../../src/channels/replayChannel.ts';
import { openai } from '../support/clients/openai.ts';
import { serveRelay } from '../support/relayUnderTest.ts';

const relay = serveRelay(() => replayChannel({ paceMs: 0 }), {
  request: { aliases: { 'gpt-4o': 'replay/claude' } },
});

describe('models, as OpenAI’s own client asks for them', () => {
  it('lists what the channel offers, and the names the relay has for some of it', async () => {
    const ids: string[] = [];
    for await (const model of openai(relay).models.list()) {
      expect(model).toMatchObject({ object: 'model', created: expect.any(Number) });
      ids.push(model.id);
    }

    expect(ids).toEqual(expect.arrayContaining(['replay/claude', 'replay/two-tools', 'gpt-4o']));
  });

  it('shows one, also one with a slash in its name', async () => {
    expect(await openai(relay).models.retrieve('replay/two-tools')).toEqual({
      id: 'replay/two-tools',
      object: 'model',
      created: expect.any(Number),
      owned_by: 'marblegate',
    });
    expect(await openai(relay).models.retrieve('gpt-4o')).toMatchObject({ id: 'gpt-4o' });
  });

  it('knows nothing of any other', async () => {
    await expect(openai(relay).models.retrieve('no/such')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
  });

  it('answers under every name it lists', async () => {
    const { choices } = await openai(relay).chat.completions.create({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'Hello?' }],
    });

    expect(choices[0]?.message.content).toContain('Hello?');
  });
});
