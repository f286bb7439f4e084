/**
 * A request's own text with another model in it, and every other character as it was: numbers no
 * double holds, spaces, the order of members and how letters are escaped are between client and Claude.
 *
 * JSON does not say what a name means that is there twice. Readers differ – most take the last, as
 * `JSON.parse` does – so all of them are made to say the same: whoever decided about a request by its
 * model must not have looked at another one than the upstream does.
 *
 * @param json - valid JSON, an object
 * @returns the same text where it says so already
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-4
 */
export function withModel(json: string, model: string): string {
  const name = JSON.stringify(model);
  let text = '';
  let from = 0;
  for (const { start, end } of modelValues(json)) {
    const value = json.slice(start, end);
    if (isText(value) && JSON.parse(value) === model) continue;
    text += json.slice(from, start) + name;
    from = end;
  }
  return text + json.slice(from);
}

const isText = (value: string): boolean => value.startsWith('"');

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the values of the request's own members `model` are; those of tools and schemas are theirs. */
function* modelValues(json: string): Generator<Span> {
  let depth = 0;
  let isName = false;
  let value: number | undefined;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charAt(at)) {
      case '"': {
        const end = endOfText(json, at);
        if (depth === 1 && isName) {
          isName = false;
          if (isModel(json, at, end)) value = json.indexOf(':', end) + 1;
        }
        at = end - 1;
        break;
      }
      case '{':
      case '[':
        depth += 1;
        isName = depth === 1;
        break;
      case ',':
      case '}':
      case ']':
        if (depth === 1 && value !== undefined) {
          yield trimmed(json, value, at);
          value = undefined;
        }
        if (json.charAt(at) !== ',') depth -= 1;
        else if (depth === 1) isName = true;
        break;
    }
  }
}

const QUOTED_MODEL = '"model"';
/** Each letter may be written in six. */
const MAX_NAME_CHARS = 2 + 'model'.length * 6;

function isModel(json: string, start: number, end: number): boolean {
  if (json.startsWith(QUOTED_MODEL, start)) return true;
  return end - start <= MAX_NAME_CHARS && JSON.parse(json.slice(start, end)) === 'model';
}

/** Behind the closing quote of a text. Looking for quotes is many times faster than at each letter. */
function endOfText(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  while (isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let at = quote - 1;
  while (json[at] === '\\') at -= 1;
  return (quote - at) % 2 === 0;
}

function trimmed(json: string, from: number, to: number): Span {
  const value = json.slice(from, to);
  const start = from + value.length - value.trimStart().length;
  return { start, end: start + value.trim().length };
}
