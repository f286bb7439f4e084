import OpenAI from 'openai';
import {
  anyModel,
  type Call,
  type Client,
  type Heard,
  parsed,
  type Question,
  type Said,
} from './Client.ts';

/** OpenAI's own client, pointed at the relay. */
export const openai = ({
  baseURL,
  maxRetries = 0,
}: Pick<Question, 'baseURL' | 'maxRetries'>): OpenAI =>
  new OpenAI({ baseURL, apiKey: 'sk-test', maxRetries });

const body = ({ tools }: Question) => ({
  model: anyModel,
  messages: [{ role: 'user' as const, content: 'What is the weather?' }],
  ...(tools.length > 0 && {
    tools: tools.map((name) => ({
      type: 'function' as const,
      function: { name, parameters: { type: 'object', additionalProperties: true } },
    })),
  }),
});

const options = ({ signal }: Question) => (signal === undefined ? {} : { signal });

const statusOf = (error: unknown): number | undefined =>
  error instanceof OpenAI.APIError ? (error.status as number | undefined) : undefined;

/** The loop in everybody's code: texts joined, calls put together by their index. */
const chunkByChunk: Client = {
  name: 'openai, chunk by chunk',
  streams: true,
  refusalIn: 'refusal',
  keepsReasoning: true,
  statusOf,
  async ask(question) {
    const chunks = await openai(question).chat.completions.create(
      { ...body(question), stream: true, stream_options: { include_usage: true } },
      options(question),
    );
    const told = { text: '', reasoning: '', refusal: '', finish: '' };
    const calls: { id: string; name: string; json: string }[] = [];
    let usage: OpenAI.CompletionUsage | undefined;
    for await (const chunk of chunks) {
      usage = chunk.usage ?? usage;
      const [choice] = chunk.choices;
      if (choice === undefined) continue;
      const delta: Delta = choice.delta;
      if (delta.content) question.onText?.(delta.content);
      told.text += delta.content ?? '';
      told.reasoning += delta.reasoning_content ?? '';
      told.refusal += delta.refusal ?? '';
      told.finish = choice.finish_reason ?? told.finish;
      for (const { index, id, function: called } of delta.tool_calls ?? []) {
        const call = (calls[index] ??= { id: id ?? '', name: called?.name ?? '', json: '' });
        call.json += called?.arguments ?? '';
      }
    }
    return {
      ...told,
      // A gap among the indexes shows as an empty place.
      calls: Array.from(calls, (call) => ({
        id: call.id,
        name: call.name,
        input: parsed(call.json),
      })),
      usage: toUsage(usage),
    };
  },
};

/** The library's own accumulator, the strictest there is. */
const streamHelper: Client = {
  name: 'openai .stream()',
  streams: true,
  refusalIn: 'refusal',
  // Fields it does not know are overwritten by the last piece.
  keepsReasoning: false,
  statusOf,
  async ask(question) {
    const stream = openai(question).chat.completions.stream(
      { ...body(question), stream_options: { include_usage: true } },
      options(question),
    );
    if (question.onText) stream.on('content', question.onText);
    const {
      text,
      refusal = '',
      calls,
      finish,
      usage,
    } = fromCompletion(await stream.finalChatCompletion());
    return { text, refusal, calls, finish, usage };
  },
};

const whole: Client = {
  name: 'openai, not streamed',
  streams: false,
  refusalIn: 'refusal',
  keepsReasoning: true,
  statusOf,
  ask: async (question) =>
    fromCompletion(
      await openai(question).chat.completions.create(body(question), options(question)),
    ),
};

export const openaiClients: readonly Client[] = [chunkByChunk, streamHelper, whole];

/** What compatible servers say beside OpenAI's own words. */
type Delta = OpenAI.ChatCompletionChunk.Choice.Delta & { readonly reasoning_content?: string };
type Message = OpenAI.ChatCompletionMessage & { readonly reasoning_content?: string };

function fromCompletion({ choices, usage }: OpenAI.ChatCompletion): Heard {
  const [choice] = choices;
  const message: Message | undefined = choice?.message;
  return {
    text: message?.content ?? '',
    reasoning: message?.reasoning_content ?? '',
    refusal: message?.refusal ?? '',
    calls: (message?.tool_calls ?? []).map(toCall),
    finish: choice?.finish_reason ?? '',
    usage: toUsage(usage),
  };
}

const toCall = (call: OpenAI.ChatCompletionMessageToolCall): Call =>
  call.type === 'function'
    ? { id: call.id, name: call.function.name, input: parsed(call.function.arguments) }
    : { id: call.id, name: call.custom.name, input: call.custom.input };

const toUsage = (usage: OpenAI.CompletionUsage | undefined): Said['usage'] => ({
  prompt: usage?.prompt_tokens ?? -1,
  completion: usage?.completion_tokens ?? -1,
  total: usage?.total_tokens ?? -1,
  cached: usage?.prompt_tokens_details?.cached_tokens ?? -1,
  reasoning: usage?.completion_tokens_details?.reasoning_tokens ?? -1,
});
