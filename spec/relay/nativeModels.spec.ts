import { afterEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/relay/config.ts';
import { createRelay } from '../../src/relay/createRelay.ts';
import { openChannel } from '../../src/relay/openChannel.ts';
import { serve } from '../../src/relay/serve.ts';
import { fakeBedrock, fakeClaude, scripts } from '../../src/testing/index.ts';
import { ask } from '../support/ask.ts';

const running: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

describe('the models of POST /v1/messages', () => {
  it('are known by every alias of the file, and go to the channel that serves them', async () => {
    const own = await fakeClaude(scripts.answers(200, { type: 'message', content: [] }));
    const aws = await fakeBedrock({ apiKey: 'aws-key' }, scripts.answers(404, {}));
    running.push(own, aws);
    const { channel, routing, relay } = readConfig({
      env: {},
      file: {
        name: 'marblegate.yaml',
        text: `
aliases: { best: claude-opus-5 }
channels:
  - { kind: anthropic, baseUrl: ${own.url}, apiKey: own-key, models: [claude-opus-5], modelIds: { claude-opus-5: vendor/opus } }
  - { kind: bedrock, baseUrl: ${aws.url}, apiKey: aws-key, models: ["claude-haiku-*"], aliases: { small: claude-haiku-4-5 } }
`,
      },
    });
    const app = createRelay({ ...relay, channel: openChannel(channel, routing) });
    const { url, drain } = await serve(app, { host: '127.0.0.1', port: 0 });
    running.push({ close: () => drain(0) });
    const asked = async (path: string, model: string) => {
      const body = `{ "new":12345678901234567890, "model":"${model}","messages":[{"role":"user","content":"Hi"}]}`;
      const { status, headers } = await ask(`${url}${path}`, { body }).answer;
      return [status, headers['x-relay-channel']];
    };

    expect(await asked('/v1/messages', 'best')).toEqual([200, 'anthropic']);
    expect(await asked('/v1/messages/count_tokens', 'small')).toEqual([200, 'bedrock']);
    // Suffixes and rows are for requests that are converted.
    expect(await asked('/v1/messages', 'claude-opus-5:thinking')).toEqual([404, undefined]);
    const asks = own.calls.filter(({ method }) => method === 'POST');
    expect(asks.map(({ text }) => text)).toEqual([
      '{ "new":12345678901234567890, "model":"vendor/opus","messages":[{"role":"user","content":"Hi"}]}',
    ]);
    expect(aws.calls.map(({ path }) => path)).toEqual([
      '/model/anthropic.claude-haiku-4-5-20251001-v1%3A0/count-tokens',
    ]);
  });
});
