/**
 * How the text read last was spelled in JSON, as the bytes of UTF-8, a character each.
 *
 * It only saves work: what it gives is what spelling the text anew would give. Nearly every piece of
 * an answer is written right after it was read, so one is enough; whoever delays, changes or splits
 * texts has them spelled anew.
 */
let lastText = '';
let lastJson = '""';

/** Notes how a text is spelled: as `JSON.stringify` spells it. */
export function noteSpelling(text: string, json: string): void {
  lastText = text;
  lastJson = json;
}

/**
 * A text as JSON, as the bytes of UTF-8, a character each.
 *
 * @param spell - does that to what is not ASCII
 */
export function spelled(text: string, spell: (json: string) => string): string {
  return text === lastText ? lastJson : spell(quoted(text));
}

/** A text as JSON. Most need nothing but quotes, which is found out sooner than `JSON.stringify` begins. */
export const quoted = (text: string): string =>
  special.test(text) ? JSON.stringify(text) : `"${text}"`;

/** What JSON escapes: halves of characters are among it, lest they come alone. */
const special = /[\u0000-\u001f"\\\ud800-\udfff]/;
