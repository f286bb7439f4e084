import type { OpenAIChunk, OpenAIToolCallDelta } from '../../openai/chunks.ts';
import { every, type Law, show } from './Law.ts';
import { callsOf, deltasOf, finishesOf, hasExactly, isText, piecesOf } from './reading.ts';

/** How tool calls are numbered, opened, continued and completed. */
export const toolCallLaws: readonly Law<readonly OpenAIChunk[]>[] = [
  {
    name: 'I4 tool calls come one at a time, with an integer index',
    holds: (chunks) =>
      every(
        deltasOf(chunks).flatMap(({ tool_calls }) => (tool_calls ? [tool_calls] : [])),
        (calls: readonly OpenAIToolCallDelta[]) =>
          (calls.length === 1 && calls.every(({ index }) => Number.isInteger(index))) ||
          `tool_calls are ${show(calls)}`,
      ),
  },
  {
    name: 'I5 tool calls are numbered 0, 1, 2 … in order of appearance',
    holds: (chunks) => {
      const numbers = [...new Set(piecesOf(chunks).map(({ index }) => index))];
      return numbers.every((number, nth) => number === nth) || `the numbers are ${show(numbers)}`;
    },
  },
  {
    name: 'I6 a call is opened once with id, type and name; later pieces bring only more of its input',
    holds: (chunks) =>
      every([...callsOf(chunks).values()], ([opener, ...others]) => {
        if (!opener || !isOpener(opener)) return `opened by ${show(opener)}`;
        return every(
          others,
          (piece) => isContinuation(piece, opener.type) || `continued by ${show(piece)}`,
        );
      }),
  },
  {
    name: 'I6 the deprecated call is opened once with its name; later pieces bring only arguments',
    holds: (chunks) => {
      const [opener, ...others] = deltasOf(chunks).flatMap(({ function_call }) =>
        function_call ? [function_call] : [],
      );
      if (!opener) return true;
      if (!hasExactly(opener, ['name', 'arguments']) || !opener.name || opener.arguments !== '')
        return `opened by ${show(opener)}`;
      return every(
        others,
        (piece) =>
          (hasExactly(piece, ['arguments']) && isText(piece.arguments)) ||
          `continued by ${show(piece)}`,
      );
    },
  },
  {
    name: 'I6 calls are said in the form the client knows',
    holds: (chunks, { legacyFunctions = false }) =>
      every(deltasOf(chunks), (delta) => {
        if (legacyFunctions && delta.tool_calls) return 'tool_calls to a client of functions';
        if (!legacyFunctions && delta.function_call) return 'function_call to a client of tools';
        return true;
      }),
  },
  {
    name: 'I7 a call is complete before the next one opens',
    holds: (chunks) => {
      let open = -Infinity;
      return every(piecesOf(chunks), ({ index }) => {
        if (index < open) return `a piece of call ${index} comes after call ${open} has opened`;
        open = index;
        return true;
      });
    },
  },
  {
    name: 'I8 when the answer finishes, the arguments of each call are a JSON object',
    holds: (chunks) => {
      const finish = finishesOf(chunks)[0]?.finish_reason;
      if (finish === undefined) return true;
      const isCut = finish === 'length' || finish === 'content_filter';
      const texts = argumentTexts(chunks);
      // An answer cut off by its limit may have been cut inside its last call.
      return every(
        isCut ? texts.slice(0, -1) : texts,
        (text) => isJsonObject(text) || `the arguments are ${show(text)}`,
      );
    },
  },
];

/** The whole arguments of each call of a function, new form or deprecated. */
function argumentTexts(chunks: readonly OpenAIChunk[]): readonly string[] {
  const texts = [...callsOf(chunks).values()]
    .filter(([opener]) => !opener?.custom)
    .map((pieces) => pieces.map((piece) => piece.function?.arguments ?? '').join(''));
  const legacy = deltasOf(chunks).flatMap(({ function_call }) => function_call ?? []);
  return legacy.length === 0 ? texts : [...texts, legacy.map((it) => it.arguments).join('')];
}

function isOpener(piece: OpenAIToolCallDelta): boolean {
  const body = piece.type === 'custom' ? piece.custom : piece.function;
  const input = piece.type === 'custom' ? piece.custom?.input : piece.function?.arguments;
  return (
    isText(piece.id) &&
    isText(body?.name) &&
    input === '' &&
    (piece.type === 'custom'
      ? hasExactly(piece, ['index', 'id', 'type', 'custom'])
      : piece.type === 'function' && hasExactly(piece, ['index', 'id', 'type', 'function']))
  );
}

const isContinuation = (piece: OpenAIToolCallDelta, type: OpenAIToolCallDelta['type']): boolean =>
  type === 'custom'
    ? hasExactly(piece, ['index', 'custom']) &&
      hasExactly(piece.custom, ['input']) &&
      isText(piece.custom?.input)
    : hasExactly(piece, ['index', 'function']) &&
      hasExactly(piece.function, ['arguments']) &&
      isText(piece.function?.arguments);

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
