import fc from 'fast-check';

type Json = Readonly<Record<string, unknown>>;

const models = fc.constantFrom(
  'claude-fable-5-2',
  'claude-mythos-5-1',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-fable-5',
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-opus-4-8',
  'claude-opus-4-7',
  'claude-mythos-preview',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-5',
  'claude-sonnet-4-5-20250929',
  'anthropic/claude-haiku-4.5',
  'claude-opus-4-1',
  'claude-3-7-sonnet-20250219',
  'claude-3-haiku-20240307',
  'claude-tomorrow-9',
  'deepseek-chat',
  'replay/weather',
);

/** Text as clients have it: empty, blank, cut in the middle of an emoji. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', '\n\n', 'hello', 'cut \ud83d', '\udc4d', 'ends in space  '),
);

const mark = fc.option(
  fc.constantFrom<Json>({ type: 'ephemeral' }, { type: 'ephemeral', ttl: '1h' }),
  { nil: undefined },
);

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const parts = fc.oneof(
  fc.record({ type: fc.constant('text'), text, cache_control: mark }),
  fc.constantFrom<Json>(
    { type: 'image_url', image_url: { url: `data:image/jpg;base64,${png}`, detail: 'low' } },
    { type: 'image_url', image_url: 'https://example.org/a.png' },
    { type: 'image_url', image_url: { url: 'data:application/pdf;base64,JVBERi0xLjQKJQ==' } },
    { type: 'file', file: { file_data: 'data:text/csv;base64,YSxiCjEsMg==', filename: 'a.csv' } },
    { type: 'file', file: { file_data: 'JVBERi0xLjQKJQ==', filename: '' } },
  ),
);
/** Claude's own blocks, as editors send them, with nulls for what they leave out. */
const nativeParts = fc
  .tuple(
    fc.constantFrom<Json>(
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
      // A type that is not that of the bytes, and base64 in lines.
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: `${png}\n` } },
      { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQKJQ' },
        title: null,
        context: 'Found.',
      },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } },
      {
        type: 'document',
        source: {
          type: 'content',
          content: [
            { type: 'text', text: 'a' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
          ],
        },
      },
      {
        type: 'search_result',
        source: 'https://example.org/',
        title: '',
        content: [{ type: 'text', text: 'a' }],
        citations: null,
      },
    ),
    mark,
  )
  .map(([part, cache_control]) => ({ ...part, cache_control }));
const content = fc.oneof(
  text,
  fc.array(fc.oneof({ weight: 3, arbitrary: parts }, { weight: 1, arbitrary: nativeParts }), {
    maxLength: 4,
  }),
);
const plain = fc.oneof(
  text,
  fc.constant(null),
  fc.array(fc.record({ type: fc.constant('text'), text, cache_control: mark }), { maxLength: 3 }),
);

const ids = fc.constantFrom('call_0', 'call_1', 'a.b', 'a:b', 'a_b', '', '日本', 'call_0_2');
const toolNames = ['get_weather', 'mcp.server/list', 'mcp_server_list', 'x'.repeat(200), 'naïve'];
const args = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    ' ',
    '{"a":',
    '[]',
    '3',
    '{"id":9007199254740993,"p":1e400}',
    '{"__proto__":{"x":1}}',
    '{"t":"\\ud83d"}',
  ),
);

