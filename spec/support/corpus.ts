import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClaudeEvent } from '../../src/claude/events.ts';
import type { ClaudeMessage } from '../../src/claude/message.ts';

/** Recorded traffic lies beside the project, if at all; none of it is part of the project. */
const folder = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));

export const hasCorpus: boolean = existsSync(folder);

if (!hasCorpus) process.stderr.write('corpus absent: skipped\n');

/** One recorded stream. */
export interface Recording {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The events in it, read apart from the project's own readers. */
  readonly events: readonly ClaudeEvent[];
}

/** The event streams of one folder of the corpus; none where there is no corpus. */
export const recordedStreams = (kind: 'sse' | 'sse-synthetic'): readonly Recording[] =>
  filesOf(kind, '.sse').map(({ name, bytes }) => ({ name, bytes, events: eventsIn(bytes) }));

/** The streams recorded from Bedrock, frame by frame. */
export const recordedFrames = (): readonly Omit<Recording, 'bytes'>[] =>
  filesOf('bedrock', '.decoded.jsonl').map(({ name, bytes }) => ({
    name,
    events: textOf(bytes)
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly chunk: ClaudeEvent }).chunk),
  }));

/** The same streams as the bytes that came, where a message is in them. */
export const recordedEventStreams = (): readonly Recording[] =>
  filesOf('bedrock', '.eventstream.bin').flatMap(({ name, bytes }) => {
    const told = name.replace('.eventstream.bin', '.decoded.jsonl');
    const events = recordedFrames().find((frames) => frames.name === told)?.events ?? [];
    return events[0]?.type === 'message_start' ? [{ name, bytes, events }] : [];
  });

/** The answers that were recorded in one piece. */
export const recordedAnswers = (): readonly {
  readonly name: string;
  readonly message: ClaudeMessage;
}[] =>
  filesOf('json', '.response.json').map(({ name, bytes }) => ({
    name,
    message: JSON.parse(textOf(bytes)) as ClaudeMessage,
  }));

const filesOf = (kind: string, ending: string) =>
  hasCorpus
    ? readdirSync(join(folder, kind))
        .filter((name) => name.endsWith(ending))
        .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, kind, name))) }))
    : [];

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** All that is whole JSON: recordings are cut here and there, and the last event may be half. */
const eventsIn = (bytes: Uint8Array): readonly ClaudeEvent[] =>
  textOf(bytes)
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .flatMap((line) => {
      try {
        return [JSON.parse(line.slice(5)) as ClaudeEvent];
      } catch {
        return [];
      }
    });
