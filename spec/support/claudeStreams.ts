/** Random Claude streams: every kind of block, every liberty Claude and gateways take. */
import fc, { type Arbitrary } from 'fast-check';
import type {
  ClaudeBlock,
  ClaudeCitation,
  ClaudeDelta,
  ClaudeEvent,
  ClaudeUsage,
} from '../../src/claude/events.ts';
import type { AnswerOptions } from '../../src/convert/answerOptions.ts';
import { claude, cut, type SseForm } from '../../src/testing/index.ts';

// ── words ───────────────────────────────────────────────────────────────────────────────────────

const words = [
  ...[
    'a',
    'Hello',
    ' ',
    ' there',
    '.',
    '\n',
    '\n\n',
    'é',
    '👋',
    '👩‍👩‍👧',
    '北京',
    '"',
    '\\',
    '\\u0041',
  ],
  ...['{', '}', 'data: ', '\u2028', '\u0000', '\t', '[DONE]', '</b>', '```', '\uFEFF', '__proto__'],
];

const pieceOfText = (minLength = 0): Arbitrary<string> =>
  fc.array(fc.constantFrom(...words), { minLength, maxLength: 4 }).map((some) => some.join(''));

const token = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 });

/** A text in pieces, empty ones among them. */
const inPieces = (text: string): Arbitrary<readonly string[]> =>
  fc.array(fc.nat(text.length), { maxLength: 5 }).map((places) => {
    const ordered = [0, ...places.sort((a, b) => a - b), text.length];
    return ordered
      .slice(1)
      .map((end, nth) => text.slice(wholeAt(text, ordered[nth]), wholeAt(text, end)));
  });

/** Claude cuts between characters, never inside one. */
function wholeAt(text: string, place = 0): number {
  const isInside = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(place - 1, place + 1));
  return isInside ? place - 1 : place;
}

/** Fields nobody knows yet, on any object of the wire. */
const future = { x_future: { type: 'tool_use', index: 0, text: 'not yours' } };

// ── blocks ──────────────────────────────────────────────────────────────────────────────────────

interface Block {
  readonly start: ClaudeBlock;
  readonly deltas: readonly ClaudeDelta[];
}

const textDelta = (text: string): ClaudeDelta => ({ type: 'text_delta', text });
const jsonDelta = (partial_json: string): ClaudeDelta => ({
  type: 'input_json_delta',
  partial_json,
});

const textBlock: Arbitrary<Block> = fc
  .record({
    first: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, pieceOfText()),
    rest: fc.array(pieceOfText(), { maxLength: 4 }),
  })
  .map(({ first, rest }) => ({
    start: { type: 'text', text: first, citations: null },
    deltas: rest.map(textDelta),
  }));

const citation: Arbitrary<ClaudeCitation> = fc.oneof(
  fc
    .record({ page: fc.constantFrom('a', 'b'), title: fc.constantFrom('Paris', null) })
    .map(({ page, title }) => ({ ...claude.webCitation(`https://${page}.example`, ''), title })),
  fc.constant({ type: 'search_result_location', source: 'https://c.example', title: 'C' } as const),
  fc.constant({ type: 'search_result_location', source: 'my notes', title: 'Notes' } as const),
  fc.constant({ type: 'char_location', title: 'Doc' } as const),
  fc.constant({ type: 'brand_new_location', url: 'https://d.example' } as const),
);

const citedBlock: Arbitrary<Block> = fc
  .record({
    text: pieceOfText(1),
    citations: fc.array(citation, { minLength: 1, maxLength: 3 }),
    more: pieceOfText(),
  })
  .map(({ text, citations, more }) => ({
    start: { type: 'text', text: '' },
    deltas: [
      textDelta(text),
      ...citations.map((it): ClaudeDelta => ({ type: 'citations_delta', citation: it })),
      textDelta(more),
    ],
  }));

const thinkingBlock: Arbitrary<Block> = fc
  .record({
    first: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, pieceOfText()),
    rest: fc.array(pieceOfText(), { maxLength: 4 }),
    signatures: fc.array(token, { maxLength: 2 }),
  })
  .map(({ first, rest, signatures }) => ({
    start: { type: 'thinking', thinking: first, signature: '' },
    deltas: [
      ...rest.map((thinking): ClaudeDelta => ({ type: 'thinking_delta', thinking })),
      ...signatures.map((signature): ClaudeDelta => ({ type: 'signature_delta', signature })),
    ],
  }));

