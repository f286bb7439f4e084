import { afterEach, describe, expect, it } from '@jest/globals';
import { anthropicChannel } from '../../../src/channels/anthropic.ts';
import { routedChannel } from '../../../src/channels/router/routedChannel.ts';
import type { OpenAICompletion } from '../../../src/openai/completion.ts';
import { memoryTurnStore } from '../../../src/relay/turnMemory/memoryTurnStore.ts';
import { claude, toSse } from '../../../src/testing/index.ts';
import { ask } from '../../support/ask.ts';
import { relays } from '../../support/relayTo.ts';
import { eventStream } from '../../support/upstream.ts';

const { blockStop, json, message, signature, text, textStart, thinking, thinkingStart, toolStart } =
  claude;

const called = message(
  'tool_use',
  thinkingStart(0),
  thinking(0, 'Hm.'),
  signature(0, 'c2ln'),
  blockStop(0),
  toolStart(1, 'look', 'toolu_1'),
  json(1, '{}'),
  blockStop(1),
);
const done = message('end_turn', textStart(0), text(0, 'Done.'), blockStop(0));
const question = {
  model: 'claude-opus-5',
  tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
  messages: [{ role: 'user', content: 'Look.' }],
};

const started = relays();
afterEach(() => started.endAll());

describe('a turn that is remembered', () => {
  it('goes on at the channel that took it', async () => {
    const spare = await started.to((visit) =>
      eventStream(visit).end(toSse(spare.upstream.visits.length === 1 ? called : done)),
    );
    const main = await started.to(
      (visit) =>
        main.upstream.visits.length === 1
          ? visit.response.writeHead(529).end('{}')
          : eventStream(visit).end(toSse(done)),
      { turnStore: memoryTurnStore() },
      {},
      (channel) =>
        routedChannel([
          { name: 'main', channel },
          {
            name: 'spare',
            channel: anthropicChannel({ baseUrl: spare.upstream.url, apiKey: 'sk-test' }),
            priority: 1,
          },
        ]),
    );
    const asked = async (messages: readonly object[]): Promise<object> => {
      const { answer } = ask(main.completions, { body: { ...question, messages } });
      const { choices } = (await (await answer).json()) as OpenAICompletion;
      return choices[0].message;
    };

    const turn = await asked(question.messages);
    const result = { role: 'tool', tool_call_id: 'toolu_1', content: 'A tree.' };
    expect(await asked([...question.messages, turn, result])).toMatchObject({ content: 'Done.' });
    await asked(question.messages);

    const visits = [main, spare].map(({ upstream }) => upstream.visits.length);
    expect(visits).toEqual([2, 2]);
  });
});
