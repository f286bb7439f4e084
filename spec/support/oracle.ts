/**
 * What an OpenAI client must have in its hands at the end of a Claude stream, said a second time.
 *
 * The pipeline turns event after event into chunks; this first puts Claude's message together, block
 * by block, and translates the whole. It shares no code with the pipeline and not its way of
 * thinking either, so where the two agree, both would have to be wrong in the same way.
 */
import type {
  ClaudeBlock,
  ClaudeCitation,
  ClaudeEvent,
  ClaudeStopDetails,
  ClaudeUsage,
} from '../../src/claude/events.ts';
import type { AnswerOptions } from '../../src/convert/answerOptions.ts';
import type {
  OpenAIAnnotation,
  OpenAIFinishReason,
  OpenAIReasoningDetail,
  OpenAIUsage,
} from '../../src/openai/chunks.ts';
import type { OpenAICompletion, OpenAIToolCall } from '../../src/openai/completion.ts';

/** The answer a client must end up with, in the terms of a completion. */
export interface Expected {
  /** `answered`; or why there is no whole answer: then only the texts are what was said so far. */
  readonly ending: 'answered' | 'incomplete' | 'failed';
  readonly id: string;
  readonly model: string;
  readonly serviceTier: string | undefined;
  readonly content: string;
  readonly reasoning: string;
  readonly details: readonly OpenAIReasoningDetail[];
  readonly annotations: readonly OpenAIAnnotation[];
  readonly refusal: string | undefined;
  readonly calls: readonly OpenAIToolCall[];
  readonly finish: OpenAIFinishReason;
  readonly usage: OpenAIUsage;
}

/** A block as Claude left it. */
interface Block {
  readonly type: string;
  readonly id: unknown;
  readonly start: ClaudeBlock;
  readonly prefilled: boolean;
  open: boolean;
  /** Still open when Claude said why it stopped. */
  unfinished: boolean;
  /** What its deltas said, each with its place in the stream. */
  pieces: { at: number; text: string }[];
  signature: string;
  citations: ClaudeCitation[];
}

interface Message {
  ending: Expected['ending'];
  head: { id: string; model: string; usage: ClaudeUsage } | undefined;
  blocks: Block[];
  stopReason: string | undefined;
  stopDetails: ClaudeStopDetails | undefined;
  usage: Record<string, unknown>;
}

export function expectedAnswer(
  events: readonly ClaudeEvent[],
  options: AnswerOptions = {},
): Expected {
  const message = readMessage(events);
  const { content, spans } = joinTexts(message.blocks, options.textSeparator ?? '\n\n');
  const tools =
    message.ending === 'answered' ? message.blocks.filter(({ type }) => type === 'tool_use') : [];
  const isCut = cutting.includes(message.stopReason ?? '');
  const calls = (options.legacyFunctions ? tools.slice(0, 1) : tools).map((tool) =>
    // A limit cuts what Claude is at: its last block. A call not begun by then is not made whole.
    toCall(tool, isCut && tool.unfinished && tool === message.blocks.at(-1), options),
  );
  return {
    ending: message.ending,
    id: `chatcmpl-${(message.head?.id ?? '').replace(/^msg_/, '')}`,
    model: nonEmpty(message.head?.model) ?? options.requestedModel ?? '',
    serviceTier: options.serviceTier ? tierOf(message.head?.usage) : undefined,
    content,
    reasoning: joinThoughts(message.blocks),
    details: options.reasoningDetails === false ? [] : toDetails(message.blocks, content, spans),
    annotations: toAnnotations(message.blocks, spans),
    refusal: message.stopReason === 'refusal' ? toRefusal(message.stopDetails) : undefined,
    calls,
    finish: toFinish(message.stopReason, calls.length, options),
    usage: toUsage(message.usage, options),
  };
}

const cutting = ['max_tokens', 'model_context_window_exceeded', 'refusal'];

// ── Claude's message ────────────────────────────────────────────────────────────────────────────