const redactedBlock: Arbitrary<Block> = token.map((data) => ({
  start: { type: 'redacted_thinking', data },
  deltas: [],
}));

const toolInput = (name: string): Arbitrary<Readonly<Record<string, unknown>>> =>
  name === freeFormTool
    ? pieceOfText().map((input) => ({ input }))
    : fc.dictionary(fc.oneof(token, fc.constant('__proto__'), pieceOfText(1)), fc.jsonValue(), {
        maxKeys: 3,
      });

/** The tool that `answerOptions` may declare as free-form; its input is always `{ input }`. */
const freeFormTool = 'run_sql';
const toolNames = ['get_weather', 'now', freeFormTool, 'constructor'];

const startInput = (input: object): Arbitrary<unknown> =>
  fc.constantFrom<unknown>({}, null, undefined, '', input, JSON.stringify(input));

/** A call whose input comes in deltas, at the start, both ways, or not at all. */
const toolBlock: Arbitrary<Block> = fc
  .constantFrom(...toolNames)
  .chain((name) => fc.tuple(fc.constant(name), toolInput(name)))
  .chain(([name, input]) =>
    fc.record({
      name: fc.constant(name),
      atStart: startInput(input),
      deltas: fc.oneof(
        { weight: 4, arbitrary: inPieces(JSON.stringify(input)) },
        fc.constantFrom<(readonly string[])[]>([], [''], ['', ''], [' ', '\n']),
      ),
    }),
  )
  .map(({ name, atStart, deltas }) => ({
    start: { type: 'tool_use', id: '', name, input: atStart },
    deltas: deltas.map(jsonDelta),
  }));

/** Blocks that say nothing to an OpenAI client, some with deltas that look as if they did. */
const inertBlock: Arbitrary<Block> = fc
  .record({
    start: fc.constantFrom<object>(
      { type: 'server_tool_use', name: 'web_search', input: {} },
      { type: 'mcp_tool_use', name: 'echo', server_name: 's', input: {} },
      { type: 'mcp_tool_result', is_error: false, content: [{ type: 'text', text: 'no' }] },
      { type: 'web_search_tool_result', content: { type: 'web_search_tool_result_error' } },
      { type: 'code_execution_tool_result', content: { stdout: 'no' } },
      { type: 'compaction', content: 'summary' },
      { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } },
      { type: 'connector_text', text: 'no' },
      { type: 'tool_use', name: '', input: { a: 1 } },
      { type: 'brand_new_block', id: 'toolu_x', name: 'get_weather', text: 'no' },
      { type: 'toString' },
    ),
    deltas: fc.array(
      fc.constantFrom<object>(
        { type: 'input_json_delta', partial_json: '{"query":"x"}' },
        { type: 'compaction_delta', content: 'more' },
        { type: 'brand_new_delta', text: 'no' },
      ),
      { maxLength: 2 },
    ),
  })
  .map(({ start, deltas }) => ({
    start: start as ClaudeBlock,
    deltas: deltas as readonly ClaudeDelta[],
  }));

/** Deltas that have no business in a block of the given type. */
const misfit = (type: string): Arbitrary<ClaudeDelta> =>
  fc.constantFrom(
    claude.unknownDelta(0, 'brand_new_delta', { text: 'misfit' }).delta,
    ...misfits.filter(([home]) => home !== type).map(([, delta]) => delta),
  );

const misfits: readonly (readonly [home: string, delta: ClaudeDelta])[] = [
  ['text', { type: 'text_delta', text: 'misfit' }],
  ['text', { type: 'citations_delta', citation: claude.webCitation('https://no.example', '') }],
  ['thinking', { type: 'thinking_delta', thinking: 'misfit' }],
  ['thinking', { type: 'signature_delta', signature: 'misfit' }],
  ['tool_use', { type: 'input_json_delta', partial_json: 'misfit' }],
];

