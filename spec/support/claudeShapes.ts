/**
 * Which members Claude's blocks, tools and parameters must have and of what kind, as far as its
 * reference says so: written from those pages, without a look at the conversion.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */

type Json = Readonly<Record<string, unknown>>;

/** Says what is wrong with a value; undefined: nothing. */
type Check = (value: unknown) => string | undefined;

const is =
  (what: string, test: (value: unknown) => boolean): Check =>
  (value) =>
    test(value) ? undefined : `is no ${what}`;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = is('text', (value) => typeof value === 'string');
const saying = is('text that says anything', (value) => /\S/.test(String(value)));
const bool = is('boolean', (value) => typeof value === 'boolean');
const whole = is('whole number', (value) => Number.isInteger(value));
const object = is('object', isObject);
const texts = is(
  'list of texts',
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
);
const url = is('URL', (value) => /^https?:\/\//.test(String(value)) && URL.canParse(String(value)));
const base64 = is('base64', (value) =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(String(value)),
);
const oneOf = (...words: readonly string[]): Check =>
  is(`one of ${words.join('|')}`, (value) => words.includes(value as string));

const either =
  (...checks: readonly Check[]): Check =>
  (value) => {
    const faults = checks.map((check) => check(value));
    return faults.includes(undefined) ? undefined : faults.join(', ');
  };
const orNull = (check: Check): Check =>
  either(
    is('null', (value) => value === null),
    check,
  );

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value)
      ? (value as readonly unknown[]).map(check).find((fault) => fault !== undefined)
      : 'is no list';

/** `name` must be there, `name?` may. */
const members =
  (known: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (!isObject(value)) return 'is no object';
    for (const [key, check] of Object.entries(known)) {
      const name = key.replace(/\?$/, '');
      if (!Object.hasOwn(value, name)) {
        if (key === name) return `has no ${name}`;
        continue;
      }
      const fault = check(value[name]);
      if (fault !== undefined) return `${name} ${fault}`;
    }
    return undefined;
  };

/** The first table is looked up by `type`; a type that is not in it is a fault, or anything at all. */
const typed =
  (table: Readonly<Record<string, Check>>, isClosed: boolean): Check =>
  (value) => {
    if (!isObject(value) || typeof value['type'] !== 'string') return 'has no type';
    const { type } = value;
    if (Object.hasOwn(table, type)) return table[type]?.(value);
    return isClosed ? `is of the unknown type ${type}` : undefined;
  };

/** Members that only other kinds of the same thing have. */
const not =
  (...names: readonly string[]): Check =>
  (value) => {
    const extra = names.find((name) => isObject(value) && Object.hasOwn(value, name));
    return extra === undefined ? undefined : `has ${extra}`;
  };
const all =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.map((check) => check(value)).find((fault) => fault !== undefined);

/** A cache mark. */
export const markFault: Check = orNull(
  members({ type: oneOf('ephemeral'), 'ttl?': oneOf('5m', '1h') }),
);
const mark = { 'cache_control?': markFault };

const file = members({ file_id: saying });
const citations = orNull(members({ 'enabled?': bool }));
const textBlock = members({
  text: saying,
  'citations?': orNull(listOf(members({ type: text }))),
  ...mark,
});

const image = members({
  source: typed(
    {
      base64: members({
        media_type: oneOf('image/jpeg', 'image/png', 'image/gif', 'image/webp'),
        data: all(saying, base64),
      }),
      url: members({ url }),
      file,
    },
    true,
  ),
  'transformations?': orNull(object),
  ...mark,
});

const document = members({
  source: typed(
    {
      base64: members({ media_type: oneOf('application/pdf'), data: all(saying, base64) }),
      text: members({ media_type: oneOf('text/plain'), data: saying }),
      content: members({
        content: either(saying, listOf(typed({ text: textBlock, image }, true))),
      }),
      url: members({ url }),
      file,
    },
    true,
  ),
  'title?': orNull(text),
  'context?': orNull(text),
  'citations?': citations,
  ...mark,
});

const searchResult = members({
  source: text,
  title: text,
  content: listOf(typed({ text: textBlock }, true)),
  'citations?': members({ 'enabled?': bool }),
  ...mark,
});

/** What is wrong with a block of a message. */
export const blockFault: Check = typed(
  {
    text: textBlock,
    image,
    document,
    search_result: searchResult,
    container_upload: members({ file_id: saying, ...mark }),
    tool_use: members({
      id: text,
      name: text,
      input: object,
      'caller?': typed({}, false),
      'toolset_name?': orNull(text),
      ...mark,
    }),
    tool_result: members({
      tool_use_id: text,
      'content?': either(
        text,
        listOf(typed({ text: textBlock, image, document, search_result: searchResult }, true)),
      ),
      'is_error?': bool,
      'toolset_name?': orNull(text),
      ...mark,
    }),
    thinking: all(members({ thinking: text, signature: text }), not('cache_control')),
    redacted_thinking: all(members({ data: saying }), not('cache_control')),
  },
  true,
);

