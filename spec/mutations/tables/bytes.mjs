// What passes as bytes: AWS's frames, and answers that nobody reads on their way.
export const bytes = [
  {
    file: 'src/folds/sseProgress.ts',
    specs: ['folds/sseProgress', 'operators/completeBytes'],
    mutations: [
      ['a cut return is two line ends', 'before.afterReturn && read[0] === LF ? 1 : 0', '0'],
      [
        'a return and its line feed are two',
        'read[end + 1] === LF ? end + 2 : end + 1',
        'false ? 2 : end + 1',
      ],
      [
        'an error does not end a stream',
        "name === 'message_stop' || name === 'error'",
        "name === 'message_stop'",
      ],
      [
        'a stop does not end a stream',
        "name === 'message_stop' || name === 'error'",
        "name === 'error'",
      ],
      ['a blank line closes no frame', '        isOpen = false;\n', ''],
      ['a frame keeps the name of the last', "        name = '';\n", ''],
      ['a name that is cut counts', 'isWhole ? line.slice', 'true ? line.slice'],
      [
        'no type is looked for in data',
        "if (name !== '' || !line.startsWith('data:')) return name;",
        'return name;',
      ],
      ['an error that comes first is none', '"(error)"', '"(errors)"'],
      ['an error that is null is one', '\\s*:\\s*[^\\sn]|"type"', '|"type"'],
      [
        'null is a reason',
        'const saysWhy = /"stop_reason"\\s*:\\s*"/;',
        'const saysWhy = /"stop_reason"/;',
      ],
      [
        'the last error is told of again',
        "name === 'error' ? before.errorAt : undefined",
        'before.errorAt',
      ],
      ['a line is remembered whole', 'Math.min(end, at + KNOWN_BY - line.length)', 'end'],
      [
        'a frame begins where its line does',
        'if (!isOpen) frameAt = before.bytes + at;',
        'frameAt = before.bytes + at;',
      ],
      ['nothing is a new state', 'if (read.length === 0) return before;', ''],
    ],
  },
  {
    file: 'src/operators/completeBytes.ts',
    specs: ['operators/completeBytes'],
    mutations: [
      ['a cut stream is a whole one', 'if (!hasReason) throw ProtocolError.incomplete();', ''],
      [
        'no end is supplied',
        'encoded(\'event: message_stop\\ndata: {"type":"message_stop"}\\n\\n\')',
        "encoded('')",
      ],
      ['what breaks after the end is told', 'if (progress.isOver) return EMPTY;', ''],
      ['a cut frame is left open', "encoded('\\nevent: ping\\n\\n')", "encoded('')"],
      ['a cut frame is closed as it is', "encoded('\\nevent: ping\\n\\n')", "encoded('\\n\\n')"],
      ['a frame without its blank line stays so', "isOpen ? [encoded('\\n')] : []", '[]'],
      [
        'an error is told before it is whole',
        "name === 'error' ? [] : held.release()",
        'held.release()',
      ],
      ['what comes before an error waits for it', 'Math.max(0, errorAt - before)', '0'],
      [
        'an error whose end is missing is lost',
        "name === 'error' && (line === '' || held.isWhole())",
        'false',
      ],
      ['a cut error is told', "isWhole: () => text().endsWith('}')", 'isWhole: () => true'],
      [
        'a stop whose end is missing is said again',
        'if (isOver || isStopped) return [];',
        'if (isOver) return [];',
      ],
      ['a cut stop is taken for a whole one', "(line === '' || line.endsWith('}'));", 'true;'],
      ['an error is waited for without end', 'if (length <= maxBytes) return;', 'return;'],
      ['nothing is hidden', 'const hidden = hide(said);', 'const hidden = said;'],
    ],
  },
  {
    file: 'src/operators/holdBytesUntilBegun.ts',
    specs: ['operators/holdBytesUntilBegun'],
    mutations: [
      ['nothing is held', 'return hasBegun ? held.splice(0) : [];', 'return bytes;'],
      ['a ping is a beginning', "hasBegun = said?.type !== 'ping';", 'hasBegun = true;'],
      ['an error is a beginning', "if (said?.type === 'error') throw toEventError(said);", ''],
      ['no beginning is an end', 'if (!hasBegun) throw ProtocolError.incomplete();', ''],
      [
        'a beginning is waited for without end',
        "error.type === 'max-buffer-size-exceeded'",
        'false',
      ],
    ],
  },
  {
    file: 'src/operators/holdUntilBegun.ts',
    specs: ['operators/holdUntilBegun'],
    mutations: [
      ['nothing is held', "if (event.type === 'ping') return [];", ''],
      ['an error is a beginning', "if (event.type === 'error') throw toEventError(event);", ''],
      [
        'pings are lost',
        'pings.push(event);\n        if',
        "if (event.type !== 'ping') pings.push(event);\n        if",
      ],
      ['no beginning is an end', 'if (!hasBegun) throw ProtocolError.incomplete();', ''],
      ['everything is a beginning again', '        hasBegun = true;\n', ''],
    ],
  },
  {
    file: 'src/operators/frameReader.ts',
    specs: ['operators/decodeEventStream'],
    mutations: [
      ['a frame may be shorter than any', 'frameBytes < MIN_FRAME_BYTES || ', ''],
      ['a frame may be of any length', ' || frameBytes > maxFrameBytes', ''],
      ['a frame lacks its own length', '  frame.set(length);\n', ''],
      ['a piece overwrites the last', 'target.set(piece, filled);', 'target.set(piece, 0);'],
      [
        'the next frame begins where the last ended',
        '          frame = undefined;\n          filled = 0;',
        '          frame = undefined;',
      ],
      [
        'what came before a damaged length is lost',
        'return [...frames, length.slice()];',
        'return [length.slice()];',
      ],
      ['a damaged length is waited for', 'return [...frames, length.slice()];', 'return frames;'],
    ],
  },
  {
    file: 'src/operators/decodeEventStream.ts',
    specs: ['operators/decodeEventStream'],
    mutations: [
      [
        'other events are chunks',
        "header(':event-type') === 'chunk' ? chunk(toUtf8(body)) : []",
        'chunk(toUtf8(body))',
      ],
      [
        'an exception is passed over',
        "case 'exception':\n      throw",
        "case 'exceptions':\n      throw",
      ],
      ['an error is passed over', "case 'error':\n      throw", "case 'errors':\n      throw"],
      ['an exception has no name', "{ 'x-amzn-errortype': header(':exception-type') }", '{}'],
      ['an error has no name', "type: header(':error-code') || undefined,\n", ''],
      [
        'an error has no words',
        "header(':error-message') || 'The upstream failed.'",
        "header(':error-message')",
      ],
      [
        'a frame that is no JSON is passed over',
        "throw new ProtocolError('invalid', 'The upstream sent a frame that is not JSON.', { cause });",
        'return [];',
      ],
      [
        'a frame that is no base64 is passed over',
        "throw new ProtocolError('invalid', 'The upstream sent a frame that is not base64.');",
        'return [];',
      ],
      ['a frame without bytes is an event', 'if (!hasBytes(payload)) return [];', ''],
      ['base64 takes no more room', 'Math.ceil((eventBytes * 4) / 3) + 64 * 1024', 'eventBytes'],
      [
        'whose key it was is forgotten',
        'body: toUtf8(body),\n        keyOf,',
        "body: toUtf8(body),\n        keyOf: 'relay',",
      ],
    ],
  },
  {
    file: 'src/convert/errorTable.ts',
    specs: ['convert/errorsPage', 'convert/errors'],
    mutations: [
      ['529 stays 529', 'overloaded: { status: 503,', 'overloaded: { status: 529,'],
      ['402 stays 402', 'outOfCredit: {\n    status: 429,', 'outOfCredit: {\n    status: 402,'],
      [
        'who has no credit may try again',
        "code: 'insufficient_quota',\n    retry: false,",
        "code: 'insufficient_quota',",
      ],
      ['a conflict may be repeated', "code: 'conflict', retry: false }", "code: 'conflict' }"],
      [
        'the refused key is told of',
        "    message: 'The upstream refused the credentials of this relay.',\n",
        '',
      ],
      [
        'a rate limit is credit',
        "ThrottlingException: 'rateLimited'",
        "ThrottlingException: 'outOfCredit'",
      ],
      [
        'a key AWS refuses is a forbidden request',
        "AccessDeniedException: 'keyRefused'",
        "AccessDeniedException: 'forbidden'",
      ],
      [
        'Google out of reach is overloaded',
        "UNAVAILABLE: 'unavailable'",
        "UNAVAILABLE: 'overloaded'",
      ],
      [
        'a vague type is a precise one',
        "status: 500, kind: 'failed', vague: true }",
        "status: 500, kind: 'failed' }",
      ],
      [
        'a grown limit is credit',
        "ramp_limit_exceeded: 'rateLimited'",
        "ramp_limit_exceeded: 'outOfCredit'",
      ],
      ['Cloudflare is unknown', "  520: 'unavailable',\n", ''],
    ],
  },
];
