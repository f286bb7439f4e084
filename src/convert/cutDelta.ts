import type { ClaudeEvent } from '../claude/events.ts';

/**
 * A delta as Claude spells it, padding included: its block's number, its kind, and its text as JSON,
 * with no escapes but those that `JSON.stringify` uses for more than control characters.
 *
 * One expression without groups, since V8 matches it in a fraction of the time that `JSON.parse` or
 * taking groups out of it need.
 */
export const ordinaryDelta: string = String.raw`\{"type":"content_block_delta","index":(?:0|[1-9]\d{0,3}),"delta":\{"type":"(?:text_delta","text|thinking_delta","thinking|input_json_delta","partial_json)":"[^"\\\u0000-\u001f]*(?:\\["\\bfnrt][^"\\\u0000-\u001f]*)*" *\} *\} *`;

const onlyDelta = new RegExp(`^${ordinaryDelta}$`);

/** Characters beyond which nothing is saved, and the expression would need much memory. */
const MAX_CHARS = 4096;

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
  return data.length <= MAX_CHARS && onlyDelta.test(data)
    ? deltaIn(data, 0, data.length, { read: (from, to) => unquoted(data.slice(from - 1, to + 1)) })
    : undefined;
}

/** Reads what a JSON string says that stands, its quotes left out, between two places of a text. */
export interface StringReader {
  /** @returns undefined where it says nothing */
  read(from: number, to: number): string | undefined;
}

/**
 * The delta that stands in a text.
 *
 * @param from - where its JSON, an {@link ordinaryDelta}, begins
 * @param to - where it ends, or what is no quote behind it
 * @returns undefined where its string says nothing
 */
export function deltaIn(
  text: string,
  from: number,
  to: number,
  reader: StringReader,
): ClaudeEvent | undefined {
  let at = from + INDEX_AT;
  let index = 0;
  for (let digit = text.charCodeAt(at); digit !== COMMA; digit = text.charCodeAt(at)) {
    index = 10 * index + digit - ZERO;
    at += 1;
  }
  at += KIND_BEHIND;
  let end = to - 1;
  while (text.charCodeAt(end) !== QUOTE) end -= 1;
  const type = 'content_block_delta';
  // The kinds differ in their second letter.
  switch (text[at + 1]) {
    case 'e': {
      const said = reader.read(at + TEXT_BEHIND, end);
      return said === undefined ? said : { type, index, delta: { type: 'text_delta', text: said } };
    }
    case 'h': {
      const thinking = reader.read(at + THINKING_BEHIND, end);
      return thinking === undefined
        ? thinking
        : { type, index, delta: { type: 'thinking_delta', thinking } };
    }
    default: {
      const partial_json = reader.read(at + JSON_BEHIND, end);
      return partial_json === undefined
        ? partial_json
        : { type, index, delta: { type: 'input_json_delta', partial_json } };
    }
  }
}

const INDEX_AT = '{"type":"content_block_delta","index":'.length;
const KIND_BEHIND = ',"delta":{"type":"'.length;
const TEXT_BEHIND = 'text_delta","text":"'.length;
const THINKING_BEHIND = 'thinking_delta","thinking":"'.length;
const JSON_BEHIND = 'input_json_delta","partial_json":"'.length;
const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;

/** What a JSON string says. */
export const unquoted = (json: string): string =>
  json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
