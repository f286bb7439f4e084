import type { ClaudeEvent } from '../claude/events.ts';

/** Fields whose words are the wire's, not anybody's. */
const wireWords: ReadonlySet<string> = new Set(['type', 'id', 'tool_use_id', 'name', 'caller']);

/**
 * Takes the words out of what Claude says, and leaves its shape: every letter becomes `x` and every
 * figure `1`, so lengths, spaces, punctuation and JSON stay what they were. What goes wrong in a
 * conversion goes wrong with the masked words, too.
 *
 * Made anew for each stream: the JSON of a tool's input is cut anywhere.
 */
export function maskedBodies(): (event: ClaudeEvent) => ClaudeEvent {
  const inputs = new Map<number, (piece: string) => string>();

  return (event) => {
    switch (event.type) {
      case 'content_block_start':
        return { ...event, content_block: masked(event.content_block) };
      case 'content_block_delta': {
        if (event.delta.type !== 'input_json_delta')
          return { ...event, delta: masked(event.delta) };
        const mask = inputs.get(event.index) ?? maskedJson();
        inputs.set(event.index, mask);
        const partial_json = mask(event.delta.partial_json);
        return { ...event, delta: { ...event.delta, partial_json } };
      }
      case 'message_delta':
        return 'stop_sequence' in event.delta || 'stop_details' in event.delta
          ? {
              ...event,
              delta: {
                ...event.delta,
                ...(event.delta.stop_sequence && {
                  stop_sequence: maskedText(event.delta.stop_sequence),
                }),
                ...(event.delta.stop_details && { stop_details: masked(event.delta.stop_details) }),
              },
            }
          : event;
      default:
        return event;
    }
  };
}

const maskedText = (text: string): string =>
  text.replaceAll(/[\p{L}\p{M}]/gu, 'x').replaceAll(/\p{N}/gu, '1');

function masked<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (wireWords.has(key) ? value : maskedText(value)) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => masked(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === 'input' ? maskedInput(item) : masked<unknown>(item, name),
    ]),
  ) as T;
}

/** Input that came at once. Its names stay: masked, two of them might become one. */
function maskedInput(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value);
  if (typeof value === 'number') return Number(String(value).replaceAll(/\d/g, '1'));
  if (Array.isArray(value)) return value.map(maskedInput);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskedInput(item)]));
}

/** Masks JSON in pieces cut anywhere: words of strings, names among them, and all figures. */
function maskedJson(): (piece: string) => string {
  let inString = false;
  /** Characters of an escape still to come. */
  let escaped = 0;
  return (piece) =>
    Array.from(piece, (character) => {
      if (!inString) {
        inString = character === '"';
        return /\d/.test(character) ? '1' : character;
      }
      if (escaped > 0) {
        escaped += character === 'u' && escaped === 1 ? 3 : -1;
        return character;
      }
      if (character === '\\') escaped = 1;
      if (character === '"') inString = false;
      return maskedText(character);
    }).join('');
}
