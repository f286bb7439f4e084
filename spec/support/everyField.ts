type Json = Readonly<Record<string, unknown>>;

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
const mark = { type: 'ephemeral', ttl: '1h' };
const breakpoint = { mode: 'explicit', ttl: '24h' };
const hi = { role: 'user', content: 'hi' };
const schema = { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] };
const extras = {
  defer_loading: true,
  eager_input_streaming: true,
  allowed_callers: ['direct'],
  input_examples: [{ at: 'x' }],
};
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } };
const text = { type: 'text', text: 'x' };

/** A result of a tool and whatever must stand before it. */
const answered = (content: unknown, native: boolean): readonly Json[] => [
  hi,
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
  },
  native
    ? { role: 'user', content }
    : { role: 'tool', tool_call_id: 'a', is_error: false, name: 'f', content, cache_control: mark },
];

/**
 * Legal requests that together set every field anybody documents, each to a value that says
 * something. The first word is what the request is about.
 */
export const everyField: Readonly<Record<string, Json>> = {
  'OpenAI’s parameters': {
    model: 'claude-sonnet-4-6',
    messages: [hi],
    max_completion_tokens: 5000,
    temperature: 0.5,
    top_p: 0.5,
    n: 1,
    stop: ['END'],
    stream: true,
    stream_options: { include_usage: true, include_obfuscation: false },
    parallel_tool_calls: false,
    tools: [
      {
        type: 'function',
        function: { name: 'f', description: 'Does.', parameters: schema, strict: true, ...extras },
        cache_control: mark,
      },
      {
        type: 'custom',
        custom: { name: 'c', description: 'Writes.', format: { type: 'text' } },
        ...extras,
        prompt_cache_breakpoint: breakpoint,
      },
    ],
    tool_choice: { type: 'function', function: { name: 'f' } },
    safety_identifier: 's1',
    metadata: { trace: 'x' },
    store: true,
    service_tier: 'default',
    seed: 7,
    frequency_penalty: 0.1,
    presence_penalty: 0.1,
    logit_bias: { 50256: -100 },
    logprobs: true,
    top_logprobs: 3,
    modalities: ['text'],
    audio: { voice: 'alloy', format: 'mp3' },
    prediction: { type: 'content', content: 'x' },
    verbosity: 'low',
    moderation: { model: 'omni' },
    web_search_options: {
      search_context_size: 'high',
      user_location: {
        type: 'approximate',
        approximate: { city: 'Oslo', region: 'Oslo', country: 'NO', timezone: 'Europe/Oslo' },
      },
    },
    prompt_cache_key: 'k',
    prompt_cache_retention: '24h',
    prompt_cache_options: { mode: 'implicit', ttl: '30m' },
  },
  'OpenAI’s older parameters': {
    model: 'claude-sonnet-4-6',
    messages: [hi],
    max_tokens: 4000,
    user: 'u1',
  },
  'the user in metadata': {
    model: 'claude-sonnet-4-6',
    messages: [hi],
    metadata: { user_id: 'm1' },
  },
  'the form of the answer': {
    model: 'claude-sonnet-4-6',
    messages: [hi],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'a', description: 'An answer.', schema, strict: true },
    },
    reasoning_effort: 'low',
    include_reasoning: false,
  },
  'OpenRouter’s reasoning': {
    model: 'claude-opus-5',
    messages: [hi],
    max_tokens: 8000,
    reasoning: { effort: 'low', enabled: true, exclude: true },
  },
  'OpenRouter’s budget': {
    model: 'claude-haiku-4-5',
    messages: [hi],
    max_tokens: 8000,
    reasoning: { max_tokens: 2048 },
  },
  'allowed tools': {
    model: 'claude-sonnet-4-6',
    messages: [hi],
    tools: [
      { type: 'function', function: { name: 'f' } },
      {
        type: 'custom',
        custom: {
          name: 'c',
          format: { type: 'grammar', grammar: { syntax: 'regex', definition: 'a+' } },
        },
      },
    ],
    tool_choice: {
      type: 'allowed_tools',
      allowed_tools: {
        mode: 'required',
        tools: [
          { type: 'function', function: { name: 'f' } },
          { type: 'custom', custom: { name: 'c' } },
        ],
      },
    },
  },
  'legacy functions': {
    model: 'claude-sonnet-4-6',
    messages: [
      hi,
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"at":"x"}' } },
      { role: 'function', name: 'f', content: 'done' },
    ],
    functions: [{ name: 'f', description: 'Does.', parameters: schema }],
    function_call: { name: 'f' },
  },
  'Claude’s parameters': {
    model: 'claude-opus-4-6',
    messages: [hi],
    max_tokens: 8000,
    thinking: {
      type: 'adaptive',
      display: 'omitted',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    },
    output_config: {
      effort: 'low',
      format: { type: 'json_schema', schema: { ...schema, additionalProperties: false } },
      task_budget: { type: 'tokens', total: 20_000, remaining: 10_000 },
    },
    stop_sequences: ['END'],
    system: [{ type: 'text', text: 'Be kind.', cache_control: mark }],
    cache_control: mark,
    container: { id: 'c', skills: [{ type: 'anthropic', skill_id: 'pptx', version: 'latest' }] },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    mcp_servers: [
      {
        type: 'url',
        name: 'm',
        url: 'https://mcp.example.org/',
        authorization_token: 't',
        tool_configuration: { enabled: true, allowed_tools: ['x'] },
      },
    ],
    inference_geo: 'eu',
    speed: 'fast',
    diagnostics: { previous_message_id: 'msg_1' },
    fallbacks: [
      {
        model: 'claude-opus-4-8',
        max_tokens: 100,
        speed: 'standard',
        thinking: { type: 'disabled' },
        output_config: { effort: 'low' },
      },
    ],
    fallback_credit_token: { token: 't', mode: 'best_effort' },
    compaction: { type: 'summarize', instructions: 'Be brief.' },
    billing_policy: { type: 'billing_policy', bill_to: 'user_profile' },
    betas: ['a-2026-01-01'],
    anthropic_beta: 'b-2026-01-01',
    user_profile_id: 'up_1',
    workspace_id: 'ws_1',
  },
  'a budget in Claude’s words': {
    model: 'claude-sonnet-4-5',
    messages: [hi],
    max_tokens: 8000,
    thinking: { type: 'enabled', budget_tokens: 2048, display: 'omitted' },
  },
  'sampling in Claude’s words': {
    model: 'claude-sonnet-4-5',
    messages: [hi],
    top_k: 5,
    anthropic_max_tokens: 0,
  },
  'what a user says': {
    model: 'claude-sonnet-4-6',
    messages: [
      { role: 'system', content: [{ ...text, prompt_cache_breakpoint: breakpoint }] },
      {
        role: 'user',
        name: 'ann',
        prompt_cache_breakpoint: breakpoint,
        content: [
          { ...text, cache_control: mark },
          {
            type: 'image_url',
            image_url: { url: `data:image/png;base64,${png}`, detail: 'low' },
            cache_control: mark,
          },
          {
            type: 'file',
            file: { file_data: 'data:application/pdf;base64,JVBERi0xLjQKJQ==', filename: 'a.pdf' },
            cache_control: mark,
          },
          { type: 'file', file: { file_id: 'file_1', media: 'image' } },
          { type: 'file', file: { file_url: 'https://example.org/a.pdf' } },
          text,
        ],
      },
    ],
  },
  'Claude’s blocks': {
    model: 'claude-sonnet-4-6',
    messages: [
      {
        role: 'user',
        content: [
          { ...image, transformations: { oversized_image: 'downsize' }, cache_control: mark },
          { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
          { type: 'image', source: { type: 'file', file_id: 'file_1' } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQKJQ==' },
            title: 'A paper',
            context: 'Found.',
            citations: { enabled: true },
            cache_control: mark,
          },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
          { type: 'document', source: { type: 'content', content: [text, image] } },
          { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' } },
          { type: 'document', source: { type: 'file', file_id: 'file_1' } },
          {
            type: 'search_result',
            source: 'https://example.org/',
            title: 'Found',
            content: [text],
            citations: { enabled: false },
          },
          { type: 'container_upload', file_id: 'file_1' },
        ],
      },
    ],
  },
  'Claude’s turns': {
    model: 'claude-opus-5',
    tools: [
      {
        name: 'f',
        description: 'Does.',
        input_schema: schema,
        type: 'custom',
        strict: true,
        ...extras,
        cache_control: mark,
      },
    ],
    tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
    messages: [
      hi,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'eA==' },
          { ...text, citations: [{ type: 'char_location', cited_text: 'x' }] },
          {
            type: 'tool_use',
            id: 'a',
            name: 'f',
            input: { at: 'x' },
            caller: { type: 'direct' },
            toolset_name: 'browser',
            cache_control: mark,
          },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            content: [text, image, { type: 'document', source: { type: 'file', file_id: 'x' } }],
            is_error: true,
            toolset_name: 'browser',
            cache_control: mark,
          },
        ],
      },
    ],
  },
  'a tool’s message': {
    model: 'claude-sonnet-4-6',
    messages: answered([text, image, { ...image, cache_control: mark }], false),
  },
  'a result among what a user says': {
    model: 'claude-sonnet-4-6',
    messages: answered(
      [{ type: 'tool_result', tool_use_id: 'a', content: 'x', is_error: true }, text],
      true,
    ),
  },
  'an assistant’s message': {
    model: 'claude-opus-5',
    messages: [
      hi,
      {
        role: 'assistant',
        content: [text, { type: 'refusal', refusal: 'No.' }],
        name: 'claude',
        audio: { id: 'audio_1' },
        annotations: [{ type: 'url_citation' }],
        reasoning_content: 'Hm.',
        reasoning: 'Hm.',
        cache_control: mark,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'f', arguments: '{"at":"x"}' } },
          { id: 'b', type: 'function', function: { name: 'f', arguments: { at: 'x' } } },
          { id: 'c', type: 'custom', custom: { name: 'c', input: 'x' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
      { role: 'tool', tool_call_id: 'b', content: 'x' },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
      { role: 'assistant', content: null, refusal: 'No.' },
      hi,
    ],
  },
  'reasoning that comes back': {
    model: 'claude-opus-5',
    messages: [
      hi,
      {
        role: 'assistant',
        content: 'x',
        thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }],
      },
      hi,
      {
        role: 'assistant',
        content: 'x',
        reasoning_details: [
          { type: 'reasoning.text', text: 'Hm.', signature: 'c2ln', format: null },
        ],
      },
      hi,
      {
        role: 'assistant',
        content: 'verbatim',
        anthropic_content: [{ type: 'text', text: 'verbatim' }],
      },
      hi,
    ],
  },
  'Claude’s tools': {
    model: 'claude-sonnet-4-6',
    messages: [hi],
    tools: [
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 3,
        allowed_domains: ['example.org'],
        user_location: {
          type: 'approximate',
          city: 'Oslo',
          region: 'Oslo',
          country: 'NO',
          timezone: 'Europe/Oslo',
        },
        strict: true,
        defer_loading: true,
        allowed_callers: ['direct'],
        cache_control: mark,
      },
      {
        type: 'web_fetch_20250910',
        name: 'web_fetch',
        blocked_domains: ['example.org'],
        max_content_tokens: 1000,
        citations: { enabled: true },
      },
      {
        type: 'computer_20250124',
        name: 'computer',
        display_width_px: 800,
        display_height_px: 600,
        display_number: 1,
      },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'memory_20250818', name: 'memory', input_examples: [{ a: 1 }] },
      {
        type: 'text_editor_20250728',
        name: 'str_replace_based_edit_tool',
        max_characters: 1000,
      },
      {
        type: 'mcp_toolset',
        mcp_server_name: 'm',
        configs: { x: { enabled: false } },
        default_config: { enabled: true },
      },
      { type: 'browser_toolset_20260801', configs: { x: {} } },
    ],
  },
};
