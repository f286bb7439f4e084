import { identity, type OperatorFunction } from 'rxjs';
import { quoted, spelled } from '../convert/spelling.ts';
import type {
  OpenAIChoice,
  OpenAIChunk,
  OpenAIDelta,
  OpenAIToolCallDelta,
} from '../openai/chunks.ts';
import { perSubscription } from './fused.ts';
import { mapMany } from './mapMany.ts';

/**
 * Frames chunks as OpenAI's event stream: a `data:` line each, and `[DONE]` when they are complete.
 *
 * ```text
 * source    a-----b-----|
 * result    {…}---{…}---([DONE]|)
 * ```
 *
 * No `event:` line is written: real clients read plain `data: ` lines and some break on names. An
 * error passes through; nothing may follow it, so how it is said is up to the sink.
 *
 * @param spell - how JSON is written that is not plain ASCII. A server has it put into the bytes of
 * UTF-8, a character each (Node's `latin1`), so that nothing need be encoded when it is sent.
 * @defaultValue as it is: as text
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
export function encodeSse(spell?: (json: string) => string): OperatorFunction<OpenAIChunk, string> {
  return perSubscription(() => {
    const write =
      spell === undefined
        ? chunkWriter(identity, quoted)
        : chunkWriter(spell, (text) => spelled(text, spell));
    return mapMany(write, () => 'data: [DONE]\n\n');
  });
}

/**
 * Writes the frame of a chunk, with the part that is the same on every chunk of a completion written
 * once.
 *
 * Only chunks of exactly the ordinary shape are put together from parts; any other – one that a
 * stage added a field to, say – is written by `JSON.stringify` alone.
 */
function chunkWriter(
  spell: (json: string) => string,
  quote: (text: string) => string,
): (chunk: OpenAIChunk) => string {
  let last: Unsure<OpenAIChunk> | undefined;
  let heads = headsOf('');
  return (chunk) => {
    const choice = chunk.choices[0] as Unsure<OpenAIChoice> | undefined;
    if (!choice || !isOrdinary(chunk, choice)) return `data: ${spell(JSON.stringify(chunk))}\n\n`;
    if (!last || !isSameHead(chunk, last)) {
      const { id, object, created, model, service_tier } = chunk;
      const json = JSON.stringify({ id, object, created, model, service_tier });
      heads = headsOf(`data: ${spell(json.slice(0, -1))},"choices":[{"index":0,"delta":`);
      last = chunk;
    }
    const delta = choice.delta as OpenAIDelta;
    const { finish_reason } = choice;
    const isCounted = chunk.usage === null;
    if (finish_reason === null) {
      const text = pieceOfText(delta, heads, quote, isCounted ? GOES_ON_COUNTED : GOES_ON);
      if (text !== undefined) return text;
    }
    const reason = spell(JSON.stringify(finish_reason));
    const usage = isCounted ? ',"usage":null' : '';
    const json = spell(JSON.stringify(delta));
    return `${heads.any}${json},"logprobs":null,"finish_reason":${reason}}]${usage}}\n\n`;
  };
}

/** How frames begin, up to the text that each is for. */
interface Heads {
  /** Up to the delta. */
  readonly any: string;
  readonly content: string;
  readonly reasoning: string;
  /** Up to the arguments of the call told last. */
  call: string;
  callIndex: number | undefined;
}

/** Joined for good: a text put together of many is taken apart again each time it is written. */
const headsOf = (any: string): Heads => ({
  any,
  content: [any, '{"content":'].join(''),
  reasoning: [any, '{"reasoning_content":'].join(''),
  call: '',
  callIndex: undefined,
});

/** How frames end, behind the text that each is for. */
interface Tails {
  readonly text: string;
  readonly call: string;
}

const tailsOf = (any: string): Tails => ({ text: `}${any}`, call: `}}]}${any}` });
const GOES_ON = tailsOf(',"logprobs":null,"finish_reason":null}]}\n\n');
const GOES_ON_COUNTED = tailsOf(',"logprobs":null,"finish_reason":null}],"usage":null}\n\n');

/** Nearly every delta is one piece of text, or one piece of a call's arguments; undefined for others. */
function pieceOfText(
  delta: OpenAIDelta,
  heads: Heads,
  quote: (text: string) => string,
  tails: Tails,
): string | undefined {
  if (fieldsOf(delta) !== 1) return undefined;
  if (typeof delta.content === 'string') return heads.content + quote(delta.content) + tails.text;
  if (typeof delta.reasoning_content === 'string') {
    return heads.reasoning + quote(delta.reasoning_content) + tails.text;
  }
  const json = argumentsOf(delta.tool_calls);
  if (json === undefined) return undefined;
  const index = delta.tool_calls?.[0].index ?? 0;
  if (index !== heads.callIndex) {
    heads.callIndex = index;
    heads.call = [heads.any, `{"tool_calls":[{"index":${index},"function":{"arguments":`].join('');
  }
  return heads.call + quote(json) + tails.call;
}

/** The types know most of this; a stage written without them may not. */
type Unsure<T> = { readonly [Field in keyof T]: unknown };

/** The fields we know are there; if there are no more of them, there are no others. */
function isOrdinary(chunk: Unsure<OpenAIChunk>, choice: Unsure<OpenAIChoice>): boolean {
  const optional = (chunk.service_tier === undefined ? 0 : 1) + (chunk.usage === undefined ? 0 : 1);
  return (
    (chunk.usage === undefined || chunk.usage === null) &&
    (chunk.choices as readonly unknown[]).length === 1 &&
    typeof chunk.id === 'string' &&
    typeof chunk.object === 'string' &&
    typeof chunk.created === 'number' &&
    typeof chunk.model === 'string' &&
    fieldsOf(chunk) === 5 + optional &&
    choice.index === 0 &&
    choice.logprobs === null &&
    choice.finish_reason !== undefined &&
    typeof choice.delta === 'object' &&
    choice.delta !== null &&
    fieldsOf(choice) === 4
  );
}

const isSameHead = (a: Unsure<OpenAIChunk>, b: Unsure<OpenAIChunk>): boolean =>
  a.id === b.id &&
  a.object === b.object &&
  a.created === b.created &&
  a.model === b.model &&
  a.service_tier === b.service_tier;

/** The arguments, if the call has nothing else to say. */
function argumentsOf(calls: unknown): string | undefined {
  if (!Array.isArray(calls) || calls.length !== 1) return undefined;
  const call = calls[0] as Unsure<OpenAIToolCallDelta> | null;
  if (typeof call !== 'object' || call === null || !Number.isInteger(call.index)) return undefined;
  const piece = call.function as { readonly arguments?: unknown } | null | undefined;
  return piece &&
    typeof piece.arguments === 'string' &&
    fieldsOf(call) === 2 &&
    fieldsOf(piece) === 1
    ? piece.arguments
    : undefined;
}

function fieldsOf(object: object): number {
  let count = 0;
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- counts without making a list
  for (const _ in object) count += 1;
  return count;
}
