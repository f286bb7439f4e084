import type { ClaudeCitation, ClaudeEvent } from '../claude/events.ts';
import type { AnswerText } from './answerText.ts';

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
  readonly sources: readonly Source[];
}

export interface AnswerAnnotations {
  /** Text blocks that are still open. */
  readonly open: ReadonlyMap<number, CitedBlock>;
  /** The block that spoke last. */
  readonly speaking: number;
  /** Of the blocks that are complete, in the order of the text and without repetitions. */
  readonly citations: readonly Citation[];
}

export const noAnnotations: AnswerAnnotations = { open: new Map(), speaking: -1, citations: [] };

const silent: CitedBlock = { start: undefined, end: undefined, sources: [] };

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
  return withBlock(annotations, index, { ...block, sources: [...block.sources, source] });
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
  block: CitedBlock,
): AnswerAnnotations => ({ ...annotations, open: new Map(annotations.open).set(index, block) });

function closed(annotations: AnswerAnnotations, index: number, now: number): AnswerAnnotations {
  const block = annotations.open.get(index);
  if (!block) return annotations;
  const open = new Map(annotations.open);
  open.delete(index);
  const { citations } = annotations;
  const { start = now, end = now } = block;
  const news = block.sources
    .map((source) => ({ start, end, ...source }))
    .filter((one, at, all) => all.findIndex((other) => isSame(one, other)) === at)
    .filter((one) => !citations.some((known) => isSame(known, one)));
  return news.length === 0
    ? { ...annotations, open }
    : {
        ...annotations,
        open,
        citations: [...citations, ...news].sort((one, other) => one.start - other.start),
      };
}

const isSame = (a: Citation, b: Citation): boolean =>
  a.start === b.start && a.end === b.end && a.url === b.url;

function webSource({ type, url, source, title }: ClaudeCitation): Source | undefined {
  const address =
    type === 'web_search_result_location'
      ? url
      : type === 'search_result_location' && /^https?:\/\//.test(source ?? '')
        ? source
        : undefined;
  return typeof address === 'string' ? { url: address, title: title ?? '' } : undefined;
}
