import { describe, expect, it } from '@jest/globals';
import { type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { generateText, type ModelMessage, stepCountIs, streamText, tool as aiTool } from 'ai';
import type OpenAI from 'openai';
import { zodFunction } from 'openai/helpers/zod';
import { replayChannel } from '../../src/channels/replayChannel.ts';
import { aiModel } from '../support/clients/aiSdk.ts';
import { langchainModel } from '../support/clients/langchain.ts';
import { openai } from '../support/clients/openai.ts';
import { serveRelay } from '../support/relayUnderTest.ts';
import { toolbox, type BoxedTool } from '../support/toolbox.ts';

const relay = serveRelay(() => replayChannel({ paceMs: 0 }));

/** An agent: goes on until the model calls no more tools, and gives its last words. */
interface Agent {
  readonly name: string;
  /** Starts a conversation; what is returned takes one question after the other. */
  converse(model: string, tools: readonly BoxedTool[]): (question: string) => Promise<string>;
}

const openaiAgent = (stream: boolean): Agent => ({
  name: `openai .runTools() ${stream ? 'streamed' : 'not streamed'}`,
  converse(model, tools) {
    const messages: OpenAI.ChatCompletionMessageParam[] = [];
    return async (question) => {
      messages.push({ role: 'user', content: question });
      const request = {
        model,
        messages,
        tools: tools.map(({ name, description, schema, run }) =>
          zodFunction({ name, description, parameters: schema, function: run }),
        ),
      };
      const { completions } = openai(relay).chat;
      const runner = stream
        ? completions.runTools({ ...request, stream })
        : completions.runTools(request);
      const words = (await runner.finalContent()) ?? '';
      messages.splice(0, messages.length, ...runner.messages);
      return words;
    };
  },
});

const aiAgent = (stream: boolean): Agent => ({
  name: `AI SDK ${stream ? 'streamText' : 'generateText'}`,
  converse(model, tools) {
    const messages: ModelMessage[] = [];
    return async (question) => {
      messages.push({ role: 'user', content: question });
      const request = {
        model: aiModel(relay.baseURL, model),
        messages,
        maxRetries: 0,
        stopWhen: stepCountIs(5),
        tools: Object.fromEntries(
          tools.map(({ name, description, schema, run }) => [
            name,
            aiTool({ description, inputSchema: schema, execute: run }),
          ]),
        ),
      };
      const result = stream ? streamText(request) : await generateText(request);
      messages.push(...(await result.response).messages);
      return result.text;
    };
  },
});

const langchainAgent = (stream: boolean): Agent => ({
  name: `LangChain ${stream ? 'stream' : 'invoke'}`,
  converse(model, tools) {
    const messages: BaseMessage[] = [];
    const bound = tools.map(({ name, description, schema, run }) =>
      langchainTool(run, { name, description, schema }),
    );
    const runnable = langchainModel(relay, model).bindTools(bound);
    const say = async () => {
      if (!stream) return runnable.invoke(messages);
      const chunks = [];
      for await (const chunk of await runnable.stream(messages)) chunks.push(chunk);
      return chunks.reduce((message, chunk) => message.concat(chunk));
    };
    return async (question) => {
      messages.push(new HumanMessage(question));
      for (;;) {
        const message = await say();
        messages.push(message);
        const { tool_calls: calls = [] } = message;
        if (calls.length === 0) return message.text;
        for (const call of calls) {
          const called = bound.find(({ name }) => name === call.name);
          messages.push((await called?.invoke({ ...call, type: 'tool_call' })) as BaseMessage);
        }
      }
    };
  },
});

/** How many calls each scenario makes; `claude` itself calls the first two tools. */
const scenarios = {
  claude: 2,
  'text-then-tool': 1,
  'thinking-then-two-tools': 2,
  'two-tools': 2,
  'tool-first': 1,
  'tool-without-arguments': 1,
  'interleaved-tools': 2,
  'text-between-tools': 2,
  unicode: 1,
};

describe.each(
  [true, false]
    .flatMap((stream) => [openaiAgent(stream), aiAgent(stream), langchainAgent(stream)])
    .map((agent) => [agent.name, agent] as const),
)('an agent made with %s', (_, agent) => {
  it.each(Object.entries(scenarios))('completes its loop, twice: %s', async (scenario, calls) => {
    const box = toolbox();
    const ask = agent.converse(`replay/${scenario}`, box.tools);

    const first = await ask('A room in Porto, and the weather there?');
    expect(box.results).toHaveLength(calls);
    for (const result of box.results) expect(first).toContain(result);

    const second = await ask('And the same for Braga?');
    expect(box.results).toHaveLength(2 * calls);
    for (const result of box.results.slice(calls)) expect(second).toContain(result);
  });
});
