import { describe, expect, it } from '@jest/globals';
import { call, calls, convert, refused, result, tool } from '../../support/chatRequest.ts';

type Json = Readonly<Record<string, unknown>>;

const made = (
  tools: readonly Json[],
  request: Json = {},
  settings?: Parameters<typeof convert>[1],
): unknown => convert({ tools, ...request }, settings).body.tools;
const schemaOf = (parameters: unknown): unknown =>
  (
    made([{ type: 'function', function: { name: 'f', parameters } }]) as [{ input_schema: unknown }]
  )[0].input_schema;

describe('a function tool', () => {
  it('becomes a tool, in its place, with Claude’s extras', () => {
    const parameters = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    };
    const first = {
      type: 'function',
      function: { name: 'a', description: 'A', parameters, strict: false },
      defer_loading: true,
      input_examples: [{}],
    };
    expect(made([first, { function: { name: 'b', description: '' } }])).toEqual([
      {
        name: 'a',
        description: 'A',
        input_schema: parameters,
        defer_loading: true,
        input_examples: [{}],
      },
      { name: 'b', input_schema: { type: 'object', properties: {} } },
    ]);
  });

  it.each([null, undefined, {}])('with parameters %j takes an empty object', (parameters) => {
    expect(schemaOf(parameters)).toEqual({ type: 'object', properties: {} });
  });

  it.each([
    [{ properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    [{ type: ['object', 'null'] }, { type: 'object' }],
    [
      { $id: 'x', $schema: 'y', type: 'object' },
      { $schema: 'y', type: 'object' },
    ],
    [{ type: 'object', properties: null, required: null }, { type: 'object' }],
    [
      {
        type: 'object',
        properties: {
          n: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          m: { maximum: 3, exclusiveMaximum: false, required: true },
        },
      },
      {
        type: 'object',
        properties: { n: { type: 'integer', exclusiveMinimum: 0 }, m: { maximum: 3 } },
      },
    ],
    [
      { type: 'object', properties: { p: { type: 'array', items: [{ type: 'string' }, {}] } } },
      {
        type: 'object',
        properties: { p: { type: 'array', prefixItems: [{ type: 'string' }, {}] } },
      },
    ],
    [
      {
        type: 'object',
        definitions: { A: { type: 'string' } },
        properties: { a: { $ref: '#/definitions/A' } },
      },
      {
        type: 'object',
        definitions: { A: { type: 'string' } },
        properties: { a: { $ref: '#/definitions/A' } },
      },
    ],
  ])('with parameters %j', (parameters, schema) => {
    expect(schemaOf(parameters)).toEqual(schema);
  });

  it('that takes no object is refused', () => {
    expect(refused({ tools: [tool('f', { type: 'string' })] })).toEqual({
      param: 'tools.[0].function.parameters',
      reason: 'invalid_function_parameters',
      message: `Invalid schema for function 'f': schema must be a JSON Schema of 'type: "object"', got 'type: "string"'.`,
    });
  });

  it('keeps what is named __proto__', () => {
    const parameters = JSON.parse(
      '{"__proto__":{"x":1},"properties":{"__proto__":{"type":"integer","minimum":1,"exclusiveMinimum":true}}}',
    ) as Json;
    expect(JSON.stringify(schemaOf(parameters))).toBe(
      '{"__proto__":{"x":1},"properties":{"__proto__":{"type":"integer","exclusiveMinimum":1}},"type":"object"}',
    );
  });

  it('streams its arguments unchecked where configured so', () => {
    expect(made([tool('f')], {}, { eagerToolStreaming: true })).toMatchObject([
      { eager_input_streaming: true },
    ]);
  });

  it('is refused under the name of another', () => {
    expect(refused({ tools: [tool('f'), tool('f')] }).message).toMatch('Tool names must be unique');
  });
});

describe('names of properties Claude refuses', () => {
  const odd = {
    type: 'object',
    properties: {
      $filter: { type: 'string' },
      'ids[]': { type: 'array' },
      ['x'.repeat(65)]: {},
      '': {},
      top: { type: 'object', properties: { 'a b': {} } },
    },
    required: ['ids[]', 'top'],
    additionalProperties: false,
  };

  it('are told in the description, and the object stays open for them', () => {
    const { body, warnings } = convert({ tools: [tool('f', odd)] });
    expect(body.tools).toEqual([
      {
        name: 'f',
        description: `The input has these properties, too, named exactly so: {"$filter":{"type":"string"},"ids[]":{"type":"array"},"${'x'.repeat(65)}":{},"":{}}. Required of them: "ids[]".`,
        input_schema: {
          type: 'object',
          properties: { top: odd.properties.top },
          required: ['top'],
        },
      },
    ]);
    expect(warnings).toEqual(['rewritten:tools']);
  });

  it('are told the same way in Claude’s form, and behind combinators', () => {
    expect(
      made([
        {
          name: 'f',
          description: 'F',
          input_schema: { anyOf: [{ properties: { 'a b': {} }, required: ['a b'] }] },
        },
      ]),
    ).toEqual([
      {
        name: 'f',
        description:
          'F\nAt least one of these shapes: {a b}.\nThe input has these properties, too, named exactly so: {"a b":{}}. Required of them: "a b".',
        input_schema: { type: 'object', properties: {} },
      },
    ]);
  });

  it.each([
    [{ type: 'function', function: { name: 'f', parameters: odd, strict: true } }],
    [{ name: 'f', input_schema: odd, strict: true }],
  ])('leave no room for strictness: %#', (given) => {
    const { body, warnings } = convert({ tools: [given] });
    expect(body.tools?.[0]).not.toHaveProperty('strict');
    expect(warnings).toEqual(['rewritten:tools', 'dropped:strict']);
  });

  it('are refused by a strict relay, which says why', () => {
    expect(refused({ tools: [tool('f', odd)] }, { unsupported: 'reject' })).toMatchObject({
      param: 'tools.[0].function.parameters',
      reason: 'unsupported_value',
      message: expect.stringMatching(/does not support The input has these properties, .*filter/),
    });
  });

  it('are all there in what the model calls: nothing is renamed', () => {
    const { body } = convert({
      tools: [tool('f', odd)],
      messages: [calls(call('c', 'f', '{"ids[]":[1]}')), result('c', 'ok')],
    });
    expect(JSON.stringify(body.messages)).toContain('"input":{"ids[]":[1]}');
  });
});

describe('combinators at the root of parameters', () => {
  const flat = (parameters: Json): [{ input_schema: unknown; description?: string }] =>
    made([tool('f', parameters)]) as [{ input_schema: unknown; description?: string }];

  it('that only demand are said in the description', () => {
    const properties = {
      id: {},
      title: {},
      prio: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    };
    const { warnings } = convert({ tools: [tool('f', { anyOf: [{ required: ['title'] }] })] });
    const [{ input_schema, description }] = flat({
      type: 'object',
      properties,
      required: ['id'],
      anyOf: [{ required: ['title'] }, { required: ['prio'] }],
    });
    expect(input_schema).toEqual({ type: 'object', properties, required: ['id'] });
    expect(description).toBe('At least one of these shapes: {title} or {prio}.');
    expect(warnings).toEqual(['rewritten:tools']);
  });

  it('oneOf: unite properties, demand what all demand', () => {
    const [{ input_schema, description }] = flat({
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'a' }, x: { type: 'string' } },
          required: ['kind', 'x'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'b' }, y: { type: 'string' } },
          required: ['kind'],
        },
      ],
    });
    expect(input_schema).toEqual({
      type: 'object',
      properties: {
        kind: { anyOf: [{ const: 'a' }, { const: 'b' }] },
        x: { type: 'string' },
        y: { type: 'string' },
      },
      required: ['kind'],
    });
    expect(description).toBe('Exactly one of these shapes: {kind, x} or {kind}.');
  });

  it('allOf and references: merge', () => {
    const [{ input_schema, description }] = flat({
      allOf: [{ $ref: '#/$defs/A' }, { properties: { b: {} }, required: ['b'] }],
      $defs: { A: { properties: { a: {} }, required: ['a'], allOf: [{ $ref: '#/$defs/A' }] } },
    });
    expect(input_schema).toMatchObject({ properties: { a: {}, b: {} }, required: ['a', 'b'] });
    expect(description).toBeUndefined();
    expect(
      flat({ $ref: '#/definitions/A', definitions: { A: { properties: { a: {} } } } })[0]
        .input_schema,
    ).toMatchObject({ type: 'object', properties: { a: {} } });
  });

  it('come to an end even where references multiply', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `d${n}`,
        { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
      ]),
    );
    expect(flat({ $ref: '#/$defs/d0', $defs })[0].input_schema).toMatchObject({ type: 'object' });
  });
});

