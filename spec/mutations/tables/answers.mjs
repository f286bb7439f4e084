const whole = 'operators/claudeToOpenAI';

export const answers = [
  {
    file: 'src/convert/finishReason.ts',
    specs: ['convert/finishReason', whole],
    mutations: [
      [
        'an unknown reason is passed on',
        "    : 'stop';\n}",
        "    : ((reason as OpenAIFinishReason | undefined) ?? 'stop');\n}",
      ],
      [
        'tool_calls is said from the reason alone',
        'if (toolCalls > 0 && !isCut(reason))',
        "if (reason === 'tool_use')",
      ],
      ['tool_calls wins over a limit', '&& !isCut(reason)) return', ') return'],
      ['a refusal does not cut', "|| reason === 'refusal'", ''],
      ['a full context does not cut', "|| reason === 'model_context_window_exceeded'", ''],
      ['a pause is an end', "pause_turn: 'length'", "pause_turn: 'stop'"],
      ['a limit is an end', "max_tokens: 'length'", "max_tokens: 'stop'"],
      ['a refusal is an end', "refusal: 'content_filter'", "refusal: 'stop'"],
      ["Claude's own tools end in tool_calls", "tool_use: 'stop'", "tool_use: 'tool_calls'"],
      [
        'legacy clients are told tool_calls',
        "legacyFunctions ? 'function_call' : 'tool_calls'",
        "'tool_calls'",
      ],
      ['a name of Object’s own is a reason', "Object.hasOwn(finishReasons, reason ?? '')", 'true'],
    ],
  },
  {
    file: 'src/convert/usage.ts',
    specs: ['convert/usage', whole],
    mutations: [
      [
        'cached tokens are left out of the prompt',
        '(inputIncludesCache ? 0 : cached + written)',
        '0',
      ],
      ['written tokens are left out of the prompt', 'cached + written)', 'cached)'],
      ['read tokens are left out of the prompt', 'cached + written)', 'written)'],
      ['cached tokens are added though they are inside', 'inputIncludesCache ? 0 :', ''],
      [
        'cached_tokens holds those written',
        'cached_tokens: cached, cache_write_tokens: written',
        'cached_tokens: written, cache_write_tokens: cached',
      ],
      [
        'thinking is added to the output',
        'total_tokens: prompt_tokens + completion_tokens',
        'total_tokens: prompt_tokens + completion_tokens + count(usage.output_tokens_details?.thinking_tokens)',
      ],
      [
        'thinking tokens are lost',
        'reasoning_tokens: count(usage.output_tokens_details?.thinking_tokens)',
        'reasoning_tokens: 0',
      ],
      ['compactions are not billed', "iteration?.type === 'compaction' ||", ''],
      ['advisors are not billed', "|| iteration?.type === 'advisor_message'", ''],
      [
        'every iteration is billed again',
        "iteration?.type === 'compaction' || iteration?.type === 'advisor_message'",
        'iteration !== null',
      ],
      [
        'a fallback is billed twice',
        "iteration?.type === 'compaction' ||",
        "iteration?.type === 'compaction' || iteration?.type === 'fallback_message' ||",
      ],
      [
        'what is no number makes NaN',
        'Number.isFinite(tokens) ? (tokens ?? 0) : 0',
        '(tokens as number)',
      ],
    ],
  },
  {
    file: 'src/convert/addUsage.ts',
    specs: ['convert/addUsage', 'operators/continuePausedTurns'],
    mutations: [
      ['later numbers replace earlier ones', 'return a + b;', 'return b;'],
      ['iterations are replaced', '[...(a as unknown[]), ...(b as unknown[])]', 'b'],
      ['null erases', '(b ?? a)', 'b'],
      ['what is nested is replaced', 'isObject(a) && isObject(b) ? sum(a, b) :', ''],
    ],
  },
  {
    file: 'src/convert/reasoningDetails.ts',
    specs: ['convert/reasoningDetails', whole],
    mutations: [
      [
        'thoughts that say nothing are told',
        "(block.type === 'thinking' ? block.text + block.signature : block.data) !== ''",
        'true',
      ],
      ['thoughts that are not shown are lost', 'block.text + block.signature', 'block.text'],
      ['signatures are dropped', "...(signature !== '' && { signature }),", ''],
      ['an empty signature is told', "signature !== '' && { signature }", '{ signature }'],
      [
        'every detail has the number 0',
        "return { index, type: 'reasoning.encrypted'",
        "return { index: 0, type: 'reasoning.encrypted'",
      ],
      [
        'details are numbered like blocks',
        "        index,\n        type: 'reasoning.text'",
        "        index: block.index,\n        type: 'reasoning.text'",
      ],
      ['tools are counted to the end', 'tool < block.index', 'true'],
      ['the place in the text is lost', 'text: block.textBefore', 'text: 0'],
    ],
  },
  {
    file: 'src/convert/refusal.ts',
    specs: ['convert/refusal', whole],
    mutations: [
      ['the explanation is lost', 'if (isText(explanation)) return explanation;', ''],
      [
        'a refusal without details is put in words',
        ': undefined;',
        ": 'The model declined to answer.';",
      ],
      ['an empty explanation is one', "&& value !== ''", ''],
      ['the category is lost', ' (${category})', ''],
    ],
  },
  {
    file: 'src/convert/serviceTier.ts',
    specs: ['convert/serviceTier', 'operators/toChunks'],
    mutations: [
      ['standard is a word of OpenAI', "standard: 'default'", "standard: 'standard'"],
      ['batch is a word of OpenAI', "batch: 'flex'", "batch: 'batch'"],
      ['an unknown tier is passed on', ': undefined;', ': tier;'],
      [
        'a name of Object’s own is a tier',
        'tier !== undefined && Object.hasOwn(tiers, tier)',
        'tier !== undefined',
      ],
    ],
  },
  {
    file: 'src/convert/annotations.ts',
    specs: ['convert/annotations', whole],
    mutations: [
      ['a span ends one later', 'end_index: end', 'end_index: end + 1'],
      [
        'title and address are exchanged',
        'end_index: end, title, url }',
        'end_index: end, title: url, url: title }',
      ],
    ],
  },
  {
    file: 'src/convert/completion.ts',
    specs: ['convert/completion', whole, 'operators/toCompletion'],
    mutations: [
      ['texts are not joined', "    ...joinedText('content', so, far),\n", ''],
      ['thoughts are not joined', "    ...joinedText('reasoning_content', so, far),\n", ''],
      [
        'empty content is kept beside calls',
        "content === '' && saysOtherwise ? null : content",
        'content',
      ],
      ['empty content is always null', "content === '' && saysOtherwise", "content === ''"],
      ['a refusal counts as content', "|| refusal !== ''", ''],
      [
        'an empty list of calls is said',
        '...(calls.length > 0 && { tool_calls: calls })',
        'tool_calls: calls',
      ],
      ['annotations are always listed', 'webSearch ? [] : undefined', '[]'],
      [
        'annotations are listed only where there are some',
        'webSearch ? [] : undefined',
        'undefined',
      ],
      [
        'pieces of input are not joined',
        "call.function.arguments + (fn?.arguments ?? '')",
        "(fn?.arguments ?? '')",
      ],
      [
        'free-form input is not joined',
        "call.custom.input + (custom?.input ?? '')",
        "(custom?.input ?? '')",
      ],
      [
        'the head is that of the last chunk',
        'draft.head ?? head',
        'head',
        'all chunks of one answer have the same head',
      ],
      [
        'the first finish reason is lost',
        'choice?.finish_reason ?? draft.finishReason',
        'choice?.finish_reason',
      ],
      ['the service tier is lost', '...(service_tier !== undefined && { service_tier }),', ''],
      ['there is no usage where nobody counted', 'usage ?? toUsage({})', 'usage'],
    ],
  },
  {
    file: 'src/convert/turnToRemember.ts',
    specs: ['convert/turnToRemember'],
    mutations: [
      [
        'turns without calls are remembered',
        "if (!content.some(({ type }) => type === 'tool_use')) return undefined;",
        '',
      ],
      [
        'thinking nobody signed is remembered',
        "block.type !== 'thinking' || Boolean(block.signature)",
        'true',
      ],
      ['every turn is remembered', 'turn.some(isLostOnClients) ? turn : undefined', 'turn'],
      ['citations are not worth it', 'if (citations && citations.length > 0) return true;', ''],
      [
        'callers are not worth it',
        "return caller !== undefined && caller !== null && caller.type !== 'direct';",
        'return false;',
      ],
    ],
  },
  {
    file: 'src/convert/eventError.ts',
    specs: ['operators/raiseErrors', whole],
    mutations: [
      ['the type of an error is lost', '{ type, errorCode', '{ errorCode'],
      ['the finer reason is lost', ', errorCode: details?.error_code', ''],
    ],
  },
  {
    file: 'src/convert/failureKind.ts',
    specs: ['convert/errors', 'convert/errorsPage'],
    mutations: [
      ['the error code says nothing', 'entry(claudeErrorCodes, error.errorCode) ??', ''],
      [
        'the status goes before the type',
        'meaning === undefined || meaning.vague === true',
        'true',
      ],
      [
        'a key of the client’s is a key of the relay’s',
        "error.keyOf === 'client' ? 'clientKeyRefused' : 'relayKeyRefused'",
        "'relayKeyRefused'",
      ],
      ['a vague status is a precise one', 'status === 500 || status === 502', 'false'],
      [
        'a name of Object’s own is a type',
        'word !== undefined && Object.hasOwn(table, word)',
        'word !== undefined',
      ],
    ],
  },
  {
    file: 'src/convert/retryHeaders.ts',
    specs: ['convert/errors', 'convert/errorsPage'],
    mutations: [
      [
        'a client is told to try again in vain',
        "if (retry === false) headers['x-should-retry'] ??= 'false';",
        '',
      ],
      [
        'a limit says not when it ends',
        "if (seconds !== undefined) headers['retry-after'] ??= String(seconds);",
        '',
      ],
      [
        'a limit ends too early',
        'Math.ceil(Math.max(...waits) / 1000)',
        'Math.floor(Math.min(...waits) / 1000)',
      ],
      [
        'what Node cannot send is sent',
        'value !== undefined && isHeaderValue(value)',
        'value !== undefined',
      ],
    ],
  },
  {
    file: 'src/convert/responseHeaders.ts',
    specs: ['convert/responseHeaders', 'convert/errorsPage'],
    mutations: [
      [
        'the relay’s organization is told',
        "if (keyOf === 'client') add('openai-organization'",
        "add('openai-organization'",
      ],
      ['every header is passed on', 'passedOn.test(name)', 'true'],
      [
        'the first bucket of tokens is the tightest',
        '    tokenBuckets.find((bucket) => isExhausted(upstream, bucket)) ??\n',
        '',
      ],
      [
        'a limit resets too early',
        'const seconds = Math.ceil(ms / 1000);',
        'const seconds = Math.floor(ms / 1000);',
      ],
    ],
  },
];
