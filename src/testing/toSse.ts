import type { ClaudeEvent } from '../claude/events.ts';

/** The ways one and the same event travels, depending on who sends it. */
export interface SseForm {
  /** What ends a line; the standard allows all three. @defaultValue `'\n'` */
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  /** Name the event in a line of its own; some gateways leave it out. @defaultValue true */
  readonly eventLines?: boolean;
  /** Spaces before the closing brace: Claude pads its JSON with them. @defaultValue 0 */
  readonly padding?: number;
  /** Start with a byte order mark. @defaultValue false */
  readonly byteOrderMark?: boolean;
  /** Close with `data: [DONE]`, as no Claude does but some gateways do. @defaultValue false */
  readonly done?: boolean;
  /** Comment lines between events. @defaultValue none */
  readonly comment?: string;
}

/** Claude events as the text of an event stream. */
export function toSse(events: readonly ClaudeEvent[], form: SseForm = {}): string {
  const { lineEnd = '\n', byteOrderMark = false, done = false, comment } = form;
  const comments = comment === undefined ? '' : `: ${comment}${lineEnd}${lineEnd}`;
  return [
    byteOrderMark ? '\uFEFF' : '',
    ...events.map((event) => comments + toMessage(event, form)),
    done ? `data: [DONE]${lineEnd}${lineEnd}` : '',
  ].join('');
}

/** Claude events as the bytes of an event stream. */
export const toSseBytes = (events: readonly ClaudeEvent[], form?: SseForm): Uint8Array =>
  new TextEncoder().encode(toSse(events, form));

function toMessage(
  event: ClaudeEvent,
  { lineEnd = '\n', eventLines = true, padding = 0 }: SseForm,
): string {
  const json = `${JSON.stringify(event).slice(0, -1)}${' '.repeat(padding)}}`;
  const name = eventLines ? `event: ${event.type}${lineEnd}` : '';
  return `${name}data: ${json}${lineEnd}${lineEnd}`;
}
