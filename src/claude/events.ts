/**
 * The vocabulary of Claude's Messages stream.
 *
 * Field names are the wire's own (`snake_case`). Anything this project adds to an event is
 * `camelCase`, so an annotation can never collide with a field Claude may add tomorrow. Lists that
 * Claude may lengthen are open: known words are typed, unknown ones are inert.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming
 */

/** The words we know, and any other: a list the vendor may lengthen without asking. */
export type Open<Known extends string> = Known | (string & {});

/** Token counts. On `message_delta` they are running totals, never increments; null says nothing. */
export interface ClaudeUsage {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_creation?: {
    readonly ephemeral_5m_input_tokens?: number | null;
    readonly ephemeral_1h_input_tokens?: number | null;
  } | null;
  readonly output_tokens_details?: { readonly thinking_tokens?: number | null } | null;
  readonly server_tool_use?: Readonly<Record<string, number | null>> | null;
  readonly service_tier?: Open<'standard' | 'priority' | 'batch'> | null;
  readonly speed?: Open<'standard' | 'fast'> | null;
  /** Beta: what each sampling of a compacted or re-routed turn cost. */
  readonly iterations?: readonly ClaudeUsageIteration[] | null;
}

export interface ClaudeUsageIteration {
  readonly type?: Open<'message' | 'compaction' | 'advisor_message' | 'fallback_message'>;
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
}

export type ClaudeStopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded'
  | 'compaction';

/** Why a refused answer was refused. */
export interface ClaudeStopDetails {
  readonly type?: string;
  readonly category?: string | null;
  readonly explanation?: string | null;
}

/** Where a cited piece of text comes from. Only web results have a twin in OpenAI's vocabulary. */
export interface ClaudeCitation {
  readonly type: Open<
    | 'web_search_result_location'
    | 'search_result_location'
    | 'char_location'
    | 'page_location'
    | 'content_block_location'
  >;
  readonly url?: string | null;
  readonly source?: string | null;
  readonly title?: string | null;
}

export interface ClaudeTextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly citations?: readonly ClaudeCitation[] | null;
}
export interface ClaudeThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly signature?: string;
}
export interface ClaudeRedactedThinkingBlock {
  readonly type: 'redacted_thinking';
  readonly data: string;
}
/** A call of one of the client's own tools: the only kind of block OpenAI numbers. */
export interface ClaudeToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  /** Normally `{}` at the start, filled by `input_json_delta`; some upstreams fill it at once. */
  readonly input: unknown;
}

/** Blocks that are Claude's own business: never a tool call of the client. */
export type ClaudeInertBlockType =
  | 'server_tool_use'
  | 'web_search_tool_result'
  | 'web_fetch_tool_result'
  | 'code_execution_tool_result'
  | 'bash_code_execution_tool_result'
  | 'text_editor_code_execution_tool_result'
  | 'tool_search_tool_result'
  | 'advisor_tool_result'
  | 'mcp_tool_use'
  | 'mcp_tool_result'
  | 'mcp_tool_listing'
  | 'container_upload'
  | 'compaction'
  | 'fallback'
  | 'connector_text';

export interface ClaudeInertBlock {
  readonly type: ClaudeInertBlockType;
  readonly [field: string]: unknown;
}

export type ClaudeBlock =
  | ClaudeTextBlock
  | ClaudeThinkingBlock
  | ClaudeRedactedThinkingBlock
  | ClaudeToolUseBlock
  | ClaudeInertBlock;

export type ClaudeDelta =
  | { readonly type: 'text_delta'; readonly text: string }
  | { readonly type: 'thinking_delta'; readonly thinking: string }
  | { readonly type: 'signature_delta'; readonly signature: string }
  | { readonly type: 'citations_delta'; readonly citation: ClaudeCitation }
  | { readonly type: 'input_json_delta'; readonly partial_json: string }
  | { readonly type: 'compaction_delta'; readonly content?: string | null };

/**
 * Amazon Bedrock's own count, on the last event of a stream: input tokens without the cached ones.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html
 */
export interface BedrockInvocationMetrics {
  readonly inputTokenCount?: number | null;
  readonly outputTokenCount?: number | null;
  readonly cacheReadInputTokenCount?: number | null;
  readonly cacheWriteInputTokenCount?: number | null;
  /** Milliseconds. */
  readonly invocationLatency?: number | null;
  /** Milliseconds. */
  readonly firstByteLatency?: number | null;
}

/** What `message_start` says about the whole message. */
export interface ClaudeMessageStart {
  readonly id: string;
  readonly type?: 'message';
  readonly role?: 'assistant';
  readonly model: string;
  /** Normally empty; filled when a programmatic tool call resumes a turn. */
  readonly content?: readonly ClaudeBlock[];
  readonly stop_reason?: Open<ClaudeStopReason> | null;
  readonly stop_sequence?: string | null;
  readonly stop_details?: ClaudeStopDetails | null;
  readonly usage?: ClaudeUsage | null;
}

/** The error object of a stream's `error` event and of an HTTP error body. */
export interface ClaudeErrorDetail {
  readonly type: Open<
    | 'invalid_request_error'
    | 'authentication_error'
    | 'billing_error'
    | 'permission_error'
    | 'not_found_error'
    | 'conflict_error'
    | 'request_too_large'
    | 'rate_limit_error'
    | 'api_error'
    | 'timeout_error'
    | 'overloaded_error'
  >;
  readonly message: string;
  readonly details?: { readonly error_code?: string } | null;
}

export type ClaudeEvent =
  | { readonly type: 'message_start'; readonly message: ClaudeMessageStart }
  | {
      readonly type: 'content_block_start';
      readonly index: number;
      readonly content_block: ClaudeBlock;
    }
  | { readonly type: 'content_block_delta'; readonly index: number; readonly delta: ClaudeDelta }
  | { readonly type: 'content_block_stop'; readonly index: number }
  | {
      readonly type: 'message_delta';
      readonly delta: {
        readonly stop_reason?: Open<ClaudeStopReason> | null;
        readonly stop_sequence?: string | null;
        readonly stop_details?: ClaudeStopDetails | null;
      };
      readonly usage?: ClaudeUsage | null;
    }
  | {
      readonly type: 'message_stop';
      readonly 'amazon-bedrock-invocationMetrics'?: BedrockInvocationMetrics;
    }
  | { readonly type: 'ping' }
  | { readonly type: 'error'; readonly error: ClaudeErrorDetail; readonly request_id?: string };

export type ClaudeEventType = ClaudeEvent['type'];

/** The event of one type: `ClaudeEventOf<'message_start'>`. */
export type ClaudeEventOf<T extends ClaudeEventType> = Extract<ClaudeEvent, { readonly type: T }>;