const anyBlock: Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: textBlock },
  citedBlock,
  { weight: 2, arbitrary: thinkingBlock },
  redactedBlock,
  { weight: 4, arbitrary: toolBlock },
  { weight: 2, arbitrary: inertBlock },
);

// ── the order in which blocks come ──────────────────────────────────────────────────────────────

/** Blocks whose events come one after the other, or in turns. */
interface Segment {
  readonly blocks: readonly Block[];
  /** Whose turn it is, time after time; when it is over the blocks go on in order. */
  readonly turns: readonly number[];
  readonly quirk: 'none' | 'no stop' | 'two stops' | 'two starts' | 'misfit';
  readonly misfit: ClaudeDelta;
}

const quirk: Arbitrary<Segment['quirk']> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Segment['quirk']>('none') },
  fc.constantFrom<Segment['quirk'][]>('no stop', 'two stops', 'two starts', 'misfit'),
);

const segment: Arbitrary<Segment> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(anyBlock, quirk).chain(([block, itsQuirk]) =>
      misfit(block.start.type).map((delta) => ({
        blocks: [block],
        turns: [],
        quirk: itsQuirk,
        misfit: delta,
      })),
    ),
  },
  fc.record({
    blocks: fc.array(fc.oneof({ weight: 3, arbitrary: toolBlock }, inertBlock), {
      minLength: 2,
      maxLength: 3,
    }),
    turns: fc.array(fc.nat(2), { maxLength: 12 }),
    quirk: fc.constantFrom<Segment['quirk'][]>('none', 'no stop'),
    misfit: fc.constant(textDelta('unused')),
  }),
);

function toEvents(segment: Segment, indices: readonly number[]): readonly ClaudeEvent[] {
  const queues = segment.blocks.map(({ start, deltas }, nth) => {
    const index = indices[nth] ?? 0;
    const opening = claude.blockStart(index, start);
    return [
      opening,
      ...(segment.quirk === 'two starts' ? [opening] : []),
      ...(segment.quirk === 'misfit' ? [claude.blockDelta(index, segment.misfit)] : []),
      ...deltas.map((delta) => claude.blockDelta(index, delta)),
      ...(segment.quirk === 'no stop' ? [] : [claude.blockStop(index)]),
      ...(segment.quirk === 'two stops' ? [claude.blockStop(index)] : []),
    ];
  });
  const events: ClaudeEvent[] = [];
  for (const turn of segment.turns) {
    const event = queues[turn]?.shift();
    if (event) events.push(event);
  }
  return [...events, ...queues.flat()];
}

// ── messages ────────────────────────────────────────────────────────────────────────────────────

const count = fc.option(fc.nat(100_000), { freq: 6 });
const usage: Arbitrary<ClaudeUsage> = fc.record(
  {
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    output_tokens_details: fc.option(fc.record({ thinking_tokens: count })),
    service_tier: fc.constantFrom('standard', 'priority', 'batch', 'brand_new', null),
    speed: fc.constantFrom('standard', 'fast', null),
    iterations: fc.option(
      fc.array(
        fc.record({
          type: fc.constantFrom('message', 'compaction', 'advisor_message', 'fallback_message'),
          input_tokens: count,
          output_tokens: count,
        }),
        { maxLength: 2 },
      ),
      { freq: 2 },
    ),
  },
  { requiredKeys: [] },
);

const stopReason = fc.constantFrom(
  ...['end_turn', 'tool_use', 'tool_use', 'max_tokens', 'stop_sequence', 'pause_turn', 'refusal'],
  ...['model_context_window_exceeded', 'compaction', 'brand_new_reason', 'constructor'],
);
const stopDetails = fc.option(
  fc.record({
    type: fc.constant('refusal'),
    category: fc.constantFrom('cyber', null),
    explanation: fc.constantFrom('Because.', null),
  }),
);

const isCutting = (reason: string) =>
  ['max_tokens', 'model_context_window_exceeded', 'refusal'].includes(reason);

