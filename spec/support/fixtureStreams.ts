import type { ClaudeEvent } from '../../src/claude/events.ts';
import { claude } from '../../src/testing/index.ts';

const {
  blockStop,
  citation,
  inertBlock,
  json,
  message,
  messageDelta,
  messageStart,
  messageStop,
  ping,
  redactedThinking,
  serverToolStart,
  signature,
  text,
  textStart,
  thinking,
  thinkingStart,
  toolStart,
  unknownBlock,
  unknownDelta,
  unknownEvent,
  webCitation,
} = claude;

type Events = readonly ClaudeEvent[];

/** A block of text, in as many deltas as there are words. */
export const saidText = (index: number, ...words: readonly string[]): Events => [
  textStart(index),
  ...words.map((word) => text(index, word)),
  blockStop(index),
];

/** A block of thinking with its seal. */
export const saidThinking = (index: number, ...words: readonly string[]): Events => [
  thinkingStart(index),
  ...words.map((word) => thinking(index, word)),
  signature(index, `sealed-${index}`),
  blockStop(index),
];

/** A tool call whose input comes in these pieces; an empty first piece is sent, as Claude does. */
export const saidTool = (index: number, name: string, ...pieces: readonly string[]): Events => [
  toolStart(index, name),
  json(index, ''),
  ...pieces.map((piece) => json(index, piece)),
  blockStop(index),
];

const weather = (index: number): Events => saidTool(index, 'get_weather', '{"city": "Por', 'to"}');
const time = (index: number): Events => saidTool(index, 'get_time', '{"tz":', ' "CET"}');

/** A search of Claude's own: a call and its result, neither of them the client's. */
const webSearch = (index: number): Events => [
  serverToolStart(index),
  json(index, '{"query": "marbles"}'),
  blockStop(index),
  inertBlock(index + 1, 'web_search_tool_result', {
    tool_use_id: `srvtoolu_${index}`,
    content: [],
  }),
  blockStop(index + 1),
];

/**
 * Whole Claude streams that obey the Messages protocol, by what is in them: each kind of block, the
 * orders and interleavings that matter, each way to end.
 */