describe('a strict tool', () => {
  const strict = (parameters: Json, name = 'f'): Json => ({
    type: 'function',
    function: { name, parameters, strict: true },
  });

  it('is closed, its constraints put in words', () => {
    expect(
      made([strict({ type: 'object', properties: { n: { type: 'integer', minimum: 1 } } })]),
    ).toEqual([
      {
        name: 'f',
        strict: true,
        input_schema: {
          type: 'object',
          properties: { n: { type: 'integer', description: '{minimum: 1}' } },
          additionalProperties: false,
        },
      },
    ]);
  });

  it.each([
    [
      'an open map',
      {
        type: 'object',
        properties: { m: { type: 'object', additionalProperties: { type: 'string' } } },
      },
    ],
    ['recursion', { type: 'object', properties: { a: { $ref: '#' } } }],
  ])('with %s is an ordinary one', (_, parameters) => {
    const { body, warnings } = convert({ tools: [strict(parameters)] });
    expect(body.tools).toEqual([{ name: 'f', input_schema: parameters }]);
    expect(warnings).toEqual(['dropped:strict']);
    expect(refused({ tools: [strict(parameters)] }, { unsupported: 'reject' })).toMatchObject({
      param: 'tools.[0].function.strict',
    });
  });

  it('is an ordinary one for models without it', () => {
    expect(convert({ model: 'claude-opus-4-1', tools: [strict({})] }).warnings).toEqual([
      'dropped:strict',
    ]);
  });

  it('is an ordinary one beyond Claude’s allowance', () => {
    const many = Array.from({ length: 22 }, (_, n) =>
      strict({ type: 'object', properties: {} }, `f${n}`),
    );
    const tools = made(many) as readonly Json[];
    expect(tools.filter((one) => one['strict'])).toHaveLength(20);
    const optional = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`p${n}`, {}]));
    const two = ['a', 'b'].map((name) => strict({ type: 'object', properties: optional }, name));
    expect((made(two) as readonly Json[]).map((one) => one['strict'])).toEqual([true, undefined]);
  });
});

