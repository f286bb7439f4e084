import type { OpenAIChunk } from '../../src/openai/chunks.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a strict client holds after the last chunk. */
export interface Accumulated {
  readonly id: string;
  readonly model: string;
  readonly message: Json;
  readonly finish_reason: string;
  readonly usage: unknown;
}

/**
 * Accumulates chunks as the strictest clients do, and throws on all they throw on.
 *
 * Strings are joined, whatever their field; lists are merged by `index`, which every item after the
 * first list must have; a call is closed, and its arguments are parsed, as soon as a piece of
 * another comes; a call's id and name never change; without a finish reason there is no answer.
 *
 * @see https://github.com/openai/openai-python/blob/main/src/openai/lib/streaming/_deltas.py
 * @see https://github.com/openai/openai-node/blob/master/src/lib/ChatCompletionStream.ts
 */
export function accumulateChunks(chunks: readonly OpenAIChunk[]): Accumulated {
  const message: Record<string, unknown> = {};
  const closed = new Set<number>();
  let open: number | undefined;
  let finish_reason: string | null = null;
  let usage: unknown;

  const close = (index: number) => {
    const call = (message['tool_calls'] as readonly Json[] | undefined)?.[index];
    const called = call?.['function'] as { readonly arguments: string } | undefined;
    if (called && finish_reason !== 'length' && finish_reason !== 'content_filter')
      JSON.parse(called.arguments);
    closed.add(index);
  };

  for (const { choices, usage: told } of chunks) {
    usage = told;
    const [choice] = choices;
    if (!choice) continue;
    for (const { index, id, function: called } of choice.delta.tool_calls ?? []) {
      if (open !== undefined && open !== index) close(open);
      if (closed.has(index)) throw new Error(`call ${index} goes on after it was closed`);
      open = index;
      const known = (message['tool_calls'] as readonly Json[] | undefined)?.[index];
      const name = (known?.['function'] as Json | undefined)?.['name'];
      if (known && id !== undefined && known['id'] !== id) throw new Error('changed call identity');
      if (known && called?.name !== undefined && called.name !== name)
        throw new Error('changed call identity');
    }
    accumulate(message, choice.delta as Json);
    if (choice.finish_reason !== null) finish_reason = choice.finish_reason;
  }

  const [first] = chunks;
  if (!first || finish_reason === null) throw new Error('missing finish_reason');
  if (open !== undefined) close(open);
  return { id: first.id, model: first.model, message, finish_reason, usage };
}

function accumulate(into: Record<string, unknown>, delta: Json): void {
  for (const [key, value] of Object.entries(delta)) {
    const held = into[key];
    if (Array.isArray(value)) into[key] = merged(held, value as readonly Json[]);
    else if (held == null || key === 'index' || key === 'type') into[key] = copied(value);
    else if (typeof held === 'string' && typeof value === 'string') into[key] = held + value;
    else if (isFields(held) && isFields(value)) accumulate(held, value);
  }
}

function merged(held: unknown, items: readonly Json[]): readonly unknown[] {
  // The first list is taken as it is, but for calls, which a client looks up by their number.
  if (!Array.isArray(held)) {
    for (const [nth, item] of items.entries())
      if ('function' in item && item['index'] !== nth) throw new RangeError('index out of range');
    return items.map(copied);
  }
  const list = [...(held as unknown[])];
  for (const item of items) {
    const index = item['index'];
    if (typeof index !== 'number') throw new TypeError('list item without an index');
    if (index > list.length) throw new RangeError('index out of range');
    const known = list[index];
    if (isFields(known)) accumulate(known, item);
    else list.push(copied(item));
  }
  return list;
}

const copied = (value: unknown): unknown => structuredClone(value);

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
