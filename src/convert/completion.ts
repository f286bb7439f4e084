import type { OpenAIChunk, OpenAIDelta, OpenAIUsage } from '../openai/chunks.ts';
import type { OpenAICompletion, OpenAIMessage, OpenAIToolCall } from '../openai/completion.ts';
import type { AnswerOptions } from './answerOptions.ts';
import { toUsage } from './usage.ts';

/** A completion in the making: the chunks so far, put together. */
export interface CompletionDraft {
  readonly head: Omit<OpenAIChunk, 'choices' | 'usage'> | undefined;
  readonly delta: OpenAIDelta;
  readonly calls: Calls | undefined;
  readonly finishReason: OpenAICompletion['choices'][0]['finish_reason'] | undefined;
  readonly usage: OpenAIUsage | undefined;
}

/** A list whose last call comes first: to add to it copies nothing, however many calls there are. */
interface Calls {
  readonly index: number;
  readonly call: OpenAIToolCall;
  readonly before: Calls | undefined;
}

export const emptyDraft: CompletionDraft = {
  head: undefined,
  delta: {},
  calls: undefined,
  finishReason: undefined,
  usage: undefined,
};

/** Adds one chunk, as a client would: texts are joined, lists come once, calls are told by index. */
export function addChunk(draft: CompletionDraft, chunk: OpenAIChunk): CompletionDraft {
  const { choices, usage, ...head } = chunk;
  const [choice] = choices;
  return {
    head: draft.head ?? head,
    delta: choice ? joined(draft.delta, choice.delta) : draft.delta,
    calls: choice?.delta.tool_calls
      ? withPiece(draft.calls, choice.delta.tool_calls[0])
      : draft.calls,
    finishReason: choice?.finish_reason ?? draft.finishReason,
    usage: usage ?? draft.usage,
  };
}

function joined(so: OpenAIDelta, far: OpenAIDelta): OpenAIDelta {
  return {
    ...so,
    ...far,
    ...joinedText('content', so, far),
    ...joinedText('refusal', so, far),
    ...joinedText('reasoning_content', so, far),
    ...joinedText('reasoning', so, far),
    ...((so.function_call ?? far.function_call) && {
      function_call: {
        name: so.function_call?.name ?? far.function_call?.name ?? '',
        arguments: (so.function_call?.arguments ?? '') + (far.function_call?.arguments ?? ''),
      },
    }),
  };
}

const joinedText = (
  field: 'content' | 'refusal' | 'reasoning_content' | 'reasoning',
  so: OpenAIDelta,
  far: OpenAIDelta,
): OpenAIDelta =>
  typeof so[field] === 'string' || typeof far[field] === 'string'
    ? { [field]: (so[field] ?? '') + (far[field] ?? '') }
    : {};

/** Calls are numbered as they appear, and told one after the other: a piece rarely goes back. */
function withPiece(calls: Calls | undefined, piece: Piece): Calls {
  const { index } = piece;
  if (!calls || index > calls.index) return { index, call: begun(piece), before: calls };
  return index === calls.index
    ? { index, call: continued(calls.call, piece), before: calls.before }
    : { ...calls, before: withPiece(calls.before, piece) };
}

type Piece = NonNullable<OpenAIDelta['tool_calls']>[0];

const begun = ({ id = '', type, function: fn, custom }: Piece): OpenAIToolCall =>
  type === 'custom'
    ? { id, type, custom: { name: custom?.name ?? '', input: custom?.input ?? '' } }
    : { id, type: 'function', function: { name: fn?.name ?? '', arguments: fn?.arguments ?? '' } };

const continued = (call: OpenAIToolCall, { function: fn, custom }: Piece): OpenAIToolCall =>
  call.type === 'custom'
    ? { ...call, custom: { ...call.custom, input: call.custom.input + (custom?.input ?? '') } }
    : {
        ...call,
        function: {
          ...call.function,
          arguments: call.function.arguments + (fn?.arguments ?? ''),
        },
      };

function inOrder(last: Calls | undefined): readonly OpenAIToolCall[] {
  const calls: OpenAIToolCall[] = [];
  for (let it = last; it; it = it.before) calls.push(it.call);
  return calls.reverse();
}

/** The finished completion. */
export function finishDraft(
  { head, delta, calls, finishReason, usage }: CompletionDraft,
  { webSearch = false }: AnswerOptions = {},
): OpenAICompletion {
  const { id = '', created = 0, model = '', service_tier } = head ?? {};
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    ...(service_tier !== undefined && { service_tier }),
    choices: [
      {
        index: 0,
        message: toMessage(delta, inOrder(calls), webSearch),
        logprobs: null,
        finish_reason: finishReason ?? 'stop',
      },
    ],
    usage: usage ?? toUsage({}),
  };
}

function toMessage(
  delta: OpenAIDelta,
  calls: readonly OpenAIToolCall[],
  webSearch: boolean,
): OpenAIMessage {
  const { reasoning_content, reasoning, reasoning_details, function_call, annotations } = delta;
  const content = delta.content ?? '';
  const refusal = delta.refusal ?? '';
  const saysOtherwise = calls.length > 0 || function_call !== undefined || refusal !== '';
  return {
    role: 'assistant',
    content: content === '' && saysOtherwise ? null : content,
    refusal: refusal === '' ? null : refusal,
    ...((annotations ?? (webSearch ? [] : undefined)) && { annotations: annotations ?? [] }),
    ...(reasoning_content !== undefined && { reasoning_content }),
    ...(reasoning !== undefined && { reasoning }),
    ...(reasoning_details !== undefined && { reasoning_details }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(function_call !== undefined && {
      function_call: { name: function_call.name ?? '', arguments: function_call.arguments },
    }),
  };
}
