import type { ClaudeCitation, ClaudeEvent } from '../claude/events.ts';
import type { AnswerText } from './answerText.ts';

/** A source for a span of the answer's text; offsets in Unicode code points. */
export interface Citation {
  readonly start: number;
  readonly end: number;
  readonly url: string;
  readonly title: string;
}

type Source = Pick<Citation, 'url' | 'title'>;

interface CitedBlock {
  /** Offset of the block's first character; undefined until it says something. */
  readonly start: number | undefined;
  readonly sources: readonly Source[];
}

export interface AnswerAnnotations {
  /** Text blocks that are still open. */
  readonly open: ReadonlyMap<number, CitedBlock>;
  /** Of the blocks that are complete, without repetitions. */
  readonly citations: readonly Citation[];
}

export const noAnnotations: AnswerAnnotations = { open: new Map(), citations: [] };

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
  const block = annotations.open.get(index);
  if (delta.type === 'text_delta') {
    if (block?.start !== undefined || after.length === before.length) return annotations;
    const start = before.length + after.lead.length;
    return withBlock(annotations, index, { start, sources: block?.sources ?? [] });
  }
  const source = delta.type === 'citations_delta' ? webSource(delta.citation) : undefined;
  return source
    ? withBlock(annotations, index, {
        start: block?.start,
        sources: [...(block?.sources ?? []), source],
      })
    : annotations;
}

const withBlock = (
  { open, citations }: AnswerAnnotations,
  index: number,
  block: CitedBlock,
): AnswerAnnotations => ({ citations, open: new Map(open).set(index, block) });

function closed(annotations: AnswerAnnotations, index: number, end: number): AnswerAnnotations {
  const block = annotations.open.get(index);
  if (!block) return annotations;
  const open = new Map(annotations.open);
  open.delete(index);
  const { citations } = annotations;
  const news = block.sources
    .map((source) => ({ start: block.start ?? end, end, ...source }))
    .filter((one, at, all) => all.findIndex((other) => isSame(one, other)) === at)
    .filter((one) => !citations.some((known) => isSame(known, one)));
  return { open, citations: news.length > 0 ? [...citations, ...news] : citations };
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
