import type { OpenAIAnnotation } from '../openai/chunks.ts';

/** Claude's web citations as OpenAI's annotations. */
export const toAnnotations = (
  citations: readonly {
    readonly start: number;
    readonly end: number;
    readonly url: string;
    readonly title: string;
  }[],
): readonly OpenAIAnnotation[] =>
  citations.map(({ start, end, title, url }) => ({
    type: 'url_citation',
    url_citation: { start_index: start, end_index: end, title, url },
  }));
