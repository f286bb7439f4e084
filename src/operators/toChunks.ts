import type { ClaudeBlock, ClaudeEvent, ClaudeUsage } from '../claude/events.ts';
import type { AnswerOptions } from '../convert/answerOptions.ts';
import { toAnnotations } from '../convert/annotations.ts';
import { toFinishReason } from '../convert/finishReason.ts';
import { toReasoningDetails } from '../convert/reasoningDetails.ts';
import { toRefusal } from '../convert/refusal.ts';
import { toServiceTier } from '../convert/serviceTier.ts';
import { toUsage } from '../convert/usage.ts';
import { citationsOf } from '../folds/answerAnnotations.ts';
import type { Answer, CustomInput, MessageHead, Stop, ToolIndex } from '../folds/index.ts';
import type {
  OpenAIChunk,
  OpenAIDelta,
  OpenAIFinishReason,
  OpenAIToolCallDelta,
} from '../openai/chunks.ts';
import { type FusibleOperator, perSubscription } from './fused.ts';
import { mapMany, type OneOrMany } from './mapMany.ts';

/** An event with all a mapping needs beside it, so that the mapping needs no memory of its own. */
export interface Mappable {
  readonly event: ClaudeEvent;
  readonly messageHead: MessageHead;
  readonly toolIndex: ToolIndex;
  readonly answer: Answer;
  readonly customInput: CustomInput;
  readonly stopReason: Stop;
  readonly tokenUsage: ClaudeUsage;
}

/**
 * Says each event in OpenAI's words: in no chunk, in one, or – at the end – in several.
 *
 * Stateless: every chunk is a function of one event and the folds beside it. `docs/conversion.md` is
 * its table.
 *
 * ```text
 * source    S-T-t-A-a-.-D-X        S start, T text block, t text, A tool, a input, D message_delta
 * result    S---t-A-a-----(F$)-    F finish, $ usage if asked for
 * ```
 */
export function toChunks(options: AnswerOptions = {}): FusibleOperator<Mappable, OpenAIChunk> {
  return perSubscription(() => {
    const chunk = chunkMaker(options);
    return mapMany((mappable: Mappable): OneOrMany<OpenAIChunk> => {
      const { event, messageHead } = mappable;
      switch (event.type) {
        case 'message_start':
          return chunk(messageHead, { role: 'assistant', content: '', refusal: null });
        case 'message_stop':
          return lastChunks(mappable, options, chunk);
        case 'content_block_start':
        case 'content_block_delta':
        case 'content_block_stop': {
          const delta = deltaOf(event, mappable, options);
          return delta ? chunk(messageHead, delta) : [];
        }
        default: // remembered, of no concern to the client, or not invented yet
          return [];
      }
    });
  });
}

type BlockEvent = Extract<ClaudeEvent, { readonly index: number }>;

/** What a block's event adds to the answer; nothing if OpenAI has no word for it. */
function deltaOf(
  event: BlockEvent,
  mappable: Mappable,
  options: AnswerOptions,
): OpenAIDelta | undefined {
  const { answer, toolIndex } = mappable;
  switch (event.type) {
    case 'content_block_start':
      return event.content_block.type === 'tool_use'
        ? callDelta(toolIndex.get(event.index), opener(event.content_block, options), options)
        : undefined;
    case 'content_block_stop':
      return callDelta(
        toolIndex.get(event.index),
        customPiece(mappable.customInput.get(event.index)),
        options,
      );
    case 'content_block_delta': {
      const { delta } = event;
      switch (delta.type) {
        case 'text_delta':
          return delta.text === '' ? undefined : { content: answer.text.lead + delta.text };
        case 'thinking_delta':
          return delta.thinking === ''
            ? undefined
            : reasoningDelta(answer.reasoning.lead + delta.thinking, options);
        case 'input_json_delta':
          return delta.partial_json === '' || mappable.customInput.has(event.index)
            ? undefined
            : callDelta(
                toolIndex.get(event.index),
                { function: { arguments: delta.partial_json } },
                options,
              );
        default:
          return undefined;
      }
    }
  }
}

type CallPiece = Omit<OpenAIToolCallDelta, 'index'>;

/** Which of the client's tools is called: said once, on the first piece of the call. */
function opener(
  { id, name }: Extract<ClaudeBlock, { readonly type: 'tool_use' }>,
  { customTools, toolNames }: AnswerOptions,
): CallPiece {
  const own = toolNames?.get(name) ?? name;
  return customTools?.has(name)
    ? { id, type: 'custom', custom: { name: own, input: '' } }
    : { id, type: 'function', function: { name: own, arguments: '' } };
}

