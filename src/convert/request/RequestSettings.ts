import type { ClaudeBlockParam, ClaudeRequest } from '../../claude/request.ts';
import type { OpenAIReasoningEffort } from '../../openai/request.ts';
import type { AnswerOptions } from '../answerOptions.ts';
import type { ModelTable } from '../models.ts';

/** Where the converted request is going. */
export type Upstream = 'anthropic' | 'bedrock' | 'vertex' | 'replay';

/** How OpenAI requests are put in Claude's words. Everything is optional. */
export interface RequestSettings {
  /**
   * What becomes of a parameter Claude has no twin for: left out with a warning, or refused.
   *
   * @defaultValue `'drop'`
   */
  readonly unsupported?: 'drop' | 'reject';
  /** What is known of models. @defaultValue the built-in table, `models` */
  readonly models?: ModelTable;
  /** Names clients use → names the upstream knows, e.g. `gpt-4o` → `claude-sonnet-5-5`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * Ends of model names that ask for an effort and are no part of the name; a request that says what
   * it wants is believed before its model's name.
   *
   * @defaultValue `{ ':thinking': 'high' }`
   */
  readonly suffixes?: Readonly<Record<string, OpenAIReasoningEffort>>;
  /** @defaultValue `'anthropic'` */
  readonly upstream?: Upstream;
  /** Value of `anthropic-version`; from `2026-10-21` on no model takes sampling parameters. */
  readonly apiVersion?: string;
  /** `anthropic-beta` tokens sent with every request. */
  readonly betas?: readonly string[];
  /** `anthropic-beta` tokens of the client's own header, already checked against an allow-list. */
  readonly clientBetas?: readonly string[];
  /** Output tokens when the client sets no limit. @defaultValue the model's most */
  readonly defaultMaxTokens?: number;
  /**
   * Prompt caching where the client asks for none: always, never, or (`'auto'`) when there are
   * tools or an earlier answer, which is when a prefix comes again.
   *
   * @defaultValue `'auto'`
   */
  readonly autoCache?: 'auto' | boolean;
  /**
   * System messages in mid-conversation: where they stand, as messages where the model takes them
   * and as marked text elsewhere (`'auto'`), always as marked text (`'inline'`), or moved to the
   * front (`'hoist'`), which applies them to what came before and spoils the prompt cache.
   *
   * @defaultValue `'auto'`
   */
  readonly midSystem?: 'auto' | 'hoist' | 'inline';
  /**
   * Answer calls that have no result with an error result, and leave out results that have no
   * call, instead of refusing. For agents that were interrupted.
   *
   * @defaultValue false
   */
  readonly repairToolResults?: boolean;
  /** A user message's `name`: left out, or put before its text. @defaultValue `'drop'` */
  readonly userName?: 'drop' | 'prefix';
  /** Field(s) the client reads reasoning from. @defaultValue `'reasoning_content'` */
  readonly reasoningField?: 'reasoning_content' | 'reasoning' | 'both' | 'none';
  /** Say signed reasoning blocks to the client. @defaultValue true */
  readonly reasoningDetails?: boolean;
  /** Value of `thinking.display`. @defaultValue `'summarized'` */
  readonly reasoningDisplay?: 'summarized' | 'omitted' | 'updates';
  /** Effort of requests that name none. @defaultValue what the model does by itself */
  readonly reasoningEffort?: OpenAIReasoningEffort;
  /** Add `interleaved-thinking` where a budgeted model thinks and has tools. @defaultValue false */
  readonly interleavedThinking?: boolean;
  /** Send reasoning that has no signature, to upstreams that never ask for one. @defaultValue false */
  readonly unsignedThinking?: boolean;
  /**
   * The client's user id: as it came, hashed, or not sent. What looks like an e-mail address or a
   * telephone number is never sent as it came.
   *
   * @defaultValue `'pass'`
   */
  readonly userId?: 'pass' | 'sha256' | 'drop';
  /** Hashes a user id (SHA-256, hexadecimal). Without it, ids that need hashing are left out. */
  readonly hash?: (text: string) => string;
  /** Models that may run at `speed: 'fast'`, by id. @defaultValue none */
  readonly fastModels?: readonly string[];
  /** Names of Claude's own parameters a client may set. @defaultValue `defaultExtensions` */
  readonly extensions?: readonly string[];
  /** Accept Claude's own content blocks and tools on this route. @defaultValue true */
  readonly nativeShapes?: boolean;
  /** Arguments of function tools as they are made, unchecked. @defaultValue false */
  readonly eagerToolStreaming?: boolean;
  /** The upstream takes schemas for answers and tools. @defaultValue what is known of upstream and model */
  readonly structured?: boolean;
  /** The upstream fetches image and document URLs. @defaultValue true for Anthropic itself */
  readonly urlSources?: boolean;
  /** `max_uses` of the web search tool by `search_context_size`. @defaultValue 3, 5 and 10 */
  readonly webSearchUses?: Readonly<Record<'low' | 'medium' | 'high', number>>;
  /**
   * What Claude said, block for block, in the turn that made these tool calls, if anyone
   * remembers. It is used only where it agrees with the history the client sent.
   */
  readonly restoreTurn?: (
    toolCallIds: readonly string[],
  ) => readonly ClaudeBlockParam[] | undefined;
}

/** A request in Claude's words, and what must be remembered to answer it in OpenAI's. */
export interface ConvertedRequest {
  /** The Messages request; always asks for a stream. */
  readonly body: ClaudeRequest;
  /** `anthropic-beta` tokens, without duplicates. */
  readonly betas: readonly string[];
  /** Further headers the request needs, lower-case names: none of them secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Words for `x-relay-warnings`, without duplicates: what the request lost. */
  readonly warnings: readonly string[];
  /** Whether the client asked for a stream. */
  readonly stream: boolean;
  readonly answer: AnswerOptions;
}
