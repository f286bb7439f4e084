import type { ClaudeEvent } from '../claude/events.ts';

const PREFIX = '{"type":"content_block_delta","index":';
const kinds = [
  ',"delta":{"type":"text_delta","text":"',
  ',"delta":{"type":"input_json_delta","partial_json":"',
  ',"delta":{"type":"thinking_delta","thinking":"',
] as const;

/** What cannot stand in a JSON string as it is: a text without any of it needs no parsing. */
const special = /[\u0000-\u001f"\\]/;

/**
 * Reads the deltas that make up nearly all of a stream without building their JSON's objects twice:
 * a text, a piece of a call's input or a thought, spelled as Claude spells it.
 *
 * It assumes nothing: whatever is spelled in any other way – other keys, another order, white space
 * anywhere but in front of the closing braces – is not cut but left to `JSON.parse`. What it does
 * cut equals what `JSON.parse` reads (`spec/convert/cutDelta.spec.ts`).
 *
 * @returns undefined where it is anything else
 */
export function cutDelta(data: string): ClaudeEvent | undefined {
  if (!data.startsWith(PREFIX)) return undefined;
  const afterIndex = data.indexOf(',', PREFIX.length);
  const index = smallNumber(data, PREFIX.length, afterIndex);
  if (index < 0) return undefined;
  const kind = kinds.findIndex((one) => data.startsWith(one, afterIndex));
  if (kind < 0) return undefined;
  const from = afterIndex + (kinds[kind]?.length ?? 0);
  const to = closingQuote(data);
  if (to < from) return undefined;
  const text = unescaped(data, from, to);
  if (text === undefined) return undefined;
  switch (kind) {
    case 0:
      return { type: 'content_block_delta', index, delta: { type: 'text_delta', text } };
    case 1:
      return {
        type: 'content_block_delta',
        index,
        delta: { type: 'input_json_delta', partial_json: text },
      };
    default:
      return {
        type: 'content_block_delta',
        index,
        delta: { type: 'thinking_delta', thinking: text },
      };
  }
}

/** A whole number of one to four digits, as JSON writes it; -1 where it is something else. */
function smallNumber(data: string, from: number, to: number): number {
  const digits = to - from;
  if (digits < 1 || digits > 4 || (digits > 1 && data.charCodeAt(from) === ZERO)) return -1;
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = data.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** Where the last string of the object ends, if nothing but two braces and blanks comes after it. */
function closingQuote(data: string): number {
  let braces = 0;
  for (let at = data.length - 1; at >= 0; at -= 1) {
    const unit = data.charCodeAt(at);
    if (unit === BRACE) braces += 1;
    else if (unit !== BLANK) return unit === QUOTE && braces === 2 ? at : -1;
  }
  return -1;
}

const ZERO = 48;
const BRACE = 125;
const BLANK = 32;
const QUOTE = 34;

function unescaped(data: string, from: number, to: number): string | undefined {
  const text = data.slice(from, to);
  if (!special.test(text)) return text;
  try {
    return JSON.parse(data.slice(from - 1, to + 1)) as string;
  } catch {
    return undefined; // more than one string, or a broken one
  }
}
