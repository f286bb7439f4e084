import type { ClaudeCitation, ClaudeEvent } from '../claude/events.ts';
import type { AnswerText } from './answerText.ts';
import { withEntry } from './withEntry.ts';

/** A source for a span of the answer's text; offsets in Unicode code points. */
export interface Citation {
  readonly start: number;
  readonly end: number;
  readonly url: string;
  readonly title: string;
}

export type Source = Pick<Citation, 'url' | 'title'>;

export interface CitedBlock {
  /** Offset of the block's first character; undefined until it says something. */
  readonly start: number | undefined;
  /** Where it stopped when another block began to speak. */
  readonly end: number | undefined;
  /** By address, in the order they were given. */
  readonly sources: ReadonlyMap<string, Source>;
}

export interface AnswerAnnotations {
  /** Text blocks by number, undefined when closed. */
  readonly open: ReadonlyMap<number, CitedBlock | undefined>;
  /** The block that spoke last. */
  readonly speaking: number;
  /** Of the blocks that are complete, by span and address: none is there twice. */
  readonly citations: ReadonlyMap<string, Citation>;
}

export const noAnnotations: AnswerAnnotations = {
  open: new Map(),
  speaking: -1,
  citations: new Map(),
};

const silent: CitedBlock = { start: undefined, end: undefined, sources: new Map() };

/**
 * Collects citations: those of a text block cover that block from its first character to its last.
 *
 * Only sources with a web address have a twin among OpenAI's annotations; pages, characters and
 * blocks of a document have none.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/citations
 * @param before - the answer's text before this event
 * @param after - the answer's text after it
 */
export function nextAnnotations(
  annotations: AnswerAnnotations,
  event: ClaudeEvent,
  before: AnswerText,
  after: AnswerText,
): AnswerAnnotations {
  if (event.type === 'content_block_stop') return closed(annotations, event.index, after.length);
  if (event.type !== 'content_block_delta') return annotations;

  const { delta, index } = event;
  if (delta.type === 'text_delta') {
    return after.length === before.length ? annotations : spoken(annotations, index, before, after);
  }
  const source = delta.type === 'citations_delta' ? webSource(delta.citation) : undefined;
  if (!source) return annotations;
  const block = annotations.open.get(index) ?? silent;
  if (block.sources.has(source.url)) return annotations;
  const sources = withEntry(block.sources, source.url, source);
  return withBlock(annotations, index, { ...block, sources });
}

function spoken(
  annotations: AnswerAnnotations,
  index: number,
  before: AnswerText,
  after: AnswerText,
): AnswerAnnotations {
  const { open, speaking } = annotations;
  const block = open.get(index) ?? silent;
  if (speaking === index && block.start !== undefined) return annotations;
  const start = block.start ?? before.length + after.lead.length;
  const last = open.get(speaking);
  const interrupted = last
    ? withBlock(annotations, speaking, { ...last, end: before.length })
    : annotations;
  return {
    ...withBlock(interrupted, index, { ...block, start, end: undefined }),
    speaking: index,
  };
}

const withBlock = (
  annotations: AnswerAnnotations,
  index: number,
  block: CitedBlock | undefined,
): AnswerAnnotations => ({ ...annotations, open: withEntry(annotations.open, index, block) });

function closed(annotations: AnswerAnnotations, index: number, now: number): AnswerAnnotations {
  const block = annotations.open.get(index);
  if (!block) return annotations;
  const { start = now, end = now, sources } = block;
  let { citations } = annotations;
  for (const source of sources.values()) {
    const key = `${start} ${end} ${source.url}`;
    if (!citations.has(key)) citations = withEntry(citations, key, { start, end, ...source });
  }
  return { ...withBlock(annotations, index, undefined), citations };
}

/** The citations in the order of the text. */
export const citationsOf = ({ citations }: AnswerAnnotations): readonly Citation[] =>
  [...citations.values()].sort((one, other) => one.start - other.start);

function webSource({ type, url, source, title }: ClaudeCitation): Source | undefined {
  const address =
    type === 'web_search_result_location'
      ? url
      : type === 'search_result_location' && /^https?:\/\//.test(source ?? '')
        ? source
        : undefined;
  return typeof address === 'string' ? { url: address, title: title ?? '' } : undefined;
}