function readMessage(events: readonly ClaudeEvent[]): Message {
  const message: Message = {
    ending: 'incomplete',
    head: undefined,
    blocks: [],
    stopReason: undefined,
    stopDetails: undefined,
    usage: {},
  };
  const at = new Map<number, Block>();

  const moveIn = (index: number, start: ClaudeBlock, prefilled = false): Block => {
    const before = at.get(index);
    if (before) before.open = false;
    const block: Block = {
      // A tool nobody can name is no tool.
      type: start.type === 'tool_use' && !start.name ? 'unknown' : start.type,
      id: (start as { id?: unknown }).id,
      start,
      prefilled,
      open: true,
      unfinished: false,
      pieces: [],
      signature: '',
      citations: [],
    };
    at.set(index, block);
    message.blocks.push(block);
    return block;
  };
  const learn = (usage: ClaudeUsage | null | undefined) => {
    for (const [field, value] of Object.entries(usage ?? {}))
      if (value !== null && value !== undefined) message.usage[field] = value;
  };

  for (const [time, event] of events.entries()) {
    if (event.type === 'message_start') {
      if (!message.head) {
        const { id, model, usage, content = [], stop_reason } = event.message;
        message.head = { id, model, usage: usage ?? {} };
        for (const [index, start] of content.entries()) {
          const block = moveIn(index, start, true);
          takeStart(block, start, time);
          block.open = false;
        }
        if (stop_reason) message.stopReason = stop_reason;
      }
      if (message.head.id === event.message.id) learn(event.message.usage);
    } else if (event.type === 'content_block_start') {
      const { index, content_block: start } = event;
      const holder = at.get(index);
      const id = (start as { id?: unknown }).id;
      const isSame = holder?.start.type === start.type && holder.id === id;
      const isRepeated = isSame && (holder.open || (holder.prefilled && id !== undefined));
      if (!isRepeated) takeStart(moveIn(index, start), start, time);
    } else if (event.type === 'content_block_delta') {
      let block = at.get(event.index);
      const { delta } = event;
      if (delta.type === 'text_delta' && !block?.open)
        block = moveIn(event.index, { type: 'text', text: '' });
      if (block?.open) {
        if (delta.type === 'text_delta' && block.type === 'text')
          block.pieces.push({ at: time, text: delta.text });
        if (delta.type === 'thinking_delta' && block.type === 'thinking')
          block.pieces.push({ at: time, text: delta.thinking });
        if (delta.type === 'signature_delta' && block.type === 'thinking')
          block.signature = delta.signature;
        if (delta.type === 'citations_delta' && block.type === 'text')
          block.citations.push(delta.citation);
        if (delta.type === 'input_json_delta' && block.type === 'tool_use')
          block.pieces.push({ at: time, text: delta.partial_json });
      }
    } else if (event.type === 'content_block_stop') {
      const block = at.get(event.index);
      if (block) block.open = false;
    } else if (event.type === 'message_delta') {
      learn(event.usage);
      if (event.delta.stop_reason) {
        message.stopReason = event.delta.stop_reason;
        for (const block of message.blocks) block.unfinished = block.open;
      }
      if (event.delta.stop_details) message.stopDetails = event.delta.stop_details;
    } else if (event.type === 'message_stop') {
      message.ending = 'answered';
      return message;
    } else if (event.type === 'error') {
      message.ending = 'failed';
      return message;
    }
  }
  if (message.stopReason !== undefined) message.ending = 'answered';
  return message;
}

/** What a block says in its very start. */
function takeStart(block: Block, start: ClaudeBlock, at: number): void {
  if (start.type === 'text') {
    block.pieces.push({ at, text: start.text });
    block.citations.push(...(start.citations ?? []));
  }
  if (start.type === 'thinking') {
    block.pieces.push({ at, text: start.thinking });
    block.signature = start.signature ?? '';
  }
}

// ── the same in OpenAI's words ──────────────────────────────────────────────────────────────────

/** Where the text of a block stands in the content, in UTF-16 code units. */
type Spans = ReadonlyMap<Block, readonly [start: number, end: number]>;

const said = (block: Block): string => block.pieces.map(({ text }) => text).join('');