const extras = {
  'strict?': bool,
  'defer_loading?': bool,
  'eager_input_streaming?': orNull(bool),
  'allowed_callers?': texts,
  'input_examples?': listOf(object),
  ...mark,
};
const place = orNull(
  members({
    type: oneOf('approximate'),
    'city?': orNull(text),
    'region?': orNull(text),
    'country?': orNull(is('country', (value) => /^[A-Z]{2}$/.test(String(value)))),
    'timezone?': orNull(text),
  }),
);
const search = {
  'max_uses?': orNull(whole),
  'allowed_domains?': orNull(texts),
  'blocked_domains?': orNull(texts),
  'user_location?': place,
  ...extras,
};

/** Claude's own tools by the beginning of their type. */
const ownTools: readonly (readonly [RegExp, Check])[] = [
  [/^bash_/, members({ name: oneOf('bash'), ...extras })],
  [/^memory_/, members({ name: oneOf('memory'), ...extras })],
  [/^code_execution_/, members({ name: oneOf('code_execution'), ...extras })],
  [/^web_search_/, members({ name: oneOf('web_search'), ...search })],
  [
    /^web_fetch_/,
    members({
      name: oneOf('web_fetch'),
      'max_content_tokens?': orNull(whole),
      'citations?': citations,
      ...search,
    }),
  ],
  [
    /^computer_\d/,
    members({
      name: oneOf('computer'),
      display_width_px: whole,
      display_height_px: whole,
      'display_number?': orNull(whole),
      ...extras,
    }),
  ],
  [
    /^text_editor_(?:20241022|20250124)$/,
    members({ name: oneOf('str_replace_editor'), ...extras }),
  ],
  [
    /^text_editor_/,
    members({
      name: oneOf('str_replace_based_edit_tool'),
      'max_characters?': orNull(whole),
      ...extras,
    }),
  ],
  [
    /^mcp_toolset$/,
    all(
      members({ mcp_server_name: text, 'configs?': orNull(object), 'default_config?': object }),
      not('name'),
    ),
  ],
  [/_toolset_\d{8}$/, all(members({ 'configs?': orNull(object), ...mark }), not('name'))],
];

/** What is wrong with the members of a tool, but for its schema. */
export const toolFault: Check = (tool) => {
  const type = isObject(tool) && typeof tool['type'] === 'string' ? tool['type'] : undefined;
  if (type === undefined || type === 'custom') {
    return members({ name: text, input_schema: object, 'description?': text, ...extras })(tool);
  }
  const [, check] = ownTools.find(([start]) => start.test(type)) ?? [];
  return (check ?? members({ name: text }))(tool);
};

const display = { 'display?': orNull(oneOf('summarized', 'omitted', 'updates')) };
const binding = {
  'block_binding?': orNull(
    members({ 'prefix_mismatch_behavior?': orNull(oneOf('error', 'drop_block')) }),
  ),
};
const thinking = typed(
  {
    adaptive: all(members({ ...display, ...binding }), not('budget_tokens')),
    enabled: members({ budget_tokens: whole, ...display, ...binding }),
    disabled: not('budget_tokens', 'display'),
    between_tools: not('budget_tokens', 'display'),
  },
  true,
);
const outputConfig = members({
  'effort?': orNull(oneOf('low', 'medium', 'high', 'xhigh', 'max')),
  'format?': orNull(typed({ json_schema: members({ schema: object }) }, false)),
  'task_budget?': orNull(members({ type: text, total: whole, 'remaining?': orNull(whole) })),
});

/** The parameters of a request that are more than a number or a text, and those only Claude has. */
const parameters: Readonly<Record<string, Check>> = {
  cache_control: markFault,
  thinking,
  output_config: outputConfig,
  system: either(saying, listOf(typed({ text: textBlock }, true))),
  stop_sequences: texts,
  top_k: whole,
  container: either(
    text,
    members({
      'id?': orNull(text),
      'skills?': orNull(listOf(members({ type: text, skill_id: text, 'version?': text }))),
    }),
  ),
  context_management: members({ 'edits?': listOf(members({ type: text })) }),
  mcp_servers: listOf(
    typed(
      {
        url: members({
          name: text,
          url,
          'authorization_token?': orNull(text),
          'tool_configuration?': orNull(
            members({ 'enabled?': orNull(bool), 'allowed_tools?': orNull(texts) }),
          ),
        }),
      },
      false,
    ),
  ),
  inference_geo: text,
  speed: oneOf('standard', 'fast'),
  service_tier: oneOf('auto', 'standard_only'),
  diagnostics: members({ 'previous_message_id?': orNull(text) }),
  fallbacks: either(
    oneOf('default'),
    listOf(
      members({
        model: text,
        'max_tokens?': orNull(whole),
        'speed?': orNull(oneOf('standard', 'fast')),
        'thinking?': orNull(thinking),
        'output_config?': orNull(outputConfig),
      }),
    ),
  ),
  fallback_credit_token: either(
    text,
    members({ token: text, 'mode?': oneOf('strict', 'best_effort') }),
  ),
  compaction: members({ type: text, 'instructions?': orNull(text) }),
  billing_policy: members({ type: text }),
  tool_choice: members({ type: text, 'name?': text, 'disable_parallel_tool_use?': bool }),
};

/** What is wrong with the parameters of a request. */
export function parameterFaults(body: Json): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const fault = Object.hasOwn(parameters, name) ? parameters[name]?.(value) : undefined;
    return fault === undefined ? [] : [`${name} ${fault}`];
  });
}
