/** An agent: asks, runs the tools that are called, hands their results back, until there is an answer. */
import type OpenAI from 'openai';

type Message = OpenAI.ChatCompletionMessageParam;

/** A tool the model may call: what it is told of it, and what runs. */
export interface Tool {
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  run(input: unknown): Promise<string> | string;
}

/**
 * Runs the loop and gives the answer; text is handed over as it comes.
 *
 * @param client - its `baseURL` is the relay's: `new OpenAI({ baseURL: 'http://127.0.0.1:8787/v1' })`
 */
export async function agentLoop(
  client: OpenAI,
  model: string,
  question: string,
  tools: Readonly<Record<string, Tool>>,
  onText: (text: string) => void = () => undefined,
): Promise<string> {
  const messages: Message[] = [{ role: 'user', content: question }];
  const offered = Object.entries(tools).map(([name, { description, parameters }]) => ({
    type: 'function' as const,
    function: { name, description, parameters },
  }));

  for (;;) {
    const stream = client.chat.completions.stream({ model, messages, tools: offered });
    stream.on('content', onText);
    const { message } = (await stream.finalChatCompletion()).choices[0] ?? {};
    if (message === undefined) throw new Error('There is no answer.');
    const calls = message.tool_calls ?? [];
    if (calls.length === 0) return message.content ?? '';

    messages.push(message);
    for (const call of calls) {
      const tool = Object.hasOwn(tools, call.function.name) ? tools[call.function.name] : undefined;
      const content = tool
        ? await tool.run(JSON.parse(call.function.arguments))
        : `There is no tool ${call.function.name}.`;
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}
