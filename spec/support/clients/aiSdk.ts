import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  RetryError,
  streamText,
  tool,
  type ToolSet,
  type TypedToolCall,
} from 'ai';
import { anyModel, type Call, type Client, type Question, type Said } from './Client.ts';

/** Vercel's AI SDK, with the provider for servers that speak OpenAI's language. */
export const aiModel = (baseURL: string, id: string = anyModel): LanguageModel =>
  createOpenAICompatible({
    name: 'relay',
    baseURL,
    apiKey: 'sk-test',
    includeUsage: true,
    supportsStructuredOutputs: true,
  })(id);

const settings = ({ baseURL, tools, maxRetries = 0, signal }: Question) => ({
  model: aiModel(baseURL),
  prompt: 'What is the weather?',
  maxRetries,
  ...(tools.length > 0 && {
    tools: Object.fromEntries(
      tools.map((name) => [
        name,
        tool({
          inputSchema: jsonSchema<Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
          }),
        }),
      ]),
    ) as ToolSet,
  }),
  ...(signal && { abortSignal: signal }),
});

function statusOf(error: unknown): number | undefined {
  if (RetryError.isInstance(error)) return statusOf(error.lastError);
  return APICallError.isInstance(error) ? error.statusCode : undefined;
}

const streamed: Client = {
  name: 'AI SDK streamText',
  streams: true,
  refusalIn: 'text',
  keepsReasoning: true,
  statusOf,
  async ask(question) {
    const result = streamText({ ...settings(question), onError: () => undefined });
    for await (const part of result.fullStream) {
      if (part.type === 'error') throw toError(part.error);
      if (part.type === 'abort') throw new Error('aborted');
      if (part.type === 'text-delta') question.onText?.(part.text);
    }
    return {
      text: await result.text,
      reasoning: (await result.reasoningText) ?? '',
      calls: (await result.toolCalls).map(toCall),
      finish: (await result.rawFinishReason) ?? '',
      usage: toUsage(await result.usage),
    };
  },
};

const whole: Client = {
  name: 'AI SDK generateText',
  streams: false,
  refusalIn: 'text',
  keepsReasoning: true,
  statusOf,
  async ask(question) {
    const result = await generateText(settings(question));
    return {
      text: result.text,
      reasoning: result.reasoningText ?? '',
      calls: result.toolCalls.map(toCall),
      finish: result.rawFinishReason ?? '',
      usage: toUsage(result.usage),
    };
  },
};

export const aiSdkClients: readonly Client[] = [streamed, whole];

const toCall = ({ toolCallId, toolName, input }: TypedToolCall<ToolSet>): Call => ({
  id: toolCallId,
  name: toolName,
  input,
});

const toUsage = (usage: LanguageModelUsage): Said['usage'] => ({
  prompt: usage.inputTokens ?? -1,
  completion: usage.outputTokens ?? -1,
  total: usage.totalTokens ?? -1,
  cached: usage.inputTokenDetails.cacheReadTokens ?? -1,
  reasoning: usage.outputTokenDetails.reasoningTokens ?? -1,
});

/** An error told in the stream arrives as it was told. */
const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(JSON.stringify(error));
