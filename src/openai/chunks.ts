/**
 * The vocabulary of OpenAI's streamed chat completions.
 *
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */

export type OpenAIFinishReason =
  'stop' | 'length' | 'tool_calls' | 'content_filter' | 'function_call';

/**
 * A piece of one tool call: `id`, `type` and `name` travel once, on the call's opener; every later
 * piece has `index` and `arguments` alone. Strict clients throw on a repeated name, even an empty one.
 */
export interface OpenAIToolCallDelta {
  /** Position among the tool calls, from 0, without gaps. Not Claude's content-block number. */
  readonly index: number;
  readonly id?: string;
  readonly type?: 'function' | 'custom';
  readonly function?: { readonly name?: string; readonly arguments: string };
  /** A free-form tool, for clients that declared one. */
  readonly custom?: { readonly name?: string; readonly input: string };
}

/** A web source for a span of the content; offsets count Unicode code points. */
export interface OpenAIAnnotation {
  readonly type: 'url_citation';
  readonly url_citation: {
    readonly start_index: number;
    readonly end_index: number;
    readonly title: string;
    readonly url: string;
  };
}

/**
 * One block of Claude's reasoning in the form OpenRouter made common; with it a client can hand the
 * block back, signature and all.
 *
 * @see https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
export type OpenAIReasoningDetail = {
  readonly index: number;
  readonly format: 'anthropic-claude-v1';
  /** Where the block stood: after so many characters of content and so many tool calls. */
  readonly position: { readonly text: number; readonly tools: number };
} & (
  | { readonly type: 'reasoning.text'; readonly text: string; readonly signature?: string }
  | { readonly type: 'reasoning.encrypted'; readonly data: string }
);

export interface OpenAIDelta {
  readonly role?: 'assistant';
  readonly content?: string;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly [OpenAIToolCallDelta];
  /** The deprecated single-function form, for clients that sent `functions`. */
  readonly function_call?: { readonly name?: string; readonly arguments: string };
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  readonly reasoning_details?: readonly OpenAIReasoningDetail[];
  readonly annotations?: readonly OpenAIAnnotation[];
}

export interface OpenAIUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details: {
    readonly cached_tokens: number;
    readonly cache_write_tokens: number;
    readonly audio_tokens: number;
  };
  readonly completion_tokens_details: {
    readonly reasoning_tokens: number;
    readonly audio_tokens: number;
    readonly accepted_prediction_tokens: number;
    readonly rejected_prediction_tokens: number;
  };
}

export interface OpenAIChoice {
  readonly index: 0;
  readonly delta: OpenAIDelta;
  readonly logprobs: null;
  readonly finish_reason: OpenAIFinishReason | null;
}

export interface OpenAIChunk {
  readonly id: string;
  readonly object: 'chat.completion.chunk';
  /** Unix time, whole seconds; the same on every chunk of a completion. */
  readonly created: number;
  readonly model: string;
  readonly service_tier?: string;
  /** Empty on the usage chunk, otherwise exactly one. */
  readonly choices: readonly [] | readonly [OpenAIChoice];
  /** Present only when usage was asked for: null on every chunk but the last. */
  readonly usage?: OpenAIUsage | null;
}
