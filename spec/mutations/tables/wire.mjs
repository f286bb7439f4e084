export const wire = [
  {
    file: 'src/convert/toClaudeEvent.ts',
    specs: ['convert/toClaudeEvent', 'operators/parseEvents'],
    mutations: [
      [
        'the event line goes before the JSON',
        "typeof json['type'] === 'string' ? json['type'] : name || impliedType(json)",
        "name || (typeof json['type'] === 'string' ? json['type'] : impliedType(json))",
      ],
      ['an error needs a type', "json['error'] ? 'error' : ''", "''"],
      [
        'a name of Object’s own is an event',
        'Object.hasOwn(readers, type) ? readers[type as ClaudeEventType] : undefined',
        'readers[type as ClaudeEventType]',
      ],
      [
        'the type is not put in where the JSON has none',
        "json['type'] === type ? json : { ...json, type }",
        'json',
      ],
      [
        'blocks need no number',
        "isIndex(json['index']) && isTyped(json['content_block'])",
        "isTyped(json['content_block'])",
      ],
      [
        'deltas need no number',
        "isIndex(json['index']) && isDelta(json['delta'])",
        "isDelta(json['delta'])",
      ],
      [
        'stops need no number',
        "isIndex(json['index']) ? (json as unknown as ClaudeEvent) : undefined,\n  message_start",
        '(json as unknown as ClaudeEvent),\n  message_start',
      ],
      ['a number may be a fraction', 'Number.isSafeInteger(json)', "typeof json === 'number'"],
      ['a delta need not carry its field', "typeof delta[field] === 'string'", 'true'],
      [
        'a citation need not be one',
        "delta.type !== 'citations_delta' || isTyped(delta['citation'])",
        'true',
      ],
      ['what is no text in a block stays', 'withPart(said, field, text(said[field]))', 'said'],
      [
        'what is no list of citations stays',
        'Array.isArray(citations) ? citations.filter(isTyped) : []',
        'citations',
      ],
      [
        'usage may be anything',
        'if (!isFields(usage)) return usage === undefined ? undefined : null;',
        'if (!isFields(usage)) return usage;',
      ],
      [
        'iterations may be anything',
        '(Array.isArray(iterations) && iterations.every(isFields))',
        'true',
      ],
      [
        'a message_delta without a delta is none',
        "isFields(json['delta']) ? json : { ...json, delta: {} }",
        'json',
      ],
      [
        'an error without a type has none',
        "text(error['status']) || 'api_error'",
        "text(error['status'])",
      ],
      ['Google’s word for an error is lost', "text(error['status']) || 'api_error'", "'api_error'"],
      [
        'an error without words has none',
        "text(error['message']) || 'The upstream reported an error.'",
        "text(error['message'])",
      ],
      ['an error that is a text is lost', "{ message: json['error'] }", '{}'],
      ['a list is an object', '&& !Array.isArray(json);\nconst isTyped', ';\nconst isTyped'],
    ],
  },
  {
    file: 'src/convert/messageToEvents.ts',
    specs: ['convert/messageToEvents'],
    mutations: [
      [
        'the message opens with its content',
        '{ ...message, content: [], stop_reason: null }',
        '{ ...message, content, stop_reason: null }',
      ],
      ['the message opens with its reason', 'content: [], stop_reason: null }', 'content: [] }'],
      ['details of the reason are lost', '...(stop_details && { stop_details })', ''],
      ['input is told twice', 'start: { ...block, input: {} },', 'start: block,'],
      [
        'input is not told',
        "deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input ?? {}) }],",
        'deltas: [],',
      ],
      ['blocks are not closed', "    { type: 'content_block_stop', index },\n", ''],
    ],
  },
  {
    file: 'src/convert/inPieces.ts',
    specs: ['convert/inPieces', 'operators/settleBlocks', 'convert/messageToEvents'],
    mutations: [
      ['text that came with the start is lost', 'block.text ? [', 'false ? ['],
      ['citations that came with the start are lost', '(block.citations ?? []).map', '[].map'],
      ['a thought that came with the start is lost', 'block.thinking ? [', 'false ? ['],
      ['a signature that came with the start is lost', '...(block.signature\n', '...(false\n'],
      [
        'what came with the start stays in it',
        'deltas.length === 0 ? block : emptied(block)',
        'block',
      ],
      ['a thought opens as a text', "type === 'thinking' ?", 'false ?'],
    ],
  },
  {
    file: 'src/convert/repeatsBlock.ts',
    specs: ['convert/repeatsBlock', 'operators/settleBlocks', 'folds/messageContent'],
    mutations: [
      [
        'a start of another tool on an open number is a repetition',
        'return holder.id === id &&',
        'return',
      ],
      [
        'a block that came in message_start opens again',
        '(holder.open || id !== undefined)',
        'holder.open',
      ],
      ['a block of another kind is a repetition', 'holder?.type !== block.type', '!holder'],
    ],
  },
  {
    file: 'src/convert/blockEvents.ts',
    specs: ['convert/blockEvents', 'operators/openMessage'],
    mutations: [
      ['numbers start at 0', 'first + at', 'at'],
      ['blocks are not closed', "[start, { type: 'content_block_stop', index }]", '[start]'],
    ],
  },
  {
    file: 'src/convert/cutDelta.ts',
    specs: ['convert/cutDelta', 'operators/parseEvents', 'channels/readEvents'],
    mutations: [
      ['escapes stay as they are written', "json.includes('\\\\')", 'false'],
      ['a number may begin with 0', '(?:0|[1-9]\\d{0,3})', '(?:\\d{1,4})'],
      ['a number may have any number of digits', '\\d{0,3}', '\\d*'],
      ['numbers have one digit', 'index = 10 * index + digit - ZERO;', 'index = digit - ZERO;'],
      ['one brace is enough', '" *\\} *\\} *`', '" *\\} *`'],
      ['control characters may stand in a text', '"[^"\\\\\\u0000-\\u001f]*(', '"[^"\\\\]*('],
      ['any escape is ordinary', '\\\\["\\\\bfnrt]', '\\\\.'],
      ['what stands behind is ignored', '^${ordinaryDelta}$', '^${ordinaryDelta}'],
      [
        'thinking is text',
        "delta: { type: 'thinking_delta', thinking }",
        "delta: { type: 'text_delta', text: thinking }",
      ],
    ],
  },
  {
    file: 'src/convert/spelling.ts',
    specs: ['convert/spelling', 'operators/encodeSse'],
    mutations: [
      ['what was noted is said of any text', 'text === lastText ?', 'true ?'],
      ['nothing is noted', 'lastText = text;', ''],
      ['what is spelled anew stays as it is', 'spell(quoted(text))', 'quoted(text)'],
      ['nothing is escaped', 'special.test(text)', 'false'],
      ['halves of characters stay', '\\ud800-\\udfff', ''],
    ],
  },
  {
    file: 'src/channels/readEvents.ts',
    specs: ['channels/readEvents'],
    mutations: [
      ['a first mark is no mark', 'let isBetween = false', 'let isBetween = true'],
      [
        'a message that goes on is given up',
        "isBetween = end >= 0 || text.endsWith('\\n\\n')",
        'isBetween = true',
      ],
      ['what is no delta is left out', 'others.next(bytes.subarray(from, to));', ''],
      ['the last message is left out', 'others.complete();', 'downstream.complete();'],
      [
        'bytes that are no characters are passed on',
        "text.includes('\\ufffd') ? undefined : unquoted(text)",
        'unquoted(text)',
      ],
      ['escapes are passed on', '/[\\\\\\u0080-\\u00ff]/', '/[\\u0080-\\u00ff]/'],
      ['bytes are characters', 'if (!wide.test(json)) return', 'return'],
      [
        'nobody is told how a text is spelled',
        'noteSpelling(said, json);',
        '',
        'then it is spelled anew, and the same',
      ],
    ],
  },
  {
    file: 'src/relay/respondWithStream.ts',
    specs: ['relay/respondWithStream'],
    mutations: [
      ['a batch is given twice', "const batch = texts;\n      texts = '';", 'const batch = texts;'],
      ['the last text is the batch', 'texts += text', 'texts = text'],
      ['bytes are characters', "response.write(piece, 'latin1')", 'response.write(piece)'],
      ['characters are bytes', "encoding === 'latin1' ? batch : Buffer.from(batch)", 'batch'],
      [
        'bytes are characters at the end',
        "response.end(written(batch), 'latin1')",
        'response.end(written(batch))',
      ],
      ['what is left is lost at the end', 'const batch = texts + (', 'const batch = ('],
      [
        'last words are no UTF-8',
        "(encoding === 'latin1' ? latin1(lastWords) : lastWords)",
        'lastWords',
      ],
      [
        'a read is waited for, however long',
        'if (texts.length >= BATCH_CHARS) flush();',
        'if (false);',
      ],
      [
        'each text is written by itself',
        'if (texts.length >= BATCH_CHARS) flush();',
        'if (true) flush();',
      ],
      [
        'bytes overtake texts',
        '          flush();\n          write(text);',
        '          write(text);',
      ],
    ],
  },
  {
    file: 'src/relay/latin1.ts',
    specs: ['relay/latin1'],
    mutations: [
      ['nothing is spelled', 'wide.test(text)', 'false'],
      ['only what is beyond Latin is spelled', '[^\\u0000-\\u007f]', '[^\\u0000-\\u00ff]'],
    ],
  },
];
