const whole = 'operators/claudeToOpenAI';

export const folds = [
  {
    file: 'src/folds/toolIndex.ts',
    specs: ['folds/toolIndex', whole, 'operators/continuePausedTurns'],
    mutations: [
      ["a tool's index is its block's number", 'index.size)', 'event.index)'],
      ['a tool’s index is its block’s number less one', 'index.size)', 'event.index - 1)'],
      ['counting starts at 1', 'index.size)', 'index.size + 1)'],
      [
        "Claude's own tools advance the counter",
        "event.content_block.type === 'tool_use'",
        '/tool_use$/.test(event.content_block.type)',
      ],
      [
        'thinking advances the counter',
        "event.content_block.type === 'tool_use'",
        "['tool_use', 'thinking'].includes(event.content_block.type)",
      ],
      [
        'text advances the counter',
        "event.content_block.type === 'tool_use'",
        "['tool_use', 'text'].includes(event.content_block.type)",
      ],
      ['every block advances the counter', "&& event.content_block.type === 'tool_use'", ''],
      ['all tools share one index', 'index.size)', '0)'],
    ],
  },
  {
    file: 'src/folds/tokenUsage.ts',
    specs: ['folds/tokenUsage', whole, 'operators/continuePausedTurns'],
    mutations: [
      [
        'totals are added up, not replaced',
        'news) : news) }',
        "news) : Object.fromEntries(Object.entries(news).map(([k, n]) => [k, typeof n === 'number' ? n + (known[k] ?? 0) : n]))) }",
      ],
      ['null erases a total', '.includes(null)', '.includes(undefined)'],
      ['zero counts as not said', 'total !== null', 'Boolean(total)'],
      ['each usage replaces the whole one', '{ ...known, ...', '{ ...'],
      [
        'what was known first stays',
        '{ ...known, ...(Object.values(news).includes(null) ? withoutNulls(news) : news) }',
        '{ ...(Object.values(news).includes(null) ? withoutNulls(news) : news), ...known }',
      ],
      [
        'message_start says nothing of usage',
        'return merged(usage, event.message.usage);',
        'return usage;',
      ],
      [
        'message_delta says nothing of usage',
        'return merged(usage, event.usage);',
        'return usage;',
      ],
    ],
  },
  {
    file: 'src/folds/stopReason.ts',
    specs: ['folds/stopReason', whole, 'operators/untilMessageStop'],
    mutations: [
      ['null erases the reason', 'stop_reason ?? stop.reason', 'stop_reason'],
      ['the first reason stays', 'stop_reason ?? stop.reason', 'stop.reason ?? stop_reason'],
      ['a reason in message_start is not heard', "&& event.type !== 'message_start'", ''],
      ['details are forgotten', 'stop_details ?? stop.details', 'stop.details'],
      ['details alone are not heard', 'stop_reason || stop_details', 'stop_reason'],
    ],
  },
  {
    file: 'src/folds/messageHead.ts',
    specs: ['folds/messageHead', whole, 'operators/toChunks'],
    mutations: [
      ['a second message_start changes id and model', '&& head.created < 0', ''],
      [
        'the time is in milliseconds',
        'Math.floor(asyncScheduler.now() / 1000)',
        'asyncScheduler.now()',
      ],
      [
        'the time has a fraction',
        'Math.floor(asyncScheduler.now() / 1000)',
        'asyncScheduler.now() / 1000',
      ],
      ['fast is not a tier', "usage?.speed === 'fast' ? 'fast' : ", ''],
      ['the tier is not heard', '(usage?.service_tier ?? undefined)', 'undefined'],
    ],
  },
  {
    file: 'src/folds/answerText.ts',
    specs: ['folds/answerText', whole, 'folds/answer'],
    mutations: [
      ['texts are never parted', "? separator : ''", "? '' : ''"],
      ['texts are always parted', 'isApart(text, index) &&', 'index > text.block &&'],
      ['every delta is parted', 'isApart(text, index) &&', 'text.length > 0 &&'],
      ['parted though there is white space before', '&& !text.endsBlank', ''],
      ['parted though there is white space after', '&& !isBlankAt(news, 0)', ''],
      [
        'the separator is not counted',
        'text.length + lead.length + codePoints(news)',
        'text.length + codePoints(news)',
      ],
      ['lengths are in code units', 'codePoints(news)', 'news.length'],
      ['half a pair counts as a pair', 'isAfterHigh && half === LOW', 'half === LOW'],
      ['only some characters are astral', '\\ud800-\\udbff', '\\ud840-\\udbff'],
      ['only a space is blank', 'unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)', 'unit === 0x20'],
      ['what is beyond ASCII is not blank', 'return /\\s/.test(text.charAt(at));', 'return false;'],
      [
        'only the first character is looked at',
        'isBlankAt(text, text.length - 1)',
        'isBlankAt(text, 0)',
      ],
      ['text blocks are not remembered', 'withText(text, event.index)', 'text'],
      ['a late delta of an earlier text parts again', 'Math.max(text.block, index)', 'index'],
      [
        'another separator than the one given',
        '!isBlankAt(news, 0) ? separator',
        "!isBlankAt(news, 0) ? '\\n\\n'",
      ],
    ],
  },
  {
    file: 'src/folds/answerReasoning.ts',
    specs: ['folds/answerReasoning', whole, 'folds/answer'],
    mutations: [
      [
        'signatures are joined',
        'signature: delta.signature }',
        'signature: block.signature + delta.signature }',
      ],
      ['signatures are dropped', 'signature: delta.signature }', 'signature: block.signature }'],
      [
        'the first signature stays',
        'signature: delta.signature }',
        'signature: block.signature || delta.signature }',
      ],
      ['the last piece of a thought is the whole', 'block.text + delta.thinking', 'delta.thinking'],
      ['thoughts are not parted', "? '\\n\\n' : ''", "? '' : ''"],
      [
        'each piece of a thought is parted',
        'index !== reasoning.block && !reasoning.endsBlank',
        '!reasoning.endsBlank',
      ],
      ['thoughts are parted in spite of white space', '&& !reasoning.endsBlank', ''],
      ['the first thought is parted, too', 'endsBlank: true,', 'endsBlank: false,'],
      [
        'the separator becomes part of the thought',
        'text: block.text + delta.thinking,',
        "text: block.text + (index !== reasoning.block && !reasoning.endsBlank ? '\\n\\n' : '') + delta.thinking,",
      ],
      [
        'encrypted thinking is lost',
        "block.type === 'redacted_thinking'\n    ?",
        "block.type === 'redacted'\n    ?",
      ],
      [
        'a delta goes to the latest thought, not its own',
        'blockAt(reasoning.blocks, index)',
        'blockAt(reasoning.blocks, reasoning.block)',
      ],
      [
        'where a thought stood in the text is forgotten',
        "return { index, textBefore, type: 'thinking'",
        "return { index, textBefore: 0, type: 'thinking'",
      ],
    ],
  },
  {
    file: 'src/folds/answerAnnotations.ts',
    specs: ['folds/answerAnnotations', whole, 'folds/answer'],
    mutations: [
      [
        'a source is said twice for one span',
        'const key = `${start} ${end} ${source.url}`;',
        'const key = String(citations.size);',
      ],
      ['the last word on a source counts', 'if (!citations.has(key)) ', ''],
      [
        'sources without a web address are said',
        '? source\n        : undefined',
        '? source\n        : (source ?? title)',
      ],
      ['a file is an address', "/^https?:\\/\\//.test(source ?? '')", 'true'],
      ['search results are no sources', "type === 'search_result_location' &&", 'false &&'],
      ['a span includes the separator', 'before.length + after.lead.length', 'before.length'],
      ['a span begins with the message', 'block.start ?? before.length + after.lead.length', '0'],
      [
        'an open block is cited to the end of the message',
        'end: before.length }',
        'end: undefined }',
      ],
      [
        'only the last source of a block is kept',
        'withEntry(block.sources,',
        'withEntry(new Map(),',
      ],
      [
        'sources are not in the order of the text',
        '.sort((one, other) => one.start - other.start)',
        '.reverse()',
      ],
      ['a span may be told by its url alone', '`${start} ${end} ${source.url}`', 'source.url'],
      ['a source without a title has none', "title: title ?? ''", 'title'],
      [
        'a block that speaks again is cut where it was interrupted',
        'start, end: undefined }',
        'start }',
      ],
    ],
  },
  {
    file: 'src/folds/answer.ts',
    specs: ['folds/answer', whole],
    mutations: [
      ['thoughts stand after the separator-less text', 'event, after.length)', 'event, 0)'],
      ['the separator option is ignored', 'answerText(separator)', 'answerText()'],
      [
        'a ping is looked at',
        "if (event.type === 'ping') return before;",
        '',
        'the folds inside leave their states as they were, and so does this one: it only asks them',
      ],
    ],
  },
  {
    file: 'src/folds/customInput.ts',
    specs: ['folds/customInput', 'operators/toChunks'],
    mutations: [
      ['every tool is free-form', '&& names.has(block.name)', ''],
      ['a call’s own tools are free-form, too', "block.type === 'tool_use' && ", ''],
      [
        'the last piece is the whole',
        'json + event.delta.partial_json',
        'event.delta.partial_json',
      ],
    ],
  },
  {
    file: 'src/folds/messageContent.ts',
    specs: ['folds/messageContent', 'operators/continuePausedTurns'],
    mutations: [
      ['the blocks of message_start are forgotten', '(event.message.content ?? [])', '[]'],
      ['a repeated message_start adds its blocks', 'content.told.size > 0', 'false'],
      [
        'a block that opens twice is kept twice',
        'repeatsBlock(block, holderOf(blockAt(content, index)))',
        'false',
      ],
      [
        'a number used again is a repetition',
        'withBlockAt(content, event.index, { ...told, open: false })',
        'content',
      ],
      [
        'a delta goes to the latest block, not its own',
        'const told = blockAt(content, event.index);\n        return told ? withBlockAt(content, event.index,',
        'const told = [...content.told.values()].at(-1);\n        return told ? withBlockAt(content, told.index,',
      ],
      [
        'signatures are joined',
        'signature: delta.signature } :',
        "signature: (block.signature ?? '') + delta.signature } :",
      ],
      ['citations are lost', ', ...citations.values()]', ']'],
      ['compactions are lost', 'content: delta.content }', 'content: null }'],
      ['input comes back as text', 'input: parsed(json) }', 'input: json }'],
      ['input comes back as it was at the start', "if (json !== '') return", 'if (false) return'],
      ['text is replaced by its last piece', 'block.text + delta.text', 'delta.text'],
      [
        'thinking is replaced by its last piece',
        'block.thinking + delta.thinking',
        'delta.thinking',
      ],
    ],
  },
  {
    file: 'src/folds/inRuns.ts',
    specs: ['folds/inRuns', 'operators/keepContent', 'operators/continuePausedTurns'],
    mutations: [
      ['a run goes on in another block', 'before.index === index && ', ''],
      ['a run goes on in another kind of delta', ' && before.kind === kind', ''],
      ['the last piece of a run is the whole', 'text: before.text + text', 'text'],
      [
        'a run is forgotten when another begins',
        '{ state: told(fold, before), kind, index, text }',
        '{ state: before.state, kind, index, text }',
      ],
      [
        'a run is forgotten at the next event',
        'fold.next(told(fold, before), event)',
        'fold.next(before.state, event)',
      ],
      ['the last run is not told', 'if (kind === undefined) return state;', 'return state;'],
    ],
  },
  {
    file: 'src/folds/withEntry.ts',
    specs: ['folds/withEntry', 'folds/toolIndex', 'operators/growth'],
    mutations: [
      ['the map given is changed', 'new SharedMap(new Map(map))', 'new SharedMap(map)'],
      ['every entry copies', 'if (this.#change !== undefined) return new', 'if (true) return new'],
      ['a second map of one changes the first', 'if (this.#change !== undefined)', 'if (false)'],
      ['what came after is seen', 'this.#change = { after, key, before };', ''],
      ['an entry may be told by its value', 'this.#shared.has(key) ?', 'this.#shared.get(key) ?'],
      ['of several changes the last counts', 'of changes.reverse()', 'of changes'],
      ['the size is that of the latest', 'return this.#size', 'return this.#shared.size'],
      ['to matchers it is no Map', '  constructor: { value: Map },', ''],
    ],
  },
  {
    file: 'src/folds/blockList.ts',
    specs: ['folds/messageContent', 'folds/answerReasoning'],
    mutations: [
      [
        'a number used again means the first block',
        'withEntry(places, index, told.size)',
        'places.has(index) ? places : withEntry(places, index, told.size)',
      ],
      [
        'a block takes the place of the last',
        'withEntry(told, told.size, block)',
        'withEntry(told, 0, block)',
      ],
      [
        'a change makes a block of its own',
        'withEntry(told, place, block)',
        'withEntry(told, told.size, block)',
      ],
    ],
  },
];
