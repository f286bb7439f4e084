import type { OpenAIChunk, OpenAIReasoningDetail } from '../../openai/chunks.ts';
import { every, type Law, show } from './Law.ts';
import { deltasOf, isSpan, isText } from './reading.ts';

/** How content, reasoning, annotations and refusals are said. */
export const textLaws: readonly Law<readonly OpenAIChunk[]>[] = [
  {
    name: 'I11 content is never empty but beside the role',
    holds: (chunks) =>
      every(
        deltasOf(chunks).filter((delta) => 'content' in delta && !('role' in delta)),
        ({ content }) => isText(content) || `content is ${show(content)}`,
      ),
  },
  {
    name: 'I12 reasoning is never empty',
    holds: (chunks) =>
      every(deltasOf(chunks), (delta) => {
        for (const field of ['reasoning_content', 'reasoning'] as const)
          if (field in delta && !isText(delta[field])) return `${field} is ${show(delta[field])}`;
        return true;
      }),
  },
  {
    name: 'I13 reasoning details come once, complete and numbered from 0',
    holds: (chunks) => {
      const lists = deltasOf(chunks).flatMap(({ reasoning_details }) =>
        reasoning_details ? [reasoning_details] : [],
      );
      if (lists.length > 1) return `they come ${lists.length} times`;
      if (lists[0]?.length === 0) return 'they are empty';
      return every(
        lists[0] ?? [],
        (detail) =>
          (lists[0]?.[detail.index] === detail && isReasoningDetail(detail)) ||
          `one is ${show(detail)}`,
      );
    },
  },
  {
    name: 'I13 annotations come once, each with a span and a page',
    holds: (chunks) => {
      const lists = deltasOf(chunks).flatMap(({ annotations }) =>
        annotations ? [annotations] : [],
      );
      if (lists.length > 1) return `they come ${lists.length} times`;
      if (lists[0]?.length === 0) return 'they are empty';
      return every(
        lists[0] ?? [],
        ({ type, url_citation }) =>
          ((type as string) === 'url_citation' &&
            isSpan(url_citation.start_index, url_citation.end_index) &&
            typeof url_citation.title === 'string' &&
            isText(url_citation.url)) ||
          `one is ${show({ type, url_citation })}`,
      );
    },
  },
  {
    name: 'I14 a refusal is said once',
    holds: (chunks) => {
      const refusals = deltasOf(chunks).filter((delta) => 'refusal' in delta && !('role' in delta));
      if (refusals.length > 1) return `it is said ${refusals.length} times`;
      return every(refusals, ({ refusal }) => isText(refusal) || `it is ${show(refusal)}`);
    },
  },
];

function isReasoningDetail(detail: OpenAIReasoningDetail): boolean {
  const { text, tools } = detail.position;
  return (
    (detail.format as string) === 'anthropic-claude-v1' &&
    isSpan(0, text) &&
    isSpan(0, tools) &&
    (detail.type === 'reasoning.text'
      ? typeof detail.text === 'string' && (detail.text !== '' || isText(detail.signature))
      : isText(detail.data))
  );
}
