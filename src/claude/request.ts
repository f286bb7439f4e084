/**
 * The vocabulary of a request to Claude's Messages API, as far as this relay says it.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */
import type { Open } from './events.ts';

export interface ClaudeCacheControl {
  readonly type: 'ephemeral';
  readonly ttl?: '5m' | '1h';
}

interface Cacheable {
  readonly cache_control?: ClaudeCacheControl;
}

export interface ClaudeTextParam extends Cacheable {
  readonly type: 'text';
  readonly text: string;
}
export type ClaudeMediaSource =
  | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'file'; readonly file_id: string }
  | { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string };

export interface ClaudeImageParam extends Cacheable {
  readonly type: 'image';
  readonly source: ClaudeMediaSource;
}
export interface ClaudeDocumentParam extends Cacheable {
  readonly type: 'document';
  readonly source: ClaudeMediaSource;
  readonly title?: string;
}
export interface ClaudeThinkingParam {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly signature: string;
}
export interface ClaudeRedactedThinkingParam {
  readonly type: 'redacted_thinking';
  readonly data: string;
}
export interface ClaudeToolUseParam extends Cacheable {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}
export interface ClaudeToolResultParam extends Cacheable {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content?: string | readonly ClaudeBlockParam[];
  readonly is_error?: boolean;
}
/** A block of a kind this relay passes on as it came. */
export interface ClaudeOtherParam extends Cacheable {
  readonly type: string & {};
  readonly [field: string]: unknown;
}

export type ClaudeBlockParam =
  | ClaudeTextParam
  | ClaudeImageParam
  | ClaudeDocumentParam
  | ClaudeThinkingParam
  | ClaudeRedactedThinkingParam
  | ClaudeToolUseParam
  | ClaudeToolResultParam
  | ClaudeOtherParam;

export interface ClaudeMessageParam {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: readonly ClaudeBlockParam[];
}

/** One of the client's own tools, or – with a dated `type` – one of Claude's. */
export interface ClaudeTool extends Cacheable {
  readonly name: string;
  readonly type?: string;
  readonly description?: string;
  readonly input_schema?: Readonly<Record<string, unknown>>;
  readonly strict?: boolean;
  readonly [field: string]: unknown;
}

export type ClaudeToolChoice =
  | { readonly type: 'auto' | 'any'; readonly disable_parallel_tool_use?: boolean }
  | { readonly type: 'tool'; readonly name: string; readonly disable_parallel_tool_use?: boolean }
  | { readonly type: 'none' };

export type ClaudeThinkingConfig =
  | { readonly type: 'adaptive'; readonly display?: Open<'summarized' | 'omitted'> }
  | {
      readonly type: 'enabled';
      readonly budget_tokens: number;
      readonly display?: Open<'summarized' | 'omitted'>;
    }
  | { readonly type: 'disabled' | 'between_tools' };

export type ClaudeEffort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export interface ClaudeRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly ClaudeMessageParam[];
  readonly system?: string | readonly ClaudeTextParam[];
  readonly stream?: boolean;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly stop_sequences?: readonly string[];
  readonly tools?: readonly ClaudeTool[];
  readonly tool_choice?: ClaudeToolChoice;
  readonly thinking?: ClaudeThinkingConfig;
  readonly output_config?: {
    readonly effort?: ClaudeEffort;
    readonly format?: { readonly type: 'json_schema'; readonly schema: unknown };
  };
  readonly metadata?: { readonly user_id?: string };
  readonly service_tier?: Open<'auto' | 'standard_only'>;
  readonly cache_control?: ClaudeCacheControl;
  /** Extension fields passed through untouched. */
  readonly [extension: string]: unknown;
}
