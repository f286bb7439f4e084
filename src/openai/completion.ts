import type {
  OpenAIAnnotation,
  OpenAIFinishReason,
  OpenAIReasoningDetail,
  OpenAIUsage,
} from './chunks.ts';

/** A whole tool call, as a completion lists it: without an index. */
export type OpenAIToolCall =
  | {
      readonly id: string;
      readonly type: 'function';
      readonly function: { readonly name: string; readonly arguments: string };
    }
  | {
      readonly id: string;
      readonly type: 'custom';
      readonly custom: { readonly name: string; readonly input: string };
    };

export interface OpenAIMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly refusal: string | null;
  readonly annotations?: readonly OpenAIAnnotation[];
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  readonly reasoning_details?: readonly OpenAIReasoningDetail[];
  readonly tool_calls?: readonly OpenAIToolCall[];
  readonly function_call?: { readonly name: string; readonly arguments: string };
}

/**
 * OpenAI's answer in one piece.
 *
 * @see https://platform.openai.com/docs/api-reference/chat/object
 */
export interface OpenAICompletion {
  readonly id: string;
  readonly object: 'chat.completion';
  /** Unix time, whole seconds. */
  readonly created: number;
  readonly model: string;
  readonly service_tier?: string;
  readonly choices: readonly [
    {
      readonly index: 0;
      readonly message: OpenAIMessage;
      readonly logprobs: null;
      readonly finish_reason: OpenAIFinishReason;
    },
  ];
  readonly usage: OpenAIUsage;
}