/** The events around a stop reason, which may come alone, in parts, and repeatedly. */
const ending = fc
  .record({
    reason: stopReason,
    details: stopDetails,
    before: fc.option(fc.option(usage), { nil: undefined }),
    with: fc.option(fc.option(usage), { nil: undefined }),
    after: fc.option(fc.option(usage), { nil: undefined }),
    stops: fc.boolean(),
    trailing: fc.boolean(),
  })
  .map(({ reason, details, before, after, stops, trailing, ...rest }) => ({
    reason,
    events: [
      ...(before === undefined ? [] : [claude.messageDelta(null, before)]),
      withUsage(claude.messageDelta(reason, null, { stop_details: details }), rest.with),
      ...(after === undefined ? [] : [claude.messageDelta(null, after)]),
      ...(stops ? [claude.messageStop()] : []),
      ...(stops && trailing ? [claude.text(0, 'too late'), claude.messageStop()] : []),
    ] as readonly ClaudeEvent[],
  }));

const withUsage = (
  { type, delta }: ReturnType<typeof claude.messageDelta>,
  usage: ClaudeUsage | null | undefined,
): ClaudeEvent => ({ type, delta, ...(usage === undefined ? {} : { usage }) });

/** Events that say nothing, to be strewn in anywhere once the message has begun. */
const noise: Arbitrary<ClaudeEvent> = fc.constantFrom(
  claude.ping(),
  claude.unknownEvent('brand_new_event', { index: 0, delta: { type: 'text_delta', text: 'no' } }),
  claude.unknownEvent('constructor'),
  claude.json(777, '{"never":"opened"}'),
  claude.unknownDelta(777, 'brand_new_delta', { text: 'no' }),
  claude.blockStop(777),
);

interface Plan {
  readonly model: string;
  readonly usage: ClaudeUsage | null | undefined;
  readonly prefilled: readonly Block[];
  readonly retold: boolean;
  readonly segments: readonly Segment[];
  readonly reusesIndices: boolean;
  readonly ending: { readonly reason: string; readonly events: readonly ClaudeEvent[] };
  readonly cutsLastTool: boolean;
  readonly lateStop: boolean;
  readonly startsAgain: boolean;
  readonly noise: readonly (readonly [number, ClaudeEvent])[];
  readonly spiced: boolean;
}

const plan: Arbitrary<Plan> = fc.record({
  model: fc.constantFrom('claude-test', 'claude-test', ''),
  usage: fc.option(fc.option(usage), { nil: undefined }),
  prefilled: fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    fc.array(fc.oneof(textBlock, toolBlock, thinkingBlock, inertBlock), { maxLength: 2 }),
  ),
  retold: fc.boolean(),
  segments: fc.array(segment, { maxLength: 6 }),
  reusesIndices: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  ending,
  cutsLastTool: fc.boolean(),
  lateStop: fc.boolean(),
  startsAgain: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  noise: fc.array(fc.tuple(fc.nat(60), noise), { maxLength: 5 }),
  spiced: fc.boolean(),
});

function toStream(plan: Plan): readonly ClaudeEvent[] {
  const head = claude.messageStart(
    {},
    {
      id: 'msg_1',
      model: plan.model,
      content: plan.prefilled.map(({ start }, nth) => named(start, `pre${nth}`)),
      ...(plan.usage === undefined ? {} : { usage: plan.usage }),
    },
  );
  const body = bodyOf(plan);
  const events: ClaudeEvent[] = [head, ...(plan.startsAgain ? [head] : []), ...body];
  for (const [place, event] of plan.noise) events.splice(1 + (place % events.length), 0, event);
  return plan.spiced ? events.map(spice) : events;
}

function bodyOf({ segments, prefilled, retold, reusesIndices, ending, ...plan }: Plan) {
  let next = reusesIndices ? 0 : prefilled.length;
  let count = 0;
  const told = retold
    ? prefilled.flatMap(({ start }, index) =>
        start.type === 'tool_use' && start.name
          ? [claude.blockStart(index, named(start, `pre${index}`)), claude.blockStop(index)]
          : [],
      )
    : [];
  const events = segments.flatMap((it) => {
    const identified = {
      ...it,
      // A number is used again only once its block is closed.
      quirk: it.quirk === 'no stop' && reusesIndices ? ('none' as const) : it.quirk,
      blocks: it.blocks.map((block) => ({ ...block, start: named(block.start, `b${count++}`) })),
    };
    const indices = Array.from(it.blocks.keys(), (nth) => (reusesIndices ? nth : next++));
    return toEvents(identified, indices);
  });
  const body: ClaudeEvent[] = [...told, ...events];
  if (plan.cutsLastTool && isCutting(ending.reason)) cutLastTool(body);
  const last = body.at(-1);
  const [first, ...others] = ending.events;
  if (plan.lateStop && last?.type === 'content_block_stop' && first)
    return [...body.slice(0, -1), first, last, ...others];
  return [...body, ...ending.events];
}

