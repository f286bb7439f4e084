import type { ClaudeEvent } from '../claude/events.ts';
import type { Asked } from './Asked.ts';
import { prose } from './prose.ts';
import { replyText, textBlock } from './reply.ts';
import type { Answer, SpokenBlock, Wire } from './Said.ts';
import type { Scenario } from './Scenario.ts';
import { toEvents } from './toEvents.ts';

/** Scenarios that answer in words, however strangely they are told. */
export const textScenarios: Readonly<Record<string, Scenario>> = {
  text: {
    description: 'One block of text',
    ending: 'end_turn',
    answer: (asked) => telling(asked, [textBlock(replyText(asked))]),
  },
  'long-text': {
    description: 'Some 8,000 characters of text in hundreds of deltas',
    ending: 'end_turn',
    answer: (asked) => telling(asked, [textBlock(prose(asked.random, 8_000))]),
  },
  'server-tool-then-text': {
    description: "Claude's own web search, its results, then text in three blocks with citations",
    ending: 'end_turn',
    answer: (asked) =>
      telling(asked, [
        ...webSearch(asked),
        textBlock('I looked it up. '),
        {
          type: 'text',
          text: 'A marble diagram shows values in time',
          citations: [
            {
              type: 'web_search_result_location',
              url: pageUrl,
              title: pageTitle,
              ...{
                cited_text: 'Marble diagrams show how values follow each other in time.',
                encrypted_index: asked.random.opaque(120),
              },
            },
          ],
        },
        textBlock(', and that is all there is to it.'),
      ]),
  },
  refusal: {
    description: 'One word, then stop reason `refusal` with an explanation',
    ending: 'refusal',
    answer: (asked) => ({
      events: toEvents(asked, {
        blocks: [textBlock('I')],
        stop_reason: 'refusal',
        stop_details: {
          type: 'refusal',
          category: 'cyber',
          explanation: 'This request triggered safeguards. (So says the replay channel.)',
        },
      }),
    }),
  },
  'pause-turn': {
    description: 'A web search that pauses the turn; sent back, the turn is finished in words',
    ending: 'pause_turn',
    answer: (asked) =>
      asked.continues
        ? telling(asked, [textBlock(replyText(asked))])
        : {
            events: toEvents(asked, {
              blocks: [textBlock('I am looking for it.'), ...webSearch(asked)],
              stop_reason: 'pause_turn',
            }),
          },
  },
  'redacted-thinking': {
    description: 'Two blocks of redacted thinking, then text',
    ending: 'end_turn',
    answer: (asked) =>
      telling(asked, [redacted(asked), redacted(asked), textBlock(replyText(asked))]),
  },
  pings: {
    description: 'Pings between any two events, before the first and after the last delta',
    ending: 'end_turn',
    answer: (asked) => {
      const { events } = telling(asked, [textBlock(replyText(asked))]);
      return { events: [...events.flatMap((event) => [ping, event]), ping] };
    },
  },
  crlf: {
    description: 'Lines that end in `\\r\\n`, cut between the two now and then',
    ending: 'end_turn',
    answer: (asked) =>
      telling(asked, [textBlock(replyText(asked))], { lineEnd: '\r\n', pieceBytes: 37 }),
  },
  'cut-anywhere': {
    description: 'One byte at a time, characters of four bytes among them',
    ending: 'end_turn',
    answer: (asked) => telling(asked, [textBlock(`🔵 ${replyText(asked)}`)], { pieceBytes: 1 }),
  },
  'slow-start': {
    description: 'The head of the answer, then a silence of 1,000 paces, then text',
    ending: 'end_turn',
    answer: (asked) => telling(asked, [textBlock(replyText(asked))], { startPaces: 1_000 }),
  },
};

const ping: ClaudeEvent = { type: 'ping' };
const pageUrl = 'https://example.com/marbles';
const pageTitle = 'How to read a marble diagram';

const telling = (
  asked: Asked,
  blocks: readonly SpokenBlock[],
  wire: Wire = {},
): Extract<Answer, { readonly refused?: never }> => ({
  events: toEvents(asked, { blocks, stop_reason: 'end_turn' }),
  wire,
});

const redacted = ({ random }: Asked): SpokenBlock => ({
  type: 'whole',
  block: { type: 'redacted_thinking', data: random.opaque(random.int(200, 400)) },
});

function webSearch({ random }: Asked): readonly SpokenBlock[] {
  const id = random.id('srvtoolu');
  return [
    {
      type: 'server_tool_use',
      id,
      name: 'web_search',
      json: JSON.stringify({ query: 'how marble diagrams are read' }),
    },
    {
      type: 'whole',
      block: {
        type: 'web_search_tool_result',
        tool_use_id: id,
        content: [
          {
            type: 'web_search_result',
            url: pageUrl,
            title: pageTitle,
            encrypted_content: random.opaque(400),
            page_age: null,
          },
        ],
      },
    },
  ];
}
