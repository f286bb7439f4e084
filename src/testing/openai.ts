/**
 * Builders for OpenAI chunks exactly as the relay says them, field order included.
 *
 * They answer the Claude builders beside them: `msg_1` by `claude-test`, at virtual time 0.
 */
import type {
  OpenAIAnnotation,
  OpenAIChunk,
  OpenAIDelta,
  OpenAIFinishReason,
  OpenAIReasoningDetail,
  OpenAIToolCallDelta,
  OpenAIUsage,
} from '../openai/chunks.ts';

/** What all chunks of one answer have in common. */
export interface ChunkHead {
  readonly id: string;
  /** Unix time, whole seconds. */
  readonly created: number;
  readonly model: string;
  readonly service_tier?: string;
}

const defaultHead: ChunkHead = { id: 'chatcmpl-1', created: 0, model: 'claude-test' };

const envelope = (
  { id, created, model, service_tier }: ChunkHead,
  choices: OpenAIChunk['choices'],
): OpenAIChunk => ({
  id,
  object: 'chat.completion.chunk',
  created,
  model,
  ...(service_tier === undefined ? {} : { service_tier }),
  choices,
});

/** A chunk with any delta. */
export const deltaChunk = (
  delta: OpenAIDelta,
  finish_reason: OpenAIFinishReason | null = null,
): OpenAIChunk => envelope(defaultHead, [{ index: 0, delta, logprobs: null, finish_reason }]);

/** The first chunk, always the same. */
export const roleChunk = (): OpenAIChunk =>
  deltaChunk({ role: 'assistant', content: '', refusal: null });

/** A piece of the answer's text. */
export const contentChunk = (content: string): OpenAIChunk => deltaChunk({ content });

/** A piece of thinking. */
export const reasoningChunk = (reasoning_content: string): OpenAIChunk =>
  deltaChunk({ reasoning_content });

/** Any piece of a tool call. */
export const toolCallChunk = (call: OpenAIToolCallDelta): OpenAIChunk =>
  deltaChunk({ tool_calls: [call] });

/** A tool call opens: the only time its id and name travel. */
export const callChunk = (index: number, name: string, id: string): OpenAIChunk =>
  toolCallChunk({ index, id, type: 'function', function: { name, arguments: '' } });

/** A piece of a tool call's arguments. */
export const argumentsChunk = (index: number, json: string): OpenAIChunk =>
  toolCallChunk({ index, function: { arguments: json } });

/** A call of a free-form tool opens. */
export const customCallChunk = (index: number, name: string, id: string): OpenAIChunk =>
  toolCallChunk({ index, id, type: 'custom', custom: { name, input: '' } });

/** A piece of a free-form tool's input. */
export const customInputChunk = (index: number, input: string): OpenAIChunk =>
  toolCallChunk({ index, custom: { input } });

/** The deprecated single call opens. */
export const functionCallChunk = (name: string): OpenAIChunk =>
  deltaChunk({ function_call: { name, arguments: '' } });

/** A piece of the deprecated single call's arguments. */
export const functionArgumentsChunk = (json: string): OpenAIChunk =>
  deltaChunk({ function_call: { arguments: json } });

/** A reasoning block in short; `at` is its position, `[text, tools]`, the very front by default. */
export type ReasoningBlock = { readonly at?: readonly [text: number, tools: number] } & (
  { readonly text: string; readonly signature?: string } | { readonly data: string }
);

/** A reasoning block as a client gets it. */
export function reasoningDetail(block: ReasoningBlock, index: number): OpenAIReasoningDetail {
  const [text, tools] = block.at ?? [0, 0];
  const place = { format: 'anthropic-claude-v1', position: { text, tools } } as const;
  if ('data' in block) return { index, type: 'reasoning.encrypted', data: block.data, ...place };
  const seal = block.signature === undefined ? {} : { signature: block.signature };
  return { index, type: 'reasoning.text', text: block.text, ...seal, ...place };
}

/** All reasoning blocks, once, numbered as given. */
export const detailsChunk = (...blocks: readonly ReasoningBlock[]): OpenAIChunk =>
  deltaChunk({ reasoning_details: blocks.map(reasoningDetail) });

/** A web source for `[start, end)` of the content, in code points. */
export const urlCitation = (
  start_index: number,
  end_index: number,
  title: string,
  url: string,
): OpenAIAnnotation => ({
  type: 'url_citation',
  url_citation: { start_index, end_index, title, url },
});

/** All annotations, once. */
export const annotationsChunk = (...annotations: readonly OpenAIAnnotation[]): OpenAIChunk =>
  deltaChunk({ annotations });

/** Why the model declined. */
export const refusalChunk = (refusal: string): OpenAIChunk => deltaChunk({ refusal });

/** The end of the choice. */
export const finishChunk = (reason: OpenAIFinishReason): OpenAIChunk => deltaChunk({}, reason);

/** Token totals; what is not named counts 0, the total adds up. */
export const usage = (
  prompt_tokens: number,
  completion_tokens: number,
  {
    cached_tokens = 0,
    cache_write_tokens = 0,
    reasoning_tokens = 0,
  }: {
    readonly cached_tokens?: number;
    readonly cache_write_tokens?: number;
    readonly reasoning_tokens?: number;
  } = {},
): OpenAIUsage => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  prompt_tokens_details: { cached_tokens, cache_write_tokens, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
});

/** The last chunk of a stream whose client asked for usage. */
export const usageChunk = (usage: OpenAIUsage): OpenAIChunk => ({
  ...envelope(defaultHead, []),
  usage,
});

/** The same chunks to a client that asked for usage: null on all that bear none. */
export const awaitingUsage = (...chunks: readonly OpenAIChunk[]): readonly OpenAIChunk[] =>
  chunks.map((chunk) => ({ ...chunk, usage: chunk.usage ?? null }));

/** The same chunks, of another answer. */
export const withHead = (
  head: Partial<ChunkHead>,
  ...chunks: readonly OpenAIChunk[]
): readonly OpenAIChunk[] =>
  chunks.map((chunk) => ({
    ...envelope({ ...defaultHead, ...head }, chunk.choices),
    ...(chunk.usage === undefined ? {} : { usage: chunk.usage }),
  }));

/** A whole answer without usage: the given chunks between the role and the finish. */
export const answer = (
  finish_reason: OpenAIFinishReason,
  ...chunks: readonly OpenAIChunk[]
): readonly OpenAIChunk[] => [roleChunk(), ...chunks, finishChunk(finish_reason)];
