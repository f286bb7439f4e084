import type { AIMessageChunk, UsageMetadata } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import {
  anyModel,
  type Call,
  type Client,
  type Heard,
  type Question,
  type Said,
} from './Client.ts';

/** LangChain's chat model for OpenAI, pointed at the relay. */
export const langchainModel = (
  { baseURL, maxRetries = 0 }: Pick<Question, 'baseURL' | 'maxRetries'>,
  model: string = anyModel,
): ChatOpenAI =>
  new ChatOpenAI({
    model,
    apiKey: 'sk-test',
    configuration: { baseURL },
    streamUsage: true,
    maxRetries,
  });

const runnable = (question: Question) =>
  langchainModel(question).bindTools(
    question.tools.map((name) => ({
      type: 'function' as const,
      function: { name, parameters: { type: 'object', additionalProperties: true } },
    })),
  );

const options = ({ signal }: Question) => (signal === undefined ? {} : { signal });
const question = 'What is the weather?';

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;

const streamed: Client = {
  name: 'LangChain stream',
  streams: true,
  refusalIn: 'nowhere',
  keepsReasoning: true,
  statusOf,
  async ask(asked) {
    let message: AIMessageChunk | undefined;
    for await (const chunk of await runnable(asked).stream(question, options(asked))) {
      if (chunk.text !== '') asked.onText?.(chunk.text);
      message = message?.concat(chunk) ?? chunk;
    }
    return fromMessage(message);
  },
};

const whole: Client = {
  name: 'LangChain invoke',
  streams: false,
  refusalIn: 'nowhere',
  keepsReasoning: true,
  statusOf,
  ask: async (asked) => fromMessage(await runnable(asked).invoke(question, options(asked))),
};

export const langchainClients: readonly Client[] = [streamed, whole];

function fromMessage(message: AIMessageChunk | undefined): Heard {
  const { finish_reason: finish } = message?.response_metadata ?? {};
  const { reasoning_content: reasoning } = message?.additional_kwargs ?? {};
  return {
    text: message?.text ?? '',
    reasoning: typeof reasoning === 'string' ? reasoning : '',
    calls: [...(message?.tool_calls ?? []), ...(message?.invalid_tool_calls ?? [])].map(
      ({ id = '', name = '', args }): Call => ({ id, name, input: args }),
    ),
    finish: typeof finish === 'string' ? finish : '',
    usage: toUsage(message?.usage_metadata),
  };
}

/** It leaves out counts of zero. */
const toUsage = (usage: UsageMetadata | undefined): Said['usage'] => ({
  prompt: usage?.input_tokens ?? 0,
  completion: usage?.output_tokens ?? 0,
  total: usage?.total_tokens ?? 0,
  cached: usage?.input_token_details?.cache_read ?? 0,
  reasoning: usage?.output_token_details?.reasoning ?? 0,
});