/** The text of a free-form call, taken out of the JSON it travelled in; whole, at its end. */
function customPiece(json: string | undefined): CallPiece | undefined {
  if (json === undefined) return undefined;
  const input = unwrapped(json);
  return input === '' ? undefined : { custom: { input } };
}

function unwrapped(json: string): string {
  try {
    const { input } = JSON.parse(json) as { readonly input?: unknown };
    return typeof input === 'string' ? input : json;
  } catch {
    return json; // cut off: better the words as they came than none
  }
}

/** OpenAI numbers the client's calls; the deprecated form knows a single one, without a number. */
function callDelta(
  index: number | undefined,
  piece: CallPiece | undefined,
  { legacyFunctions = false }: AnswerOptions,
): OpenAIDelta | undefined {
  if (index === undefined || piece === undefined) return undefined;
  if (!legacyFunctions) return { tool_calls: [{ index, ...piece }] };
  return index === 0 && piece.function ? { function_call: piece.function } : undefined;
}

function reasoningDelta(text: string, { reasoningField }: AnswerOptions): OpenAIDelta | undefined {
  switch (reasoningField) {
    case 'none':
      return undefined;
    case 'reasoning':
      return { reasoning: text };
    case 'both':
      return { reasoning_content: text, reasoning: text };
    default:
      return { reasoning_content: text };
  }
}

/** What can be said only at the end: what the answer rests on, why it ended, what it cost. */
function lastChunks(
  { answer, messageHead, stopReason, toolIndex, tokenUsage }: Mappable,
  options: AnswerOptions,
  chunk: ChunkMaker,
): readonly OpenAIChunk[] {
  const details =
    (options.reasoningDetails ?? true)
      ? toReasoningDetails([...answer.reasoning.blocks.told.values()], [...toolIndex.keys()])
      : [];
  const annotations = toAnnotations(citationsOf(answer.annotations));
  const { reason, details: why } = stopReason;
  const chunks: OpenAIChunk[] = [];
  if (details.length > 0 || annotations.length > 0) {
    chunks.push(
      chunk(messageHead, {
        ...(details.length > 0 && { reasoning_details: details }),
        ...(annotations.length > 0 && { annotations }),
      }),
    );
  }
  const refusal = reason === 'refusal' ? toRefusal(why) : undefined;
  if (refusal !== undefined) chunks.push(chunk(messageHead, { refusal }));
  const finish = chunk(messageHead, {}, toFinishReason(reason, toolIndex.size, options));
  chunks.push(finish);
  if (options.includeUsage) {
    chunks.push({ ...finish, choices: [], usage: toUsage(tokenUsage, options) });
  }
  return chunks;
}

type ChunkMaker = (
  head: MessageHead,
  delta: OpenAIDelta,
  finishReason?: OpenAIFinishReason,
) => OpenAIChunk;

/** Makes the chunks of one completion: what is the same on all of them is worked out once. */
function chunkMaker(options: AnswerOptions): ChunkMaker {
  const { includeUsage = false } = options;
  let head: MessageHead | undefined;
  let envelope: Envelope | undefined;
  return (messageHead, delta, finishReason) => {
    if (messageHead !== head || !envelope) envelope = toEnvelope((head = messageHead), options);
    return chunkOf(envelope, delta, finishReason ?? null, includeUsage);
  };
}

/** What all chunks of a completion have in common. */
interface Envelope {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly service_tier: string | undefined;
}

const toEnvelope = (
  { id, model, created, tier }: MessageHead,
  { completionId, requestedModel, serviceTier }: AnswerOptions,
): Envelope => ({
  id: `chatcmpl-${id.replace(/^msg_/, '') || (completionId ?? 'unnamed')}`,
  created,
  model: model || (requestedModel ?? ''),
  service_tier: serviceTier ? toServiceTier(tier) : undefined,
});

/** Literals rather than spreads: to build one costs a fraction, and each has one shape for good. */
function chunkOf(
  { id, created, model, service_tier }: Envelope,
  delta: OpenAIDelta,
  finish_reason: OpenAIFinishReason | null,
  includeUsage: boolean,
): OpenAIChunk {
  const object = 'chat.completion.chunk';
  const choices = [{ index: 0, delta, logprobs: null, finish_reason }] as const;
  if (service_tier === undefined) {
    return includeUsage
      ? { id, object, created, model, choices, usage: null }
      : { id, object, created, model, choices };
  }
  return includeUsage
    ? { id, object, created, model, service_tier, choices, usage: null }
    : { id, object, created, model, service_tier, choices };
}
