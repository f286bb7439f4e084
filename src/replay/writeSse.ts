import type { ClaudeEvent } from '../claude/events.ts';
import { escapeBeyondAscii } from './escapeBeyondAscii.ts';
import type { Wire } from './Said.ts';
import type { Random } from './seededRandom.ts';

/** Bytes, and how long Claude takes before they come. */
export interface Timed {
  /** In paces: a pace is the time of one delta. */
  readonly paces: number;
  readonly bytes: Uint8Array;
}

/**
 * Writes events as api.anthropic.com does: an `event:` and a `data:` line each, the JSON padded
 * with blanks before its last brace so that its length does not give the text away.
 *
 * What follows an event without a pause shares its bytes, as it shares a packet on the network.
 */
export function writeSse(
  events: readonly ClaudeEvent[],
  random: Random,
  { lineEnd = '\n', pieceBytes, escaped = false, torn = false, startPaces = 10 }: Wire = {},
): readonly Timed[] {
  const written = events.map((event, at) => ({
    paces: at === 0 ? startPaces : event.type === 'content_block_delta' ? 1 : 0,
    text: sseOf(event, random, lineEnd, escaped),
  }));
  const encoder = new TextEncoder();
  const packets = joined(written).map(({ paces, text }) => ({
    paces,
    bytes: encoder.encode(text),
  }));
  const last = packets.at(-1);
  const sent =
    torn && last
      ? [...packets.slice(0, -1), { ...last, bytes: last.bytes.subarray(0, last.bytes.length / 2) }]
      : packets;
  return pieceBytes === undefined ? sent : sent.flatMap((packet) => cut(packet, pieceBytes));
}

function sseOf(event: ClaudeEvent, random: Random, lineEnd: string, escaped: boolean): string {
  const json = event.type === 'ping' ? '{"type": "ping"}' : padded(JSON.stringify(event), random);
  const data = escaped ? escapeBeyondAscii(json) : json;
  return `event: ${event.type}${lineEnd}data: ${data}${lineEnd}${lineEnd}`;
}

const padded = (json: string, random: Random): string =>
  `${json.slice(0, -1)}${' '.repeat(random.int(0, 3) === 0 ? 0 : random.int(1, 15))}}`;

interface Written {
  readonly paces: number;
  readonly text: string;
}

function joined(written: readonly Written[]): readonly Written[] {
  const packets: Written[] = [];
  for (const { paces, text } of written) {
    const last = packets.at(-1);
    if (paces > 0 || !last) packets.push({ paces, text });
    else packets.splice(-1, 1, { paces: last.paces, text: last.text + text });
  }
  return packets;
}

/** The pause stands before the first piece; the others come with it, in reads of their own. */
function cut({ paces, bytes }: Timed, size: number): readonly Timed[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, nth) => ({
    paces: nth === 0 ? paces : 0,
    bytes: bytes.subarray(nth * size, (nth + 1) * size),
  }));
}
