/** The parts of a stream that laws are about. */
import type {
  OpenAIChoice,
  OpenAIChunk,
  OpenAIDelta,
  OpenAIToolCallDelta,
} from '../../openai/chunks.ts';

export const choicesOf = (chunks: readonly OpenAIChunk[]): readonly OpenAIChoice[] =>
  chunks.flatMap(({ choices }) => [...choices]);

export const deltasOf = (chunks: readonly OpenAIChunk[]): readonly OpenAIDelta[] =>
  choicesOf(chunks).map(({ delta }) => delta);

/** The choices that finish; a lawful stream has one. */
export const finishesOf = (chunks: readonly OpenAIChunk[]): readonly OpenAIChoice[] =>
  choicesOf(chunks).filter(({ finish_reason }) => finish_reason !== null);

export const piecesOf = (chunks: readonly OpenAIChunk[]): readonly OpenAIToolCallDelta[] =>
  deltasOf(chunks).flatMap(({ tool_calls }) => tool_calls ?? []);

/** The pieces of each call, by its number. */
export function callsOf(
  chunks: readonly OpenAIChunk[],
): ReadonlyMap<number, readonly OpenAIToolCallDelta[]> {
  const calls = new Map<number, OpenAIToolCallDelta[]>();
  for (const piece of piecesOf(chunks)) {
    const pieces = calls.get(piece.index);
    if (pieces) pieces.push(piece);
    else calls.set(piece.index, [piece]);
  }
  return calls;
}

export const isUsageChunk = ({ choices, usage }: OpenAIChunk): boolean =>
  choices.length === 0 && typeof usage === 'object' && usage !== null;

export const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Two offsets in order: `start` up to `end`, neither negative. */
export const isSpan = (start: number, end: number): boolean =>
  Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start <= end;

export const hasExactly = (value: object | undefined, keys: readonly string[]): boolean =>
  value !== undefined &&
  Object.keys(value).length === keys.length &&
  keys.every((key) => Object.hasOwn(value, key));