function joinTexts(blocks: readonly Block[], separator: string): { content: string; spans: Spans } {
  let content = '';
  let last = -1;
  const spans = new Map<Block, [number, number]>();
  const pieces = blocks
    .flatMap((block, number) =>
      block.type === 'text' ? block.pieces.map((piece) => ({ ...piece, block, number })) : [],
    )
    .filter(({ text }) => text !== '')
    .sort((a, b) => a.at - b.at);

  for (const { text, block, number } of pieces) {
    if (!spans.has(block)) {
      const isApart = blocks.slice(last + 1, number).some(({ type }) => type !== 'text');
      if (isApart && content !== '' && content === content.trimEnd() && text === text.trimStart())
        content += separator;
      spans.set(block, [content.length, content.length]);
      last = number;
    }
    content += text;
    const [start] = spans.get(block) ?? [0];
    spans.set(block, [start, content.length]);
  }
  return { content, spans };
}

function joinThoughts(blocks: readonly Block[]): string {
  let reasoning = '';
  for (const block of blocks) {
    const thought = block.type === 'thinking' ? said(block) : '';
    const isApart = thought !== '' && reasoning !== '' && reasoning === reasoning.trimEnd();
    reasoning += (isApart ? '\n\n' : '') + thought;
  }
  return reasoning;
}

function toDetails(
  blocks: readonly Block[],
  content: string,
  spans: Spans,
): readonly OpenAIReasoningDetail[] {
  const details: OpenAIReasoningDetail[] = [];
  for (const [number, block] of blocks.entries()) {
    const before = blocks.slice(0, number);
    const end = Math.max(0, ...before.map((it) => spans.get(it)?.[1] ?? 0));
    const place = {
      format: 'anthropic-claude-v1',
      position: {
        text: codePoints(content.slice(0, end)),
        tools: before.filter(({ type }) => type === 'tool_use').length,
      },
    } as const;
    const index = details.length;
    if (block.start.type === 'redacted_thinking')
      details.push({ index, type: 'reasoning.encrypted', data: block.start.data, ...place });
    else if (block.type === 'thinking' && (said(block) !== '' || block.signature !== ''))
      details.push({
        index,
        type: 'reasoning.text',
        text: said(block),
        ...(block.signature === '' ? {} : { signature: block.signature }),
        ...place,
      });
  }
  return details;
}

function toAnnotations(blocks: readonly Block[], spans: Spans): readonly OpenAIAnnotation[] {
  const content = joinedPrefix(blocks, spans);
  const annotations = new Map<string, OpenAIAnnotation>();
  for (const block of blocks) {
    const [start, end] = spans.get(block) ?? [0, 0];
    for (const citation of block.citations) {
      const url = pageOf(citation);
      if (url === undefined) continue;
      const url_citation = {
        start_index: codePoints(content.slice(0, start)),
        end_index: codePoints(content.slice(0, end)),
        title: citation.title ?? '',
        url,
      };
      const key = JSON.stringify([url_citation.start_index, url_citation.end_index, url]);
      if (!annotations.has(key)) annotations.set(key, { type: 'url_citation', url_citation });
    }
  }
  return [...annotations.values()];
}

/** The content once more, made of the spans: what stands between them is separators. */
function joinedPrefix(blocks: readonly Block[], spans: Spans): string {
  let content = '';
  for (const block of blocks) {
    const span = spans.get(block);
    if (span) content = content.padEnd(span[0], '\n') + said(block);
  }
  return content;
}