const reasoning = fc.constantFrom<Json>(
  {},
  {},
  { reasoning_content: 'I guess.' },
  { thinking_blocks: [{ type: 'thinking', thinking: '', signature: 'c2ln' }] },
  {
    thinking_blocks: [
      { type: 'thinking', thinking: 'unsigned' },
      { type: 'redacted_thinking', data: 'eA==' },
    ],
  },
  {
    reasoning_details: [
      {
        type: 'reasoning.text',
        text: 'Hm',
        signature: 'c2ln',
        index: 0,
        position: { text: 2, tools: 0 },
      },
    ],
  },
  {
    reasoning_details: [
      {
        type: 'reasoning.text',
        text: 'Hm',
        signature: 'c2ln',
        index: 0,
        position: { text: 0, tools: 1 },
      },
    ],
  },
  { reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm' }] },
);

const assistant = fc
  .record({ content: plain, reasoning, cache_control: mark, refusal: fc.option(text) })
  .map(({ reasoning: thoughts, ...rest }): Json[] => [{ role: 'assistant', ...rest, ...thoughts }]);

const user = fc
  .record({ content, name: fc.option(fc.constant('ann')), cache_control: mark })
  .map((rest): Json[] => [{ role: 'user', ...rest }]);

const system = fc
  .record({ role: fc.constantFrom('system', 'developer'), content: plain })
  .map((message): Json[] => [message]);

/** A turn of calls and all its results, in any order, sometimes twice, sometimes with a system message between. */
const toolLoop = fc
  .record({
    content: plain,
    reasoning,
    calls: fc.array(fc.record({ id: ids, name: fc.constantFrom(...toolNames), args }), {
      minLength: 1,
      maxLength: 3,
    }),
    result: fc.oneof(content, fc.constant(null)),
    is_error: fc.option(fc.boolean()),
    again: fc.boolean(),
    reversed: fc.boolean(),
    between: fc.boolean(),
  })
  .map(
    ({
      content: said,
      reasoning: thoughts,
      calls,
      result,
      is_error,
      again,
      reversed,
      between,
    }): Json[] => {
      const results = calls.map(({ id }): Json => ({
        role: 'tool',
        tool_call_id: id,
        content: result,
        is_error,
      }));
      if (reversed) results.reverse();
      return [
        {
          role: 'assistant',
          content: said,
          ...thoughts,
          tool_calls: calls.map(({ id, name, args: given }, index) =>
            index % 3 === 2
              ? { id, type: 'custom', custom: { name, input: given } }
              : { id, type: 'function', function: { name, arguments: given } },
          ),
        },
        ...(between ? [{ role: 'system', content: 'between' }] : []),
        ...results,
        ...(again ? results.slice(0, 1) : []),
      ];
    },
  );

/** The same in Claude's own blocks. */
const nativeLoop = fc
  .record({
    said: text,
    calls: fc.array(
      fc.record({
        id: fc.constantFrom('toolu_1', 'toolu_2', 'a:b'),
        name: fc.constantFrom(...toolNames),
        input: fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 }), {
          maxKeys: 2,
        }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    result: fc.oneof(content, fc.constant(null)),
    is_error: fc.constantFrom(undefined, null, true, false),
    cache_control: mark,
    thoughts: fc.constantFrom<readonly Json[]>(
      [],
      [{ type: 'thinking', thinking: 'Hm', signature: 'c2ln' }],
      [
        { type: 'thinking', thinking: 'unsigned' },
        { type: 'redacted_thinking', data: 'eA==' },
      ],
    ),
  })
  .map(({ said, calls, result, is_error, cache_control, thoughts }): Json[] => {
    const unique = [...new Map(calls.map((made) => [made.id, made])).values()];
    return [
      {
        role: 'assistant',
        content: [
          ...thoughts,
          { type: 'text', text: said },
          ...unique.map((made) => ({
            type: 'tool_use',
            ...made,
            caller: { type: 'direct' },
            toolset_name: null,
            cache_control,
          })),
        ],
      },
      {
        role: 'user',
        content: unique.map(({ id }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: result,
          is_error,
          cache_control,
        })),
      },
    ];
  });

const legacyLoop = fc
  .record({ args, isAnswered: fc.boolean() })
  .map(({ args: given, isAnswered }): Json[] => [
    { role: 'assistant', content: null, function_call: { name: 'search', arguments: given } },
    ...(isAnswered ? [{ role: 'function', name: 'search', content: 'found' }] : []),
  ]);

const schemas = fc.constantFrom<Json | null>(
  null,
  {},
  { properties: { city: { type: 'string' } } },
  { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] },
  {
    type: 'object',
    oneOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: {} } }],
  },
  {
    $ref: '#/definitions/A',
    definitions: { A: { type: 'object', properties: { x: { $ref: '#/definitions/A' } } } },
  },
  {
    type: 'object',
    properties: { m: { type: 'object', additionalProperties: { type: 'string' } } },
  },
  {
    type: 'object',
    properties: { $filter: { type: 'string' }, 'ids[]': {}, top: { type: 'integer' } },
    required: ['ids[]', 'top'],
    additionalProperties: false,
  },
  { allOf: [{ properties: { 'a b': { type: 'string' } }, required: ['a b'] }] },
);

const schemaOf = (name: string): Json => ({
  type: 'object',
  properties: { [name]: { type: 'integer', minimum: 1 } },
});

const tool = (name: string): fc.Arbitrary<Json> =>
  fc.oneof(
    fc
      .record({
        parameters: schemas,
        strict: fc.option(fc.boolean()),
        cache_control: mark,
        description: fc.option(text),
      })
      .map(({ cache_control, ...rest }) => ({
        type: 'function',
        function: { name, ...rest },
        cache_control,
      })),
    fc.constant({
      type: 'custom',
      custom: { name, format: { type: 'grammar', grammar: { syntax: 'regex', definition: 'a+' } } },
    }),
    fc.constant({ name, input_schema: { type: 'object' } }),
    fc.constantFrom<Json>(
      { name, input_schema: schemaOf('n'), strict: true, defer_loading: null, type: null },
      { name, input_schema: { type: 'object', additionalProperties: {} }, strict: true },
    ),
  );

