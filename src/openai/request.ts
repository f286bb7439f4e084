/**
 * The vocabulary of a request to OpenAI's chat completions, as clients really send it: what the
 * reference demands is required here, all else may be absent or null.
 *
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */

export type OpenAIRole = 'system' | 'assistant' | 'user' | 'function' | 'tool' | 'developer';

export type OpenAIReasoningEffort =
  'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** The payload of a `file` part; `file_url` and `media` are extensions. */
export interface OpenAIFile {
  /** A data URL, or bare base64. */
  readonly file_data?: string | null;
  readonly file_id?: string | null;
  readonly file_url?: string | null;
  readonly filename?: string | null;
  readonly media?: string | null;
}

/**
 * One part of a message's content. The members of all kinds stand side by side because clients mix
 * them, and some send Claude's own blocks to this route.
 */
export interface OpenAIContentPart {
  readonly type: string;
  readonly text?: string | null;
  readonly refusal?: string | null;
  readonly image_url?: string | { readonly url: string } | null;
  readonly file?: OpenAIFile | null;
  readonly cache_control?: unknown;
  readonly prompt_cache_breakpoint?: unknown;
  readonly [field: string]: unknown;
}

/** A call in the history. Arguments are JSON as text; some clients hold the object itself. */
export interface OpenAIToolCallParam {
  readonly id: string;
  readonly type?: string | null;
  readonly function?: OpenAIFunctionCallParam | null;
  readonly custom?: { readonly name: string; readonly input: string } | null;
}

export interface OpenAIFunctionCallParam {
  readonly name: string;
  readonly arguments?: string | Readonly<Record<string, unknown>> | null;
}

export interface OpenAIMessageParam {
  readonly role: OpenAIRole;
  readonly content?: string | readonly OpenAIContentPart[] | null;
  readonly name?: string | null;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly OpenAIToolCallParam[] | null;
  readonly function_call?: OpenAIFunctionCallParam | null;
  readonly tool_call_id?: string | null;
  /** Extension: the tool failed. */
  readonly is_error?: boolean | null;
  readonly cache_control?: unknown;
  readonly prompt_cache_breakpoint?: unknown;
  readonly [extension: string]: unknown;
}

export interface OpenAIFunction {
  readonly name: string;
  readonly description?: string | null;
  readonly parameters?: Readonly<Record<string, unknown>> | null;
  readonly strict?: boolean | null;
}

export interface OpenAICustomTool {
  readonly name: string;
  readonly description?: string | null;
  readonly format?: Readonly<Record<string, unknown>> | null;
}

export interface OpenAITool {
  readonly type?: string | null;
  readonly function?: OpenAIFunction | null;
  readonly custom?: OpenAICustomTool | null;
  readonly cache_control?: unknown;
  readonly [extension: string]: unknown;
}

export type OpenAIToolChoice = string | Readonly<Record<string, unknown>>;

export interface OpenAIResponseFormat {
  readonly type: string;
  readonly json_schema?: {
    readonly name?: string | null;
    readonly description?: string | null;
    readonly schema?: Readonly<Record<string, unknown>> | null;
    readonly strict?: boolean | null;
  } | null;
}

export interface OpenAIWebSearchOptions {
  readonly search_context_size?: 'low' | 'medium' | 'high' | null;
  /** The place stands in `approximate`; some clients leave out that layer. */
  readonly user_location?: (OpenAIPlace & { readonly approximate?: OpenAIPlace | null }) | null;
}

export interface OpenAIPlace {
  readonly city?: string | null;
  readonly region?: string | null;
  /** ISO 3166-1, two letters. */
  readonly country?: string | null;
  readonly timezone?: string | null;
}

/** OpenRouter's form of reasoning control, an extension. */
export interface OpenAIReasoning {
  readonly effort?: OpenAIReasoningEffort | null;
  /** Tokens. */
  readonly max_tokens?: number | null;
  readonly enabled?: boolean | null;
  readonly exclude?: boolean | null;
}

/** A block of Claude's own `system`. */
export interface OpenAISystemBlock {
  readonly text: string;
  readonly cache_control?: unknown;
  readonly prompt_cache_breakpoint?: unknown;
}

/** A request whose shape was checked and whose null parameters were taken out. */
export interface OpenAIRequest {
  readonly model: string;
  readonly messages: readonly OpenAIMessageParam[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly n?: number;
  /** Texts; what else a list holds is refused by the step that reads it. */
  readonly stop?: string | readonly unknown[];
  readonly stop_sequences?: readonly string[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean | null };
  readonly tools?: readonly OpenAITool[];
  readonly tool_choice?: OpenAIToolChoice;
  readonly parallel_tool_calls?: boolean;
  readonly functions?: readonly OpenAIFunction[];
  readonly function_call?: string | { readonly name: string };
  readonly response_format?: OpenAIResponseFormat;
  readonly reasoning_effort?: OpenAIReasoningEffort;
  readonly reasoning?: OpenAIReasoning;
  readonly include_reasoning?: boolean;
  readonly thinking?: Readonly<Record<string, unknown>>;
  readonly output_config?: Readonly<Record<string, unknown>>;
  readonly user?: string;
  readonly safety_identifier?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly service_tier?: string;
  readonly modalities?: readonly string[];
  readonly web_search_options?: OpenAIWebSearchOptions;
  readonly prompt_cache_retention?: string;
  readonly prompt_cache_options?: {
    readonly mode?: string | null;
    readonly ttl?: string | null;
  };
  readonly cache_control?: unknown;
  /** Claude's own; goes before the system messages. */
  readonly system?: string | readonly OpenAISystemBlock[];
  readonly [extension: string]: unknown;
}