function pageOf({ type, url, source }: ClaudeCitation): string | undefined {
  if (type === 'web_search_result_location') return nonEmpty(url);
  if (type === 'search_result_location' && /^https?:\/\//.test(source ?? ''))
    return source ?? undefined;
  return undefined;
}

function toCall(tool: Block, isCut: boolean, options: AnswerOptions): OpenAIToolCall {
  const { id, name, input } = tool.start as Extract<ClaudeBlock, { type: 'tool_use' }>;
  const text = said(tool);
  const given = atOnce(input);
  // White space is no input: what the start said still stands.
  const whole = text.trim() !== '' ? text : isCut && given === '{}' ? text : text + given;
  const clientName = options.toolNames?.get(name) ?? name;
  if (!options.customTools?.has(name))
    return { id, type: 'function', function: { name: clientName, arguments: whole } };
  const free = whole.trim() === '' ? '' : freeForm(whole);
  const custom = { name: clientName, input: free };
  return { id, type: 'custom', custom };
}

/** A free-form tool has one input, a text; what Claude says otherwise is handed on as it is. */
function freeForm(json: string): string {
  const { input } = JSON.parse(json) as { readonly input?: unknown };
  return typeof input === 'string' ? input : json;
}

/** The input a tool had from the start, for upstreams that tell it there. */
function atOnce(input: unknown): string {
  if (typeof input === 'string' && input.trim() !== '') return input;
  const isFilled = typeof input === 'object' && input !== null && Object.keys(input).length > 0;
  return isFilled ? JSON.stringify(input) : '{}';
}

function toRefusal(details: ClaudeStopDetails | undefined): string | undefined {
  if (details?.explanation) return details.explanation;
  return details?.category ? `The model declined to answer (${details.category}).` : undefined;
}

function toFinish(
  reason: string | undefined,
  calls: number,
  { legacyFunctions = false }: AnswerOptions,
): OpenAIFinishReason {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  if (reason === 'refusal') return 'content_filter';
  if (calls > 0) return legacyFunctions ? 'function_call' : 'tool_calls';
  return reason === 'pause_turn' ? 'length' : 'stop';
}

function tierOf(usage: ClaudeUsage | undefined): string | undefined {
  if (usage?.speed === 'fast') return 'fast';
  if (usage?.service_tier === 'standard') return 'default';
  if (usage?.service_tier === 'priority') return 'priority';
  return usage?.service_tier === 'batch' ? 'flex' : undefined;
}

function toUsage(usage: ClaudeUsage, { inputIncludesCache = false }: AnswerOptions): OpenAIUsage {
  let read = 0;
  let written = 0;
  let prompt_tokens = 0;
  let completion_tokens = 0;
  const apart = (usage.iterations ?? []).filter(({ type }) =>
    ['compaction', 'advisor_message'].includes(type ?? ''),
  );
  for (const cost of [usage, ...apart]) {
    read += cost.cache_read_input_tokens ?? 0;
    written += cost.cache_creation_input_tokens ?? 0;
    prompt_tokens += cost.input_tokens ?? 0;
    completion_tokens += cost.output_tokens ?? 0;
  }
  if (!inputIncludesCache) prompt_tokens += read + written;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: read, cache_write_tokens: written, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.output_tokens_details?.thinking_tokens ?? 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

const nonEmpty = (text: string | null | undefined): string | undefined =>
  text === '' ? undefined : (text ?? undefined);

const codePoints = (text: string): number => Array.from(text).length;

/** The same answer to a client that did not ask for a stream, at virtual time 0. */
export function expectedCompletion(
  expected: Expected,
  options: AnswerOptions = {},
): OpenAICompletion {
  const { content, reasoning, details, annotations, refusal, calls, serviceTier } = expected;
  const [call] = calls;
  const field = options.reasoningField ?? 'reasoning_content';
  const isHeldBy = calls.length > 0 || refusal !== undefined;
  return {
    id: expected.id,
    object: 'chat.completion',
    created: 0,
    model: expected.model,
    ...(serviceTier === undefined ? {} : { service_tier: serviceTier }),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: content === '' && isHeldBy ? null : content,
          refusal: refusal ?? null,
          ...(annotations.length > 0 || options.webSearch ? { annotations } : {}),
          ...(reasoning !== '' && (field === 'reasoning_content' || field === 'both')
            ? { reasoning_content: reasoning }
            : {}),
          ...(reasoning !== '' && (field === 'reasoning' || field === 'both') ? { reasoning } : {}),
          ...(details.length > 0 ? { reasoning_details: details } : {}),
          ...(calls.length > 0 && !options.legacyFunctions ? { tool_calls: calls } : {}),
          ...(options.legacyFunctions && call?.type === 'function'
            ? { function_call: call.function }
            : {}),
        },
        logprobs: null,
        finish_reason: expected.finish,
      },
    ],
    usage: expected.usage,
  };
}
