const folder = 'convert/request';
const specs = (...names) => names.map((name) => `${folder}/${name}`);

export const requests = [
  {
    file: 'src/convert/request/Turns.ts',
    specs: specs('messages', 'assistantTurn', 'caching'),
    mutations: [
      [
        'results stand after what the user says',
        '[...results.map(toResult), ...reasoning, ...blocks]',
        '[...reasoning, ...blocks, ...results.map(toResult)]',
      ],
      [
        'reasoning does not open a turn',
        '[...results.map(toResult), ...reasoning, ...blocks]',
        '[...results.map(toResult), ...blocks, ...reasoning]',
      ],
      ['every message is a turn of its own', "if (last?.role === 'user') return last;", ''],
      [
        'an assistant’s messages are not joined',
        "last?.role === 'assistant' ? last : this.#open('assistant')",
        "this.#open('assistant')",
      ],
      [
        'a second result for a call is lost',
        'results[places.at(-1) ?? 0]?.pieces.push(result);',
        '',
      ],
      [
        'results of one id go to the first call',
        'const call = calls[places.length];',
        'const call = calls[0];',
      ],
      [
        'results have the client’s id',
        'results.push({ id: call.id, pieces',
        'results.push({ id: key, pieces',
      ],
      ['calls without a result are not noticed', 'if (open.length === 0) return;', 'return;'],
      [
        'calls without a result are made up for unasked',
        'this.#conversion.settings.repairToolResults !== true',
        'false',
      ],
      [
        'results without a call are left out unasked',
        'if (settings.repairToolResults !== true) throw refused;',
        '',
      ],
      [
        'a made-up result is no error',
        '{ is_error: true, content: NO_RESULT }',
        '{ content: NO_RESULT }',
      ],
      ['an assistant may speak first', "this.#turns[0]?.role === 'assistant'", 'false'],
      [
        'instructions in mid-conversation are unmarked',
        '`<system>${block.text}</system>`',
        'block.text',
      ],
      [
        'instructions stand before results',
        "this.#turns.at(-1)?.role === 'user') this.#placeSystem",
        'false) this.#placeSystem',
      ],
      ['every model takes instructions in mid-conversation', '&& model.traits.midSystem', ''],
      [
        'one error among results is none',
        'pieces.some(({ is_error }) => is_error) && { is_error: true }',
        'false',
      ],
      ['a legacy call and a tool call are one', "isLegacy ? 'function' : 'tool'", "'tool'"],
    ],
  },
  {
    file: 'src/convert/request/messages.ts',
    specs: specs('messages'),
    mutations: [
      ['all instructions move to the front', 'start < 0 || index < start || hoists', 'true'],
      ['hoisting is ignored', "conversion.settings.midSystem === 'hoist'", 'false'],
      ['instructions alone are nothing', 'if (turns.isEmpty) turns.user(system.pop() ?? []);', ''],
      ['a name is not a loss', "concede.drop('name', { param: `${at}.name` });", ''],
      ['a name is always a prefix', "settings.userName !== 'prefix'", 'false'],
      ['results in a user’s content are lost', "isNative && part.type === 'tool_result'", 'false'],
      ['an empty conversation is sent', 'if (messages.length === 0) throw emptyMessages();', ''],
    ],
  },
  {
    file: 'src/convert/request/contentParts.ts',
    specs: specs('contentParts', 'messages', 'caching'),
    mutations: [
      ['empty text is kept', "if (text.trim() === '') return undefined;", ''],
      ['the mark of an empty part is lost', 'else passMarkOn(blocks, part);', ''],
      ['sound is left out', "type === 'input_audio'", 'false'],
      [
        'Claude’s own blocks are taken although switched off',
        'isNative(part) && (conversion.settings.nativeShapes ?? true)',
        'isNative(part)',
      ],
      ['any block is Claude’s own', 'isNative(part) &&', ''],
      ['text of the Responses API is unknown', "'text', 'input_text', 'output_text'", "'text'"],
      [
        'images lose their mark',
        'marked(toImage(part, at, conversion), cacheMark(part))',
        'toImage(part, at, conversion)',
      ],
    ],
  },
  {
    file: 'src/convert/request/images.ts',
    specs: specs('contentParts', 'tools'),
    mutations: [
      [
        'the declared type wins over the bytes',
        "sniff(data) ?? (declared === 'image/jpg' ? 'image/jpeg' : declared)",
        'declared',
      ],
      ['image/jpg is a type', "declared === 'image/jpg' ? 'image/jpeg' : declared", 'declared'],
      ['any image will do', 'if (!images.has(media_type)) throw unsupportedImage(param);', ''],
      ['any address will do', '!isWebUrl(url)', 'false'],
      ['every upstream fetches', '!(settings.urlSources ?? upstream.urlSources)', 'false'],
      ['a PDF is an image', "media_type === 'application/pdf'", 'false'],
    ],
  },
  {
    file: 'src/convert/request/dataUrl.ts',
    specs: specs('contentParts'),
    mutations: [
      ['white space in base64 stays', "data.replace(/\\s+/g, '')", 'data'],
      ['the alphabet of URLs stays', ".replace(/-/g, '+').replace(/_/g, '/')", ''],
      ['padding is not completed', "bare + '='.repeat((4 - (bare.length % 4)) % 4)", 'bare'],
      [
        'anything is base64',
        "bare === '' || /[^A-Za-z0-9+/]/.test(bare) || bare.length % 4 === 1",
        'false',
      ],
      [
        'parameters of a data URL hide that it is base64',
        "parameters.includes('base64')",
        "parameters[0] === 'base64'",
      ],
    ],
  },
  {
    file: 'src/convert/request/files.ts',
    specs: specs('contentParts'),
    mutations: [
      ['any file has a title', "...(title !== '' && { title })", 'title'],
      ['titles may be long', '.slice(0, LONGEST_TITLE)', ''],
      ['an empty text is a document', "data.trim() === ''\n      ?", 'false\n      ?'],
      ['ids of OpenAI’s files are sent', "!file_id.startsWith('file_') ||", ''],
      ['clouds know files', '|| !upstream.fileSources', ''],
    ],
  },
  {
    file: 'src/convert/request/assistantTurn.ts',
    specs: specs('assistantTurn', 'messages'),
    mutations: [
      [
        'calls stand before text',
        '[...reasoning.map(({ block }) => block), ...texts, ...uses]',
        '[...reasoning.map(({ block }) => block), ...uses, ...texts]',
      ],
      [
        'reasoning stands behind',
        '[...reasoning.map(({ block }) => block), ...texts, ...uses]',
        '[...texts, ...uses, ...reasoning.map(({ block }) => block)]',
      ],
      ['where reasoning stood is ignored', 'first.length === reasoning.length', 'true'],
      ['a turn of reasoning alone is sent', 'says ? markLast', 'true ? markLast'],
      ['a refusal is lost', 'texts.length === 0 && refusal', 'false'],
      [
        'tools are called by the client’s names',
        'name: names.toClaude(name),\n      input,',
        'name,\n      input,',
      ],
      ['Claude’s own blocks repeat the calls', 'if (known.has(key)) continue;', ''],
      [
        'the blank line that stood for reasoning stays',
        "from > 0 ? piece.replace(/^\\n\\n/, '') : piece",
        'piece',
      ],
      ['places count code units', 'Array.from(text.text)', "text.text.split('')"],
      [
        'a piece of text without text is sent',
        "if (text.trim() !== '') blocks.push({ ...whole, text });",
        'blocks.push({ ...whole, text });',
      ],
      ['members of a call in Claude’s form are lost', '{ ...more, type,', '{ type,'],
      ['a call in Claude’s form loses its mark', 'marked(use, cacheMark(part))', 'use'],
      ['rounded input is no loss', "concede.clamp('input', {", 'void ({'],
      ['free-form input is not wrapped', '{ input: call.custom.input }', 'call.custom.input'],
      ['reasoning among calls stands one too late', 'next.tools <= made', 'next.tools < made'],
    ],
  },
  {
    file: 'src/convert/request/toolArguments.ts',
    specs: specs('assistantTurn', 'keepDigits'),
    mutations: [
      ['arguments that are no JSON become none', '{ __invalid_json: given }', '{}'],
      ['empty arguments are no JSON', "if (given.trim() === '') return {};", ''],
      [
        'arguments may be any value',
        'isEmpty ? {} : { value: whole }',
        '(whole as Record<string, unknown>)',
      ],
      [
        'the loss is not told',
        "    concede.rewrite('arguments', {\n      refusal: () => refusal(param, `Invalid '${param}': expected a JSON object.`, 'invalid_value'),\n    });\n",
        '',
      ],
      ['digits are rounded in the end', 'value = JSON.parse(text);', ''],
      ['quotes are no change', "concede.rewrite('arguments', { param, value: quoted });", ''],
      [
        'rounding is no change',
        "if (rounded !== undefined) concede.clamp('arguments', { param, value: rounded });\n  const",
        'const',
      ],
    ],
  },
  {
    file: 'src/convert/request/toolIds.ts',
    specs: specs('assistantTurn', 'messages'),
    mutations: [
      ['ids keep their alphabet', ".replace(/[^a-zA-Z0-9_-]/g, '_')", ''],
      ['ids may come again', 'while (this.#counts.has(unique))', 'while (false)'],
      ['an empty id is an id', '|| fallback', ''],
    ],
  },
  {
    file: 'src/convert/request/toolNames.ts',
    specs: specs('tools', 'anyRequest'),
    mutations: [
      ['names keep their alphabet', "name.replace(/[^a-zA-Z0-9_-]/g, '_')", 'name'],
      ['names may be long', '.slice(0, LONGEST) ||', '||'],
      ['two names may meet', 'while (taken.has(unique))', 'while (false)'],
      ['the way back is forgotten', 'changed.set(unique, name);', ''],
      [
        'names in the history are not looked at',
        "if (role !== 'assistant') continue;",
        'continue;',
      ],
    ],
  },
  {
    file: 'src/convert/request/reasoningBlocks.ts',
    specs: specs('assistantTurn'),
    mutations: [
      [
        'unsigned thinking is passed',
        "type === 'thinking' && typeof signature === 'string' && signature !== ''",
        "type === 'thinking' && (signature ??= '') !== 5",
      ],
      [
        'an empty signature is one',
        "typeof signature === 'string' && signature !== ''",
        "typeof signature === 'string'",
      ],
      [
        'reasoning of other vendors is passed',
        "(format ?? 'anthropic-claude-v1') !== 'anthropic-claude-v1'",
        'false',
      ],
      [
        'pieces of one block are blocks',
        "typeof index === 'number' ? `${index} ${String(type)}` : place",
        'place',
      ],
      [
        'reasoning_content is passed unsigned',
        "settings.unsignedThinking === true && model.kind === 'foreign'",
        'true',
      ],
      [
        'the place is forgotten',
        "text: count(position, 'text'), tools: count(position, 'tools')",
        'text: 0, tools: 0',
      ],
    ],
  },
  {
    file: 'src/convert/request/restoredTurn.ts',
    specs: specs('assistantTurn'),
    mutations: [
      ['a remembered turn need not make the same calls', 'agrees(remembered, calls) &&', ''],
      [
        'a remembered turn need not say the same',
        '&&\n      saysSame(remembered, texts, calls, names)',
        '',
      ],
      [
        'unsigned thinking is brought back',
        "case 'thinking':\n      return typeof signature === 'string' && signature !== '';",
        "case 'thinking':\n      return true;",
      ],
      ['a restored turn keeps its ids', '{ ...block, id, name:', '{ ...block, name:'],
      ['a restored turn is rounded', '...(isRounded && { input })', ''],
      [
        'a text is the number it looks like',
        '!Number.isSafeInteger(a) && Number(b) === a',
        'Number(b) === a',
      ],
      [
        'blocks that are not used are no loss',
        "concede.drop('anthropic_content', { param: `${at}.anthropic_content` });",
        '',
      ],
      ['blocks may say something else', '&& saysText(raw, texts)', ''],
      [
        'a result of Claude’s needs no call',
        "!type.endsWith('_tool_result') || typeof tool_use_id === 'string'",
        'true',
      ],
      [
        'a restored turn keeps empty text',
        "block.type === 'text' && textOf(block).join('').trim() === ''",
        'false',
      ],
      [
        'the order of keys matters',
        'Object.hasOwn(b, key) && sameJson(a[key], b[key])',
        'Object.keys(b)[keys.indexOf(key)] === key && sameJson(a[key], b[key])',
      ],
    ],
  },
  {
    file: 'src/convert/request/prefill.ts',
    specs: specs('messages'),
    mutations: [
      ['every model continues an assistant’s message', 'model.traits.prefill && isFree', 'true'],
      ['no model continues an assistant’s message', 'model.traits.prefill && isFree', 'false'],
      [
        'an assistant’s message may stand last',
        "last?.role !== 'assistant' || isPaused(last)",
        'true',
      ],
      ['white space at the end is kept', '.text.trimEnd()', '.text'],
      ['a paused turn is followed by a word of the user’s', '|| isPaused(last)', ''],
      ['the loss is not told', "concede.rewrite('prefill', {", 'void ({'],
    ],
  },
  {
    file: 'src/convert/request/sampling.ts',
    specs: specs('parameters'),
    mutations: [
      ['the temperature is not clamped', 'Math.min(keptTemperature, 1)', 'keptTemperature'],
      ['clamping is not told', "concede.clamp('temperature', { value: keptTemperature });", ''],
      ['thinking goes with any temperature', '(!isThinking || temperature === 1)', 'true'],
      ['thinking goes with any top_p', '(!isThinking || (top_p ?? 1) >= LEAST_TOP_P) &&', ''],
      ['thinking goes with top_k', 'takes && !isThinking)', 'takes)'],
      [
        'every model takes both',
        '(keptTemperature === undefined || model.traits.samplesBoth)',
        'true',
      ],
      ['every model takes sampling', 'model.traits.sampling &&', ''],
      ['every version takes sampling', "&& (settings.apiVersion ?? '') < WITHOUT_SAMPLING", ''],
      ['the default is a loss', "value !== 1 || name === 'top_k'", 'true'],
    ],
  },
  {
    file: 'src/convert/request/maxTokens.ts',
    specs: specs('parameters'),
    mutations: [
      ['the limit is not lowered', 'maxOutput === null || asked <= maxOutput', 'true'],
      [
        'the older name wins',
        'request.max_completion_tokens ?? request.max_tokens;',
        'request.max_tokens ?? request.max_completion_tokens;',
      ],
      [
        'the configured limit is ignored',
        'settings.defaultMaxTokens ?? Number.MAX_SAFE_INTEGER',
        'Number.MAX_SAFE_INTEGER',
      ],
    ],
  },
  {
    file: 'src/convert/request/stopSequences.ts',
    specs: specs('parameters'),
    mutations: [
      ['white space stops', "return text.trim() !== '';", 'return true;'],
      ['a text stops twice', '[...new Set(visible)]', 'visible'],
      ['no text is a list without texts', 'visible.length === 0 ? undefined : ', ''],
    ],
  },
  {
    file: 'src/convert/request/thinking.ts',
    specs: specs('thinking'),
    mutations: [
      [
        'a budget leaves nothing for the answer',
        'Math.min(this.#maxTokens - 1, MOST_BUDGET)',
        'MOST_BUDGET',
      ],
      ['a budget may be small', 'Math.max(tokens, LEAST_BUDGET), most', 'tokens, most'],
      ['short answers are thought about', 'limit !== undefined && limit < SMALL_OUTPUT', 'false'],
      ['every model takes every effort', 'rising.indexOf(effort) <= limit', 'true'],
      [
        'minimal is an effort of Claude’s',
        "{ thinking, effort: effort === 'minimal' ? 'low' : effort }",
        '{ thinking, effort: effort as ClaudeEffort }',
      ],
      ['quiet models are told so although they are', "if (byDefault === 'off') return {};", ''],
      ['all take budgets', "!modes.includes('enabled') ||", ''],
    ],
  },
  {
    file: 'src/convert/request/thinkingWish.ts',
    specs: specs('thinking'),
    mutations: [
      [
        'Claude’s own words come last',
        "if (thinking !== undefined) return { kind: 'verbatim', thinking: withoutNulls(thinking) };",
        '',
      ],
      ['a budget of 0 is a budget', "max_tokens === 0 ? { kind: 'none' } :", ''],
      ['what is excluded is shown', 'reasoning?.exclude === true ||', ''],
    ],
  },
  {
    file: 'src/convert/request/thinkingInHistory.ts',
    specs: specs('thinking', 'assistantTurn'),
    mutations: [
      [
        'a budget goes with an unsigned tool loop',
        "planned.thinking?.type === 'enabled' && !isSigned(messages)",
        'false',
      ],
      [
        'reasoning is shown to whom does not think',
        'thinks(plan, model.traits) ? messages : messages.map(withoutReasoning)',
        'messages',
      ],
      [
        'the effort goes with the budget',
        '{ ...(planned.effort && { effort: planned.effort }) }',
        '{}',
      ],
    ],
  },
  {
    file: 'src/convert/request/caching.ts',
    specs: specs('caching'),
    mutations: [
      ['more than four marks are sent', 'const MOST_MARKS = 4;', 'const MOST_MARKS = 400;'],
      ['three marks at most', 'const MOST_MARKS = 4;', 'const MOST_MARKS = 3;'],
      [
        'the last marks go first',
        'if (left === 0 || !hasMark(block)) return block;\n    left -= 1;',
        'if (!hasMark(block)) return block;',
      ],
      ['the automatic mark takes no room', 'marks - (MOST_MARKS - 1)', 'marks - MOST_MARKS'],
      [
        'automatic marks are set beside the client’s',
        '(marks > 0 || !isWorthIt(body, request, conversion))',
        '!isWorthIt(body, request, conversion)',
      ],
      ['every request is worth it', "if (options?.mode === 'explicit') return false;", ''],
      ['clouds take one mark for all', 'if (upstream.topLevelCache) {', 'if (true) {'],
    ],
  },
  {
    file: 'src/convert/request/cacheMarks.ts',
    specs: specs('caching'),
    mutations: [
      [
        'reasoning bears marks',
        'blocks.findLastIndex(({ type }) => !isReasoning(type))',
        'blocks.length - 1',
      ],
      [
        'lifetimes are lost',
        "ttl === '5m' || ttl === '1h' ? { type: 'ephemeral', ttl } : { type: 'ephemeral' }",
        "{ type: 'ephemeral' }",
      ],
      ['any lifetime is passed on', "ttl === '5m' || ttl === '1h'", 'true'],
      [
        'OpenAI’s breakpoints are no marks',
        "prompt_cache_breakpoint['mode'] === 'explicit'",
        'false',
      ],
    ],
  },
  {
    file: 'src/convert/request/toolResult.ts',
    specs: specs('messages', 'caching'),
    mutations: [
      [
        'an empty result has content',
        "given.trim() === '' ? {} : { content: given }",
        '{ content: given }',
      ],
      ['errors are no errors', '...(isError && { is_error: true }),', ''],
      ['an empty error says nothing', "isError && { content: 'error' }", '{}'],
      ['marks stay inside of results', ".map((block) => without(block, ['cache_control']))", ''],
    ],
  },
  {
    file: 'src/convert/request/toolChoice.ts',
    specs: specs('toolChoice', 'tools'),
    mutations: [
      [
        'every model can be forced',
        'if (model.traits.forcedToolChoice) return { tools, choice };',
        'if (true) return { tools, choice };',
      ],
      ['parallel calls are not forbidden', 'parallel_tool_calls === false ||', ''],
      ['tools that are not allowed are declared', 'return force(left, {', 'return force(tools, {'],
      [
        'any tool may be demanded',
        'if (!tools.some((tool) => tool.name === name)) throw notFound(wish.name);',
        '',
      ],
      ['required is auto', "required: { type: 'any' }", "required: { type: 'auto' }"],
      [
        'none is auto',
        "return { tools, choice: { type: 'none' } };",
        "return { tools, choice: { type: 'auto' } };",
      ],
      [
        'a choice goes without tools',
        "if (wish === undefined || wish.type === 'auto' || wish.type === 'none') return { tools };",
        'return { tools };',
      ],
      [
        'a name of Object’s own is a choice',
        'Object.hasOwn(words, choice) ? words[choice] : undefined',
        'words[choice]',
      ],
    ],
  },
  {
    file: 'src/convert/request/tools.ts',
    specs: specs('tools', 'caching'),
    mutations: [
      [
        'two tools may have one name',
        "Object.hasOwn(made, 'name') && seen.has(made.name)",
        'false',
      ],
      ['two sets are one', "Object.hasOwn(made, 'name') && seen", 'seen'],
      [
        'a name that its type fixes is not filled in',
        "(nameOfClaudeTool(type ?? '') ?? undefined)",
        'undefined',
      ],
      ['Claude’s tools may have any name', "typeof fixed === 'string' && name !== fixed", 'false'],
      ['tomorrow’s tools need no name', 'fixed === undefined && name === undefined', 'false'],
      [
        'digits of a schema are lost in silence',
        "if (rounded !== undefined) conversion.concede.clamp('tools', { param: at, value: rounded });",
        '',
      ],
      ['free text has no extras', 'addExtras(made, tool, tool.custom);', ''],
      [
        'strict tools of Claude’s form stay open',
        'isStrict && isWhole ? strictness.admit',
        'false ? strictness.admit',
      ],
      ['tools lose their mark', 'tools.push(marked(made, cacheMark(tool)));', 'tools.push(made);'],
      ['free-form tools are not remembered', 'if (isCustom(tool)) customTools.add(made.name);', ''],
      ['an empty description is sent', "text.trim() !== ''", 'true'],
      [
        'every tool is strict',
        'strict === true && isWhole ? strictness.admit',
        'true ? strictness.admit',
      ],
      [
        'strict tools have an open schema',
        'made.input_schema = closed ?? schema;',
        'made.input_schema = schema;',
      ],
      ['any number of tools is strict', 'this.#tools >= MOST_STRICT ||', ''],
      ['clouds run all of Claude’s tools', "upstream.absentTools.test(tool.type ?? '')", 'false'],
      [
        'an illegal name is changed in silence',
        "if (!isToolName(name)) concede.rewrite('tools', { refusal: illegal });",
        '',
      ],
    ],
  },
  {
    file: 'src/convert/request/inputSchema.ts',
    specs: specs('tools'),
    mutations: [
      [
        'combinators at the root are sent',
        "flattenRoot(modernDraft(without(parameters, ['$id'])))",
        "{ schema: modernDraft(without(parameters, ['$id'])), hint: undefined }",
      ],
      [
        'older drafts are sent',
        "modernDraft(without(parameters, ['$id']))",
        "without(parameters, ['$id'])",
      ],
      ['a schema of no object is sent', 'if (!isObject) {', 'if (false) {'],
      [
        'the root need not say that it is an object',
        "schema['type'] === 'object' ? schema : { ...schema, type: 'object' }",
        'schema',
      ],
    ],
  },
  {
    file: 'src/convert/request/propertyNames.ts',
    specs: specs('tools'),
    mutations: [
      [
        'names Claude refuses are sent',
        'Object.keys(properties).every((name) => legal.test(name))',
        'true',
      ],
      ['names may be long', '{1,64}', '+'],
      [
        'the object is closed to what is told',
        "['required', 'additionalProperties']",
        "['required']",
      ],
      ['what is told is still demanded', 'demanded.filter((name) => !names.has(name))', 'demanded'],
      ['nobody is told what is demanded', 'must.length > 0 ?', 'false ?'],
    ],
  },
  {
    file: 'src/convert/request/someBlock.ts',
    specs: specs('responseFormat', 'contentParts'),
    mutations: [
      ['results hold nothing', "type === 'tool_result' ? content", 'false ? content'],
      ['documents hold nothing', "isRecord(source) && source['content']", 'undefined'],
    ],
  },
  {
    file: 'src/convert/request/responseFormat.ts',
    specs: specs('responseFormat'),
    mutations: [
      ['the schema is sent open', 'schema: closed.schema }', 'schema }'],
      [
        'json_object is nothing',
        "wanted === undefined || wanted.type === 'text'",
        "wanted === undefined || wanted.type !== 'json_schema'",
      ],
      [
        'every upstream keeps to schemas',
        'settings.structured ?? upstream.structured(model.traits)',
        'true',
      ],
    ],
  },
  {
    file: 'src/convert/request/lostParameters.ts',
    specs: specs('parameters'),
    mutations: [
      ['more than one answer is one', 'n !== undefined && n !== 1', 'false'],
      ['spoken answers are written', 'unspoken !== undefined', 'false'],
      ['members nobody reads are lost in silence', 'concede.drop(name, { param });', ''],
      ['what says nothing is a loss', '} else if (!says(request[name])) {', '} else {'],
      ['what nobody knows is lost in silence', 'if (says === undefined) {', 'if (false) {'],
    ],
  },
  {
    file: 'src/convert/request/Concessions.ts',
    specs: specs('parameters', 'tools', 'toolChoice'),
    mutations: [
      [
        'a strict relay drops',
        'if (this.#strict) throw place.refusal?.() ?? unsupportedParameter(place.param ?? what);',
        '',
      ],
      [
        'a header may hold a thousand words',
        'if (this.#warnings.length >= MOST_WARNINGS) return;',
        '',
      ],
      ['a header may hold anything', ".replace(/[^a-z_.:-]/g, '_')", ''],
    ],
  },
  {
    file: 'src/convert/request/extensions.ts',
    specs: specs('extensions'),
    mutations: [
      ['betas come twice', '[...new Set(legal)]', 'legal'],
      ['betas may be anything', 'isToken.test(token)', 'true'],
      ['two formats are one in silence', "concede.drop('output_config', { param });", ''],
      ['all extensions are allowed', '[...placed].filter((name) => !allowed.has(name))', '[]'],
      ['what a container gets is no file', "type === 'container_upload' ||", ''],
      [
        'files need no beta',
        "if (someBlock(body.messages, usesFiles)) tokens.push('files-api-2025-04-14');",
        '',
      ],
    ],
  },
  {
    file: 'src/convert/request/adaptToUpstream.ts',
    specs: specs('extensions'),
    mutations: [
      ['clouds are sent all', 'if (refused.length === 0) return body;', 'return body;'],
      ['auto is a loss', 'if (!saysNothing) concede.drop(name);', 'concede.drop(name);'],
    ],
  },
  {
    file: 'src/convert/request/readRequest.ts',
    specs: specs('readRequest'),
    mutations: [
      ['null is a value', 'withoutNulls(whole)', 'whole'],
      ['half pairs are sent', 'const whole = wellFormed(input);', 'const whole = input;'],
      [
        'a model is not needed',
        "typeof whole['model'] !== 'string' || whole['model'].trim() === ''",
        'false',
      ],
      [
        'stream_options go without a stream',
        'stream_options !== undefined && stream !== true',
        'false',
      ],
    ],
  },
  {
    file: 'src/convert/request/wellFormed.ts',
    specs: specs('readRequest'),
    mutations: [
      ['names are not looked at', 'key.isWellFormed() ? key : key.toWellFormed()', 'key'],
      ['nesting has no end', ': depth > DEEPEST;', ': false;'],
      ['infinity is a number', '!Number.isFinite(value)', 'false'],
      ['a path has no end', 'path.slice(0, TELLING_STEPS)', 'path'],
    ],
  },
  {
    file: 'src/convert/request/toClaudeRequest.ts',
    specs: specs('parameters', 'messages', 'thinking', 'responseFormat', 'tools', 'toolChoice'),
    mutations: [
      [
        'Claude is asked for what the client asked for',
        'stream: true,',
        'stream: given.stream ?? false,',
      ],
      [
        'a forced call goes with a budget',
        "const isForcedInBudget = planned.thinking?.type === 'enabled' && isForced(decision.choice);",
        'const isForcedInBudget = false;',
      ],
      ['a schema goes with citations', 'isFormed && someBlock(messages, isCited)', 'false'],
      [
        'only documents are cited',
        "new Set(['document', 'search_result'])",
        "new Set(['document'])",
      ],
      ['a schema goes with prefill', '!isThinking && !isFormed', '!isThinking'],
      ['thinking goes with prefill', '!isThinking && !isFormed', '!isFormed'],
      ['hints are not given', '[form.hint, decision.hint]', '[]'],
      [
        'tools of the history are not declared',
        '} else if (called.size > 0) {',
        '} else if (false) {',
      ],
      [
        'include_usage is not remembered',
        'request.stream_options?.include_usage === true',
        'false',
      ],
      ['the fence is not remembered', 'if (jsonFence) options.jsonFence = true;', ''],
      [
        'changed names are not remembered',
        'if (toolNames.size > 0) options.toolNames = toolNames;',
        '',
      ],
    ],
  },
  {
    file: 'src/convert/request/systemText.ts',
    specs: specs('messages', 'caching'),
    mutations: [
      [
        'one system text is a list',
        'only.cache_control ? texts : only.text',
        'true ? texts : only.text',
      ],
      ['a marked system text is a string', '|| only.cache_control ?', '?'],
      ['of several system texts one is told', '|| texts.length > 1', ''],
    ],
  },
  {
    file: 'src/convert/request/shapes/acceptor.ts',
    specs: specs('shapes/acceptor', 'wrongKinds', 'readRequest'),
    mutations: [
      [
        'nothing is looked at',
        'return accepts;\n}\n\nconst acceptors',
        'return () => true;\n}\n\nconst acceptors',
      ],
      ['members may be missing', 'if (value[name] === undefined) return false;', ';'],
      ['checks are skipped', 'before(value) && pass(value)', 'before(value)'],
      ['types promise nothing', 'byType.get(', 'new Map().get('],
      ['any number is whole', "shape._zod.traits.has('$ZodCheck')", 'false'],
      ['a closed shape is open', 'isOpen(def.catchall)', 'true'],
      ['lists hold anything', 'for (const item of value) if (!accepts(item)) return false;', ''],
    ],
  },
  {
    file: 'src/convert/request/userId.ts',
    specs: specs('parameters'),
    mutations: [
      ['e-mail addresses are sent', '&& !email.test(id)', ''],
      ['telephone numbers are sent', '&& !telephone.test(id)', ''],
      ['the wish to hash is ignored', "isPlain && settings.userId !== 'sha256'", 'isPlain'],
    ],
  },
  {
    file: 'src/convert/request/serviceTier.ts',
    specs: specs('parameters'),
    mutations: [
      [
        'fast goes to every model',
        "wanted === 'fast' && settings.fastModels?.includes(model.id) !== true",
        'false',
      ],
      ['any word is a tier', '!Object.hasOwn(tiers, wanted)', 'false'],
    ],
  },
  {
    file: 'src/convert/request/resolveModel.ts',
    specs: specs('resolveModel'),
    mutations: [
      [
        'aliases are not followed behind a prefix',
        'alias(stripped, aliases) ?? stripped',
        'stripped',
      ],
      ['dots stay', "id.includes('.') ?", 'false ?'],
      [
        'a name of Object’s own is an alias',
        'Object.hasOwn(aliases, name) ? aliases[name] : undefined',
        'aliases[name]',
      ],
    ],
  },
  {
    file: 'src/convert/request/nativeBlock.ts',
    specs: specs('nativeBlock'),
    mutations: [
      ['any base64 will do', 'data === undefined', 'false'],
      ['the declared type of a native image wins', "bytes?.startsWith('image/') === true", 'false'],
      [
        'every upstream fetches for native blocks',
        '!(settings.urlSources ?? upstream.urlSources)',
        'false',
      ],
      ['every upstream has files', '!upstream.fileSources', 'false'],
      ['blocks in a document are not looked at', "isRecord(block['source'])", 'false'],
      ['nulls are sent', 'withoutNulls(rest)', 'rest'],
    ],
  },
  {
    file: 'src/convert/request/lostFields.ts',
    specs: specs('assistantTurn', 'nativeBlock'),
    mutations: [
      ['sound is lost in silence', "concede.drop('audio', { param: `${at}.audio` });", ''],
      ['reasoning that is no list is lost in silence', '!Array.isArray(value) ||', ''],
      ['reasoning of no blocks is lost in silence', '|| !value.every(isRecord)', ''],
      ['citations are lost in silence', "type === 'text' && Array", 'false && Array'],
      ['no citations are a loss', '&& citations.length > 0', ''],
    ],
  },
  {
    file: 'src/convert/request/keepDigits.ts',
    specs: specs('keepDigits'),
    mutations: [
      ['a quote ends a text, escaped or not', 'if (code === BACKSLASH) at += 1;', ''],
      ['fractions are quoted', 'Math.abs(value) > Number.MAX_SAFE_INTEGER', 'true'],
      ['nothing is quoted', 'Math.abs(value) > Number.MAX_SAFE_INTEGER', 'false'],
      ['zeros at the end are digits', 'digits.slice(0, significant(digits))', 'digits'],
      ['zeros in front are digits', ".replace(/^0+/, '')", ''],
      ['exponents are not looked for', '|\\d[eE]/;', '/;'],
      ['minus is no part of a number', 'code !== MINUS && (', '('],
    ],
  },
  {
    file: 'src/convert/request/roundedNumber.ts',
    specs: specs('keepDigits'),
    mutations: [
      ['every whole number is rounded', '&& !Number.isSafeInteger(value)', ''],
      ['fractions are rounded whole numbers', 'Number.isInteger(value) &&', ''],
    ],
  },
  {
    file: 'src/convert/request/claudeTools.ts',
    specs: specs('tools'),
    mutations: [
      ['tomorrow’s sets need a name', '? null : undefined', '? undefined : undefined'],
      [
        'Object’s own members are tools',
        'Object.hasOwn(names, type)',
        'type in names',
        'a tool whose type is not dated is refused, whatever its name',
      ],
    ],
  },
  {
    file: 'src/convert/request/modernise.ts',
    specs: specs('tools'),
    mutations: [
      [
        'refusals of functions speak of tools',
        '!(error instanceof RequestError) || given.functions === undefined',
        'true',
      ],
      [
        'any word calls no function',
        "function_call !== undefined && function_call !== 'auto' && function_call !== 'none'",
        "typeof function_call === 'object'",
      ],
    ],
  },
  {
    file: 'src/convert/request/webSearch.ts',
    specs: specs('tools'),
    mutations: [
      ['a place without a layer is lost', '?? user_location);', ');'],
      [
        'a place that is none is lost in silence',
        'place === undefined && says(user_location)',
        'false',
      ],
      ['no place is a loss', '&& says(user_location)', '&& user_location'],
    ],
  },
  {
    file: 'src/convert/request/shapes/byType.ts',
    specs: specs('nativeBlock', 'wrongKinds'),
    mutations: [
      ['types are not looked up', 'shape?.safeParse(context.value).error?.issues ?? []', '[]'],
      ['any type will do', 'z.enum(Object.keys(shapes))', 'z.string()'],
    ],
  },
  {
    file: 'src/convert/request/shapes/kinds.ts',
    specs: specs('caching', 'nativeBlock', 'thinking', 'wrongKinds'),
    mutations: [
      ['any mark will do', "type: z.literal('ephemeral')", 'type: z.string()'],
      ['any time will do', "z.enum(['5m', '1h'])", 'z.string()'],
      ['blank text says something', "(text) => text.trim() !== ''", '() => true'],
      ['what has no place may stand', '(value) => value === null', '() => true'],
      ['any address is a URL', 'z.string().refine(isWebUrl,', 'z.string().refine(() => true,'],
    ],
  },
  {
    file: 'src/convert/request/shapes/extensions.ts',
    specs: specs('extensions', 'thinking', 'wrongKinds'),
    mutations: [
      ['any token is a beta', '/^[\\w.:-]{0,128}$/.test(token.trim())', 'true'],
      [
        'a header may be anything',
        ".regex(/^[\\x21-\\x7e]{1,256}$/, 'expected an id of printable ASCII characters.')",
        '',
      ],
      ['any number warms a cache', 'z.literal(0)', 'z.number()'],
    ],
  },
  {
    file: 'src/convert/request/withoutThinking.ts',
    specs: specs('extensions', 'thinking'),
    mutations: [
      ['the budget stays', "body.thinking?.type === 'enabled'", 'false'],
      ['reasoning stays', '!isReasoning(type)) }', 'true) }'],
    ],
  },
];