/** A limit may end an answer inside the input of its last call, which then is no JSON. */
function cutLastTool(body: ClaudeEvent[]): void {
  const last = body.at(-1);
  const before = body.at(-2);
  if (last?.type !== 'content_block_stop' || before?.type !== 'content_block_delta') return;
  const calls = body.flatMap((event) =>
    event.type === 'content_block_start' && event.content_block.type === 'tool_use'
      ? [{ index: event.index, name: event.content_block.name }]
      : [],
  );
  const call = calls.findLast(({ name }) => name);
  if (call?.index !== last.index || before.index !== last.index) return;
  if (call.name !== freeFormTool) body.splice(-2, 1);
}

/** Calls are told apart by their ids, as Claude's are. */
function named(start: ClaudeBlock, id: string): ClaudeBlock {
  if (start.type === 'tool_use') return { ...start, id: `toolu_${id}` };
  if (start.type === 'server_tool_use' || start.type === 'mcp_tool_use')
    return { ...start, id: `srvtoolu_${id}` };
  return start;
}

/** The same event with fields of tomorrow on all its levels. */
function spice(event: ClaudeEvent): ClaudeEvent {
  const spiced = Object.entries(event).map(([key, value]: [string, unknown]) => [
    key,
    ['message', 'content_block', 'delta', 'usage'].includes(key) && value !== null
      ? { ...(value as object), ...future }
      : value,
  ]);
  return { ...(Object.fromEntries(spiced) as ClaudeEvent), ...future };
}

/** Streams that end well, whatever liberties they take on the way. */
export const claudeStreams: Arbitrary<readonly ClaudeEvent[]> = plan.map(toStream);

/** Streams that break off, or report a failure, anywhere; some of them past their end. */
export const brokenStreams: Arbitrary<readonly ClaudeEvent[]> = fc
  .tuple(claudeStreams, fc.nat(), fc.boolean())
  .map(([events, place, fails]) => {
    const at = place % (events.length + 1);
    const failure = claude.streamError('overloaded_error', 'Overloaded');
    return fails ? [...events.slice(0, at), failure, ...events.slice(at)] : events.slice(0, at);
  });

/** What a request may ask of its answer. */
export const answerOptions: Arbitrary<AnswerOptions> = fc.record(
  {
    requestedModel: fc.constant('claude-asked-for'),
    includeUsage: fc.boolean(),
    serviceTier: fc.boolean(),
    customTools: fc.constantFrom(new Set<string>(), new Set([freeFormTool])),
    toolNames: fc.constantFrom(new Map<string, string>(), new Map([['now', 'the.clock']])),
    webSearch: fc.boolean(),
    reasoningField: fc.constantFrom('reasoning_content', 'reasoning', 'both', 'none'),
    reasoningDetails: fc.boolean(),
    textSeparator: fc.constantFrom('\n\n', '', ' — '),
    inputIncludesCache: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** The forms in which one stream may be written down. */
export const sseForms: Arbitrary<SseForm> = fc.record(
  {
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    eventLines: fc.boolean(),
    padding: fc.nat(20),
    byteOrderMark: fc.boolean(),
    done: fc.boolean(),
    comment: fc.constantFrom('keep-alive', ''),
  },
  { requiredKeys: [] },
);

/** The same bytes, cut at any places. */
export const cuts = (bytes: Uint8Array): Arbitrary<readonly Uint8Array[]> =>
  fc.array(fc.nat(bytes.length), { maxLength: 40 }).map((places) => cut(bytes, ...places));
