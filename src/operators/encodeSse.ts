import { defer, type OperatorFunction } from 'rxjs';
import type { OpenAIChoice, OpenAIChunk } from '../openai/chunks.ts';
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
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
export function encodeSse(): OperatorFunction<OpenAIChunk, string> {
  return (chunks$) =>
    defer(() => {
      const write = chunkWriter();
      return chunks$.pipe(
        mapMany(
          (chunk) => `data: ${write(chunk)}\n\n`,
          () => 'data: [DONE]\n\n',
        ),
      );
    });
}

/**
 * JSON of a chunk, with the part that is the same on every chunk of a completion written once.
 *
 * Only chunks of exactly the ordinary shape are put together from parts; any other – one that a
 * stage added a field to, say – is written by `JSON.stringify` alone.
 */
function chunkWriter(): (chunk: OpenAIChunk) => string {
  let last: OpenAIChunk | undefined;
  let head = '';
  return (chunk) => {
    const [choice] = chunk.choices;
    if (!choice || !isOrdinary(chunk, choice)) return JSON.stringify(chunk);
    if (!last || !isSameHead(chunk, last)) {
      const { id, object, created, model } = chunk;
      const service_tier = chunk.service_tier;
      head = JSON.stringify({ id, object, created, model, service_tier }).slice(0, -1);
      last = chunk;
    }
    const reason = choice.finish_reason === null ? 'null' : JSON.stringify(choice.finish_reason);
    const usage = chunk.usage === null ? ',"usage":null}' : '}';
    return `${head},"choices":[{"index":0,"delta":${JSON.stringify(choice.delta)},"logprobs":null,"finish_reason":${reason}}]${usage}`;
  };
}

const chunkKeys = new Set(['id', 'object', 'created', 'model', 'service_tier', 'choices', 'usage']);
const choiceKeys = new Set(['index', 'delta', 'logprobs', 'finish_reason']);

/** The types know most of this; a stage written without them may not. */
type Unsure<T> = { readonly [Field in keyof T]: unknown };

function isOrdinary(chunk: OpenAIChunk, choice: Unsure<OpenAIChoice>): boolean {
  if (chunk.usage !== undefined && chunk.usage !== null) return false;
  if (chunk.choices.length !== 1) return false;
  if (choice.index !== 0 || choice.logprobs !== null || choice.finish_reason === undefined) {
    return false;
  }
  for (const key in chunk) if (!chunkKeys.has(key)) return false;
  for (const key in choice) if (!choiceKeys.has(key)) return false;
  return true;
}

const isSameHead = (a: Unsure<OpenAIChunk>, b: Unsure<OpenAIChunk>): boolean =>
  a.id === b.id &&
  a.object === b.object &&
  a.created === b.created &&
  a.model === b.model &&
  a.service_tier === b.service_tier;