describe('other tools', () => {
  it('that take free text take an object with it', () => {
    const grammar = { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "a"' } };
    const { body, answer, warnings } = convert({
      tools: [{ type: 'custom', custom: { name: 'sh', description: 'Runs', format: grammar } }],
    });
    expect(body.tools).toEqual([
      {
        name: 'sh',
        description: 'Runs\nThe input must match this lark grammar:\nstart: "a"',
        input_schema: {
          type: 'object',
          properties: { input: { type: 'string', description: 'Raw tool input' } },
          required: ['input'],
          additionalProperties: false,
        },
      },
    ]);
    expect(answer.customTools).toEqual(new Set(['sh']));
    expect(warnings).toEqual(['rewritten:tools']);
  });

  it('in Claude’s form are taken', () => {
    const bare = {
      name: 'read',
      description: 'Reads',
      input_schema: { type: 'object', properties: {} },
      cache_control: { type: 'ephemeral' },
    };
    const dated = { type: 'bash_20250124', name: 'bash' };
    expect(made([bare, { ...bare, type: 'custom', name: 'b' }, dated])).toEqual([
      bare,
      { ...bare, name: 'b' },
      dated,
    ]);
  });

  it('of Claude’s server are left out where the upstream runs none', () => {
    const tools = [
      { type: 'code_execution_20250825', name: 'code_execution' },
      { type: 'bash_20250124', name: 'bash' },
    ];
    const { body, warnings } = convert({ tools }, { upstream: 'vertex', autoCache: false });
    expect(body.tools).toEqual(tools.slice(1));
    expect(warnings).toEqual(['dropped:tools']);
  });

  it.each([
    [{ type: 'file_search' }, 'tools.[0].type', 'invalid_value'],
    [{ type: 'function' }, 'tools.[0].function', 'missing_required_parameter'],
    [{ type: 'custom' }, 'tools.[0].custom', 'missing_required_parameter'],
    [{ ...tool('f'), type: 'custom' }, 'tools.[0].custom', 'missing_required_parameter'],
    [{}, 'tools.[0].type', 'missing_required_parameter'],
    [tool(''), 'tools.[0].function.name', 'invalid_value'],
  ])('such as %j are refused', (one, param, reason) => {
    expect(refused({ tools: [one] })).toMatchObject({ param, reason });
  });

  it('beside functions: only those that take free text are remembered to', () => {
    const sh = { type: 'custom', custom: { name: 'sh' } };

    expect(convert({ tools: [tool('f'), sh] }).answer.customTools).toEqual(new Set(['sh']));
    expect(convert({ tools: [tool('f')] }).answer).not.toHaveProperty('customTools');
  });

  it('that take free text may have Claude’s extras, and a grammar without a layer', () => {
    const format = { type: 'grammar', syntax: 'regex', definition: 'a+' };
    const custom = { name: 'c', format, defer_loading: true };
    const [own] = made([{ type: 'custom', custom, allowed_callers: ['direct'] }]) as [Json];
    expect(own).toMatchObject({ defer_loading: true, allowed_callers: ['direct'] });
    expect(own['description']).toBe('The input must match this regex grammar:\na+');
  });

  it.each([
    [{ type: 'bash_20250124' }, 'bash'],
    [{ type: 'text_editor_20250124', name: null }, 'str_replace_editor'],
    [{ type: 'text_editor_20250728' }, 'str_replace_based_edit_tool'],
    [{ type: 'memory_20250818' }, 'memory'],
  ])('of Claude’s get the name their type fixes: %j', (own, name) => {
    expect(made([own])).toEqual([{ type: own.type, name }]);
    // … which is then taken.
    expect(refused({ tools: [own, tool(name)] }).message).toMatch('declared twice');
  });

  it('of Claude’s may be tomorrow’s, if they have a name or are a set', () => {
    const own = [
      { type: 'bash_20990101', name: 'shell' },
      { type: 'garden_toolset_20990101' },
      { type: 'browser_toolset_20260801', configs: {} },
    ];
    expect(made(own)).toEqual(own);
  });

  it.each([
    [{ type: 'bash_20990101' }, 'name', 'missing_required_parameter'],
    [{ type: 'bash_20250124', name: 'sh' }, 'name', 'invalid_value'],
    [{ type: 'bash_20250124', name: 5 }, 'name', 'invalid_type'],
    [{ type: 'computer_20250124' }, 'display_width_px', 'missing_required_parameter'],
    [{ type: 'mcp_toolset' }, 'mcp_server_name', 'missing_required_parameter'],
    [{ type: 'web_search_20250305', max_uses: 'x' }, 'max_uses', 'invalid_type'],
    [{ type: 'web_search_20250305', allowed_domains: 'x' }, 'allowed_domains', 'invalid_type'],
    [
      { type: 'web_search_20250305', user_location: { type: 'approximate', country: 'norway' } },
      'user_location.country',
      'invalid_value',
    ],
    [{ input_schema: {} }, 'name', 'missing_required_parameter'],
    [{ name: 'f', input_schema: 'x' }, 'input_schema', 'invalid_type'],
    [{ name: 'f', input_schema: {}, description: 5 }, 'description', 'invalid_type'],
    [{ name: 'f', input_schema: {}, defer_loading: 'x' }, 'defer_loading', 'invalid_type'],
    [{ name: 'f', input_schema: {}, input_examples: [5] }, 'input_examples.[0]', 'invalid_type'],
    [{ name: 'f', input_schema: { properties: 'x' } }, 'input_schema.properties', 'invalid_type'],
    [
      { type: 'custom', custom: { name: 'c', format: { type: 'grammar' } } },
      'custom.format.grammar',
      'missing_required_parameter',
    ],
    [
      { type: 'custom', custom: { name: 'c', format: { type: 'tune' } } },
      'custom.format.type',
      'invalid_value',
    ],
  ])('in the wrong shape are refused: %j', (own, step, reason) => {
    expect(refused({ tools: [own] })).toMatchObject({ param: `tools.[0].${step}`, reason });
  });

  it('of Claude’s form are closed when they are strict, or strict no more', () => {
    const own = { name: 'f', strict: true, defer_loading: null };
    const open = { type: 'object', properties: {}, patternProperties: {} };
    expect(made([{ ...own, input_schema: { type: 'object', properties: {} } }])).toEqual([
      {
        name: 'f',
        strict: true,
        input_schema: { type: 'object', properties: {}, additionalProperties: false },
      },
    ]);
    expect(made([{ ...own, input_schema: open }])).toEqual([{ name: 'f', input_schema: open }]);
    expect(convert({ tools: [{ ...own, input_schema: open }] }).warnings).toEqual([
      'dropped:strict',
    ]);
  });

  it('of Claude’s keep their names from functions that are renamed', () => {
    const search = { type: 'web_search_20250305', name: 'web_search' };

    expect(convert({ tools: [tool('web.search'), search] }).body.tools).toMatchObject([
      { name: 'web_search_2' },
      search,
    ]);
  });

  it('of two servers have no names to share', () => {
    const tools = ['a', 'b'].map((mcp_server_name) => ({ type: 'mcp_toolset', mcp_server_name }));

    expect(convert({ tools }, { autoCache: false }).body.tools).toEqual(tools);
  });

  it('of a type nobody knows are refused with the types OpenAI has', () => {
    expect(refused({ tools: [{ type: 'file_search' }] }).message).toBe(
      "Invalid value: 'file_search'. Supported values are: 'function' and 'custom'.",
    );
  });

  it('of Claude’s are refused where that is switched off', () => {
    expect(
      refused({ tools: [{ type: 'bash_20250124', name: 'bash' }] }, { nativeShapes: false }),
    ).toMatchObject({
      param: 'tools.[0].type',
    });
  });
});

describe('a tool’s name', () => {
  const long = 'x'.repeat(150);
  const names = ['mcp.server/list', 'mcp_server_list', 'mcp server list', long];

  it('is made legal everywhere in the request, and remembered for the answer', () => {
    const { body, answer, warnings } = convert({
      messages: [{ role: 'user', content: 'x' }, calls(call('a', names[0])), result('a')],
      tools: names.map((name) => tool(name)),
      tool_choice: { type: 'function', function: { name: names[0] } },
    });
    const expected = ['mcp_server_list_2', 'mcp_server_list', 'mcp_server_list_3', 'x'.repeat(128)];
    expect(body.tools?.map(({ name }) => name)).toEqual(expected);
    expect(body.messages[1]?.content).toMatchObject([{ name: 'mcp_server_list_2' }]);
    expect(body.tool_choice).toEqual({ type: 'tool', name: 'mcp_server_list_2' });
    expect(answer.toolNames).toEqual(
      new Map([
        ['mcp_server_list_2', names[0]],
        ['mcp_server_list_3', names[2]],
        ['x'.repeat(128), long],
      ]),
    );
    expect(warnings).toEqual(['rewritten:tools']);
  });

  it('that is legal is left alone', () => {
    expect(convert({ tools: [tool('a-B_9')] }).answer).not.toHaveProperty('toolNames');
  });

  it('that is not is refused by a strict relay', () => {
    expect(refused({ tools: [tool('a.b')] }, { unsupported: 'reject' })).toEqual({
      param: 'tools.[0].function.name',
      reason: 'invalid_value',
      message:
        "Invalid 'tools.[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    });
  });
});

describe('tools only the history knows', () => {
  it('are declared, and forbidden', () => {
    const { body } = convert({
      messages: [{ role: 'user', content: 'x' }, calls(call('a', 'calc')), result('a')],
    });
    expect(body.tools).toEqual([
      { name: 'calc', input_schema: { type: 'object', properties: {} } },
    ]);
    expect(body.tool_choice).toEqual({ type: 'none' });
  });
});

describe('legacy functions', () => {
  it('are tools of which one is called at a time', () => {
    const functions = [
      { name: 'search', description: 'd', parameters: { type: 'object', properties: {} } },
    ];
    const named = convert({ functions, function_call: { name: 'search' } });
    expect(named.body.tools).toEqual([
      { name: 'search', description: 'd', input_schema: functions[0]?.parameters },
    ]);
    expect(named.body.tool_choice).toEqual({
      type: 'tool',
      name: 'search',
      disable_parallel_tool_use: true,
    });
    expect(named.answer.legacyFunctions).toBe(true);
    expect(named.warnings).toEqual([]);
    expect(convert({ functions }).body.tool_choice).toEqual({
      type: 'auto',
      disable_parallel_tool_use: true,
    });
    expect(convert({ functions, function_call: 'none' }).body.tool_choice).toEqual({
      type: 'none',
    });
  });

  it('do not go with tools, nor a call without them', () => {
    expect(refused({ functions: [{ name: 'f' }], tools: [tool('g')] })).toMatchObject({
      param: 'functions',
    });
    expect(refused({ function_call: { name: 'f' } })).toMatchObject({ param: 'function_call' });
    expect(convert({ function_call: 'auto' }).body).not.toHaveProperty('tools');
  });
});

describe('legacy functions in the wrong shape', () => {
  it.each([
    [{ functions: [{ name: '' }] }, 'functions.[0].name'],
    [{ functions: [{ name: 'f', parameters: { type: 'string' } }] }, 'functions.[0].parameters'],
    [{ functions: [{ name: 'f' }], function_call: { name: 'g' } }, 'function_call'],
    [{ functions: [{ name: 'f' }, { name: 'f' }] }, 'functions'],
    [{ function_call: 'sometimes' }, 'function_call'],
  ])('are refused in the client’s words: %j', (request, param) => {
    const { param: named, message } = refused(request);
    expect(named).toBe(param);
    expect(message).not.toMatch(/tool_choice|tools/);
  });
});

describe('web_search_options', () => {
  it('may tell the place without the layer between', () => {
    const user_location = { type: 'approximate', country: 'no', city: 'Oslo' };
    expect(convert({ web_search_options: { user_location } }).body.tools).toMatchObject([
      { user_location: { type: 'approximate', country: 'NO', city: 'Oslo' } },
    ]);
  });

  it.each([
    [{ approximate: { street: 'Karl Johans gate' } }, ['dropped:web_search_options']],
    [{ planet: 'Earth' }, ['dropped:web_search_options']],
    [{ type: 'approximate', approximate: { city: '', country: null } }, []],
    [{}, []],
  ])('in %j is no place', (user_location, warnings) => {
    const { body, warnings: told } = convert({ web_search_options: { user_location } });
    expect(body.tools?.[0]).not.toHaveProperty('user_location');
    expect(told).toEqual(warnings);
  });

  it.each([
    [{ approximate: { country: 'norway' } }, 'approximate.country', 'invalid_value'],
    [{ country: 'norway' }, 'country', 'invalid_value'],
    [{ approximate: { city: 5 } }, 'approximate.city', 'invalid_type'],
    [{ type: 'exact' }, 'type', 'invalid_value'],
  ])('in %j are refused', (user_location, step, reason) => {
    expect(refused({ web_search_options: { user_location } })).toMatchObject({
      param: `web_search_options.user_location.${step}`,
      reason,
    });
  });

  it('become Claude’s own search', () => {
    const approximate = { country: 'de', city: 'Berlin', region: '', timezone: null, street: 'x' };
    const { body, answer } = convert({
      tools: [tool('f')],
      web_search_options: {
        search_context_size: 'high',
        user_location: { type: 'approximate', approximate },
      },
    });
    expect(body.tools?.[1]).toEqual({
      type: 'web_search_20250305',
      name: 'web_search',
      max_uses: 10,
      user_location: { type: 'approximate', country: 'DE', city: 'Berlin' },
    });
    expect(answer.webSearch).toBe(true);
    expect(convert({ web_search_options: {} }).body.tools).toEqual([
      { type: 'web_search_20250305', name: 'web_search', max_uses: 5 },
    ]);
  });

  it('are refused on Bedrock, and beside a tool of that name', () => {
    expect(refused({ web_search_options: {} }, { upstream: 'bedrock' })).toMatchObject({
      param: 'web_search_options',
      reason: 'unsupported_parameter',
    });
    expect(refused({ web_search_options: {}, tools: [tool('web_search')] })).toMatchObject({
      param: 'tools',
    });
    expect(convert({ web_search_options: {} }, { upstream: 'vertex' }).body.tools).toHaveLength(1);
  });
});
