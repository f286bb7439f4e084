import type { OpenAIChunk } from '../../openai/chunks.ts';
import { brokenLaws } from './chunkLaws.ts';
import { breaches, every, type Law, show, type StreamContext } from './Law.ts';

/** One server-sent message as it stood on the wire, without the blank line that ends it. */
type Frame = string;

/** What a client was sent. */
export interface Wire {
  readonly bytes: Uint8Array;
  /** The bytes as text; what is no UTF-8 reads as U+FFFD. */
  readonly text: string;
  /** In order, comments included. */
  readonly frames: readonly Frame[];
}

/** The laws of the bytes a streaming client is sent, beyond those of the chunks in them. */
export const wireLaws: readonly Law<Wire>[] = [
  {
    name: 'the bytes are UTF-8',
    holds: ({ bytes }) => {
      try {
        new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        return true;
      } catch {
        return 'they do not decode';
      }
    },
  },
  {
    name: 'a frame is one line of data or a comment, ended by a blank line',
    holds: ({ text, frames }) => {
      if (text !== '' && !text.endsWith('\n\n')) return 'the last frame is not ended';
      return every(frames, (frame) => /^(data: |:)[^\r\n]+$/.test(frame) || show(frame));
    },
  },
  {
    name: 'data is a JSON object, or [DONE]',
    holds: ({ frames }) =>
      every(
        frames.map(dataOf),
        (data) =>
          data === undefined || data === '[DONE]' || objectOf(data) !== undefined || show(data),
      ),
  },
  {
    name: 'an error frame is an OpenAI error with all four keys, and nothing else',
    holds: ({ frames }) =>
      every(frames, (frame) => !isErrorFrame(frame) || isOpenAIError(frame) || show(frame)),
  },
  {
    name: 'I15 a stream ends once: [DONE] after a finish, or one error and no [DONE]; nothing follows',
    holds: ({ frames }) => {
      const endings = frames.filter((frame) => isDone(frame) || isErrorFrame(frame));
      const [ending] = endings;
      if (ending === undefined) return 'it does not end';
      if (endings.length > 1) return `it ends ${endings.length} times`;
      if (frames.at(-1) !== ending) return `${show(frames.at(-1))} follows the end`;
      const finished = chunksOf(frames).some(({ choices }) => choices[0]?.finish_reason);
      if (isDone(ending)) return finished || '[DONE] without a finish';
      return !finished || 'an error after the finish';
    },
  },
];

/**
 * The laws that the bytes to a streaming client break, those of their chunks included; none for a
 * lawful stream.
 *
 * A stream that ends in an error frame is judged as one cut short.
 */
export function brokenWireLaws(
  sent: Uint8Array | string,
  context: Omit<StreamContext, 'cutShort'> = {},
): readonly string[] {
  const wire = readWire(sent);
  const cutShort = wire.frames.some(isErrorFrame);
  return [
    ...breaches(wireLaws, wire, context),
    ...brokenLaws(chunksOf(wire.frames), { ...context, cutShort }),
  ];
}

/** The chunks in what a client was sent. */
export const sentChunks = (sent: Uint8Array | string): readonly OpenAIChunk[] =>
  chunksOf(readWire(sent).frames);

function readWire(sent: Uint8Array | string): Wire {
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { bytes, text, frames: text.split('\n\n').filter((frame) => frame !== '') };
}

/** What a frame says, read as leniently as a client would: how it is written is another law. */
function dataOf(frame: Frame): string | undefined {
  const lines = frame.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
  return lines.length === 0 ? undefined : lines.map((line) => line.slice(5).trim()).join('\n');
}

function objectOf(data: string | undefined): object | undefined {
  if (data === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isDone = (frame: Frame): boolean => dataOf(frame) === '[DONE]';

function isErrorFrame(frame: Frame): boolean {
  const data = objectOf(dataOf(frame));
  return data !== undefined && 'error' in data;
}

function isOpenAIError(frame: Frame): boolean {
  const { error, ...rest } = objectOf(dataOf(frame)) as { readonly error: unknown };
  if (Object.keys(rest).length > 0 || typeof error !== 'object' || error === null) return false;
  const { message, type, param, code, ...others } = error as Readonly<Record<string, unknown>>;
  const isStringOrNull = (value: unknown) => value === null || typeof value === 'string';
  return (
    Object.keys(others).length === 0 &&
    typeof message === 'string' &&
    typeof type === 'string' &&
    isStringOrNull(param) &&
    isStringOrNull(code)
  );
}

const chunksOf = (frames: readonly Frame[]): readonly OpenAIChunk[] =>
  frames
    .filter((frame) => !isErrorFrame(frame))
    .flatMap((frame) => (objectOf(dataOf(frame)) as OpenAIChunk | undefined) ?? []);
