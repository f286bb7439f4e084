/** JSON text whose whole numbers survive being read. */
export interface ExactJson {
  readonly text: string;
  /** A number that had to become a text, the first one. */
  readonly quoted?: string;
  /** A fraction with more digits than a double keeps, the first one. */
  readonly rounded?: string;
}

/** No double has trouble with a number shorter than this; whatever has an exponent may be large. */
const suspicious = /[\d.]{16}|\d[eE]/;
const literal = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;

/**
 * Puts numbers that no double holds in quotes, digit for digit.
 *
 * Ids of 64 bits are numbers in some APIs. Read as a double such an id is another id, and the model
 * would go on with it; as a text it is still the one the tool was called with. A fraction is only
 * rounded: its last digits name nothing.
 *
 * @param json - valid JSON
 */
export function keepDigits(json: string): ExactJson {
  if (!suspicious.test(json)) return { text: json };
  let text = '';
  let from = 0;
  let quoted: string | undefined;
  let rounded: string | undefined;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(json, at);
      continue;
    }
    if (code !== MINUS && (code < ZERO || code > NINE)) continue;
    literal.lastIndex = at;
    const [number = '-'] = literal.exec(json) ?? [];
    const value = Number(number);
    if (scientific(number) !== scientific(String(value))) {
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
        text += `${json.slice(from, at)}"${number}"`;
        from = at + number.length;
        quoted ??= number;
      } else {
        rounded ??= number;
      }
    }
    at += number.length - 1;
  }
  return {
    text: text + json.slice(from),
    ...(quoted !== undefined && { quoted }),
    ...(rounded !== undefined && { rounded }),
  };
}

function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return json.length;
}

/** A number's digits and the power of ten they begin with, whichever way it is written; infinity has none. */
function scientific(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const power = Number(exponent) - fraction.length + digits.length;
  return digits === '' ? '0' : `${digits.slice(0, significant(digits))}e${power}`;
}

/** How many digits come before the zeros at the end; an expression would look at each zero twice. */
function significant(digits: string): number {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return end;
}