export const regularStreams: Readonly<Record<string, Events>> = {
  text: message('end_turn', ...saidText(0, 'Hello', ', ', 'world', '!')),
  'no content': message('end_turn'),
  'one tool': message('tool_use', ...weather(0)),
  'two parallel tools': message('tool_use', ...weather(0), ...time(1)),
  'the same tool twice': message('tool_use', ...weather(0), ...weather(1)),
  'a tool without arguments': message('tool_use', toolStart(0, 'list_all'), blockStop(0)),
  'a tool with an empty delta only': message('tool_use', ...saidTool(0, 'list_all')),
  'a tool without arguments between two with': message(
    'tool_use',
    ...weather(0),
    toolStart(1, 'list_all'),
    blockStop(1),
    ...time(2),
  ),
  'text, then a tool': message('tool_use', ...saidText(0, 'Let me ', 'look.'), ...weather(1)),
  'thinking, then text': message(
    'end_turn',
    ...saidThinking(0, 'They greet', ' me.'),
    ...saidText(1, 'Hello!'),
  ),
  'thinking, then two tools': message(
    'tool_use',
    ...saidThinking(0, 'Both at once.'),
    ...weather(1),
    ...time(2),
  ),
  'thinking twice': message(
    'end_turn',
    ...saidThinking(0, 'One.'),
    ...saidThinking(1, 'Two.'),
    ...saidText(2, 'Done.'),
  ),
  'redacted thinking': message(
    'end_turn',
    redactedThinking(0, 'opaque'),
    blockStop(0),
    ...saidText(1, 'Done.'),
  ),
  'text, tool, text, tool': message(
    'tool_use',
    ...saidText(0, 'First this.'),
    ...weather(1),
    ...saidText(2, 'Then that.'),
    ...time(3),
  ),
  'two texts in a row': message(
    'end_turn',
    ...saidText(0, 'Half a sen'),
    ...saidText(1, 'tence, and the rest.'),
  ),
  'two tools that take turns': message(
    'tool_use',
    toolStart(0, 'get_weather'),
    toolStart(1, 'get_time'),
    json(1, '{"tz":'),
    json(0, '{"city": "Por'),
    json(1, ' "CET"}'),
    blockStop(1),
    json(0, 'to"}'),
    blockStop(0),
  ),
  'a tool open around a text': message(
    'tool_use',
    toolStart(0, 'get_weather'),
    json(0, '{"city": '),
    ...saidText(1, 'Meanwhile.'),
    json(0, '"Porto"}'),
    blockStop(0),
  ),
  "Claude's own search, then a cited text": message(
    'end_turn',
    ...webSearch(0),
    textStart(2),
    citation(2, webCitation('https://example.com/a', 'A page')),
    text(2, 'So it says.'),
    blockStop(2),
  ),
  "Claude's own search between text and a tool": message(
    'tool_use',
    ...saidText(0, 'Searching.'),
    ...webSearch(1),
    ...weather(3),
  ),
  unicode: message(
    'tool_use',
    ...saidText(0, 'Grüße aus 東京 ', '🗼👩‍👩‍👧', ' \u2028"\\"\t𝄞'),
    ...saidTool(1, 'get_weather', '{"city": "M\\u00', 'fcnchen 🏙', '️"}'),
  ),
  'nested arguments': message(
    'tool_use',
    ...saidTool(0, 'plan', '{"steps": [{"n": 1, "of": {"deep": [n', 'ull, -1.5e3, "}"]}}]', '}'),
  ),
  refusal: [
    messageStart(),
    ...saidText(0, 'I'),
    messageDelta(
      'refusal',
      { output_tokens: 3 },
      { stop_details: { type: 'refusal', category: 'cyber', explanation: 'Not this one.' } },
    ),
    messageStop(),
  ],
  'refusal without a word': message('refusal'),
  'the token limit in a text': message('max_tokens', ...saidText(0, 'Once upon')),
  'the context limit': message('model_context_window_exceeded', ...saidText(0, 'Once upon')),
  'a stop sequence': message('stop_sequence', ...saidText(0, 'a b c')),
  'a stop reason not yet invented': message('brand_new', ...saidText(0, 'Hm.')),
  'cached input': [
    messageStart({
      input_tokens: 3,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 200,
      service_tier: 'standard',
    }),
    ...saidText(0, 'Quick.'),
    messageDelta('end_turn', { output_tokens: 7 }),
    messageStop(),
  ],
  'totals said again at the end': [
    messageStart({ input_tokens: 10, output_tokens: 1 }),
    ...saidText(0, 'Counted.'),
    messageDelta('end_turn', {
      input_tokens: 12,
      output_tokens: 9,
      cache_read_input_tokens: 4,
      cache_creation_input_tokens: 0,
    }),
    messageStop(),
  ],
  pings: [
    messageStart(),
    ping(),
    textStart(0),
    ping(),
    text(0, 'Still '),
    ping(),
    text(0, 'here.'),
    blockStop(0),
    ping(),
    messageDelta('end_turn'),
    ping(),
    messageStop(),
  ],
};

/** Streams no protocol promises and some upstream has sent: the official client gives up on these. */
export const oddStreams: Readonly<Record<string, Events>> = {
  'events, blocks and deltas not yet invented': message(
    'tool_use',
    unknownEvent('brand_new_event', { index: 0 }),
    unknownBlock(0, 'brand_new_block', { id: 'x', name: 'get_time', input: {} }),
    unknownDelta(0, 'brand_new_delta', { text: 'no' }),
    json(0, '{"no": 1}'),
    blockStop(0),
    textStart(1),
    text(1, 'Let me look.'),
    unknownDelta(1, 'brand_new_delta', { text: 'no' }),
    blockStop(1),
    ...weather(2),
  ),
  'stops left out': message(
    'tool_use',
    textStart(0),
    text(0, 'Let me look.'),
    toolStart(1, 'get_weather'),
    json(1, '{"city": "Porto"}'),
  ),
  'a number used again': message(
    'tool_use',
    ...weather(0),
    ...saidText(0, 'And.'),
    toolStart(0, 'get_time', 'toolu_later'),
    json(0, '{"tz": "CET"}'),
    blockStop(0),
  ),
  'a second message_start': message(
    'tool_use',
    ...saidText(0, 'Hm.'),
    messageStart(),
    ...weather(1),
  ),
  'numbers with gaps': message(
    'tool_use',
    ...saidText(3, 'Let me look.'),
    ...weather(7),
    ...time(9),
  ),
  'input at the start': message(
    'tool_use',
    toolStart(0, 'get_weather', 'toolu_0', { city: 'Porto' }),
    blockStop(0),
  ),
  'the end in two deltas': [
    messageStart(),
    ...weather(0),
    messageDelta('tool_use', null),
    messageDelta(null, { output_tokens: 20 }),
    messageStop(),
  ],
};

/** A call whose JSON the token limit cut: it must reach nobody as a call that can be run. */
export const cutCall: Events = message(
  'max_tokens',
  ...saidText(0, 'This is long.'),
  toolStart(1, 'get_weather'),
  json(1, '{"city": "Por'),
);