/** Claude's own tools, with no more than their type where that says all. */
const ownTools = fc.subarray<Json>([
  { type: 'bash_20250124' },
  { type: 'memory_20250818', name: 'memory', cache_control: null },
  { type: 'text_editor_20250728', max_characters: 1000 },
  { type: 'web_fetch_20250910', name: 'web_fetch', allowed_domains: null, max_uses: 2 },
  { type: 'computer_20250124', display_width_px: 800, display_height_px: 600 },
  { type: 'mcp_toolset', mcp_server_name: 'm' },
]);

const tools = fc
  .subarray(toolNames, { minLength: 1 })
  .chain((names) => fc.tuple(fc.tuple(...names.map(tool)), ownTools, fc.constant(names)))
  .chain(([declared, own, names]) =>
    fc.record({
      tools: fc.constant([...declared, ...own]),
      tool_choice: fc.constantFrom(
        undefined,
        null,
        'auto',
        'none',
        'required',
        { type: 'function', function: { name: names[0] } },
        {
          type: 'allowed_tools',
          allowed_tools: {
            mode: 'required',
            tools: [{ type: 'function', function: { name: names.at(-1) } }],
          },
        },
      ),
      parallel_tool_calls: fc.constantFrom(undefined, null, true, false),
    }),
  );

const parameters = fc.record(
  {
    max_tokens: fc.constantFrom(1, 16, 1024, 1025, 5000, 1_000_000),
    max_completion_tokens: fc.constantFrom(2, 4096),
    temperature: fc.constantFrom(0, 0.7, 1, 1.4, 2),
    top_p: fc.constantFrom(0, 0.5, 0.96, 1),
    top_k: fc.constantFrom(1, 40),
    stop: fc.constantFrom('END', ' ', ['\n', 'a', 'a'], []),
    reasoning_effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
    reasoning: fc.constantFrom(
      { effort: 'high' },
      { max_tokens: 2000 },
      { enabled: false },
      { exclude: true },
    ),
    thinking: fc.constantFrom(
      { type: 'enabled', budget_tokens: 2048 },
      { type: 'enabled', budget_tokens: 1_000_000, display: null },
      { type: 'adaptive' },
      { type: 'disabled' },
      { type: 'between_tools' },
    ),
    output_config: fc.constantFrom({ effort: 'max' }, { effort: 'low' }),
    response_format: fc.constantFrom<Json>(
      { type: 'text' },
      { type: 'json_object' },
      {
        type: 'json_schema',
        json_schema: {
          name: 'a',
          schema: { type: 'object', properties: { n: { type: 'number', maximum: 3 } } },
        },
      },
      {
        type: 'json_schema',
        json_schema: { name: 'a', schema: { type: 'object', additionalProperties: true } },
      },
    ),
    user: fc.constantFrom('u1', 'ann@example.org', '+49 30 1234567', 'u'.repeat(300), ''),
    seed: fc.constant(7),
    n: fc.constant(1),
    logprobs: fc.constant(false),
    cache_control: mark,
    container: fc.constantFrom<string | Json>('c', { id: null, skills: null }),
    context_management: fc.constant({ edits: [{ type: 'clear_thinking_20251015' }] }),
    fallbacks: fc.constantFrom<string | readonly Json[]>('default', [{ model: 'claude-opus-4-8' }]),
    web_search_options: fc.constantFrom<Json>(
      {},
      { user_location: { approximate: { country: 'no', city: '' } } },
      { search_context_size: 'low', user_location: { type: 'approximate', city: 'Oslo' } },
    ),
    system: fc.constantFrom('Be kind.', [
      { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } },
    ]),
    unheard_of: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

/** Requests OpenAI would take, down to what real clients get wrong. */
export const openaiRequests: fc.Arbitrary<Json> = fc
  .record({
    model: models,
    turns: fc.array(fc.oneof(user, assistant, system, toolLoop, nativeLoop, legacyLoop), {
      maxLength: 8,
    }),
    parameters,
    tools: fc.option(tools),
  })
  .map(({ model, turns, parameters: more, tools: declared }) => ({
    model,
    messages: [{ role: 'user', content: 'Hello.' }, ...turns.flat()],
    ...more,
    ...declared,
  }));
