/**
 * What an OpenAI request decides about the form of its answer, streamed or not.
 *
 * `convert/request` reads these out of a request; the operators and `toCompletion` obey them.
 */
export interface AnswerOptions {
  /** Model id the client asked for; said when Claude names none. @defaultValue `''` */
  readonly requestedModel?: string;
  /** Names the completion when Claude names no message, without `chatcmpl-`. @defaultValue `'unnamed'` */
  readonly completionId?: string;
  /** Close the stream with a chunk of token totals. @defaultValue false */
  readonly includeUsage?: boolean;
  /** Say which service tier served, because the request named one. @defaultValue false */
  readonly serviceTier?: boolean;
  /** Names (as Claude knows them) of tools the client declared as free-form `custom` tools. */
  readonly customTools?: ReadonlySet<string>;
  /** Claude's name for a tool → the client's own, where the two differ. */
  readonly toolNames?: ReadonlyMap<string, string>;
  /** The client sent `functions`: answer with `function_call`. @defaultValue false */
  readonly legacyFunctions?: boolean;
  /** Strip one Markdown code fence around the text (JSON asked for by instruction). @defaultValue false */
  readonly jsonFence?: boolean;
  /** Web search was asked for: a plain answer lists its annotations even when empty. @defaultValue false */
  readonly webSearch?: boolean;
  /** Field(s) the text of thinking is said in. @defaultValue `'reasoning_content'` */
  readonly reasoningField?: 'reasoning_content' | 'reasoning' | 'both' | 'none';
  /** Say the reasoning blocks, signatures included, once before the end. @defaultValue true */
  readonly reasoningDetails?: boolean;
  /** Put between two texts that something else stood between. @defaultValue `'\n\n'` */
  readonly textSeparator?: string;
  /** The upstream counts cached tokens inside `input_tokens`. @defaultValue false */
  readonly inputIncludesCache?: boolean;
}
