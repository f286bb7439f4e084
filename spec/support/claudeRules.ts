import { blockFault, parameterFaults, toolFault } from './claudeShapes.ts';

/**
 * What Claude's Messages API refuses, as far as its documentation says so: written from those
 * pages, without a look at the conversion, so that the two can disagree.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */

type Json = Readonly<Record<string, unknown>>;

/** The rules a Messages request breaks, in words; none: Claude would take it. */
export function brokenRules(body: unknown): readonly string[] {
  if (!isObject(body)) return ['the body is no object'];
  const faults: string[] = [];
  const fault = (text: string): void => void faults.push(text);
  checkText(body, fault);
  for (const text of parameterFaults(body)) fault(text);
  checkMembers(body, fault);
  checkTools(body, fault);
  checkThinking(body, fault);
  checkSampling(body, fault);
  checkSystem(body, fault);
  checkMessages(body, fault);
  checkMarks(body, fault);
  return faults;
}

type Fault = (text: string) => void;

const members = new Set(
  [
    'model messages max_tokens system stream metadata stop_sequences temperature top_p top_k tools',
    'tool_choice thinking output_config service_tier speed cache_control container mcp_servers',
    'context_management inference_geo diagnostics fallbacks fallback_credit_token compaction',
    'billing_policy',
  ]
    .join(' ')
    .split(' '),
);

const toolId = /^[a-zA-Z0-9_-]+$/;
const toolName = /^[a-zA-Z0-9_-]{1,128}$/;
/** At the root of a tool's schema; deeper down Claude does not look. */
const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Version of a Claude model as a number (4.5, 5.1 …); NaN for other vendors' models. */
function version(model: unknown): number {
  const name = /claude-.*/.exec(String(model))?.[0];
  if (name === undefined || String(model).startsWith('replay/')) return Number.NaN;
  const modern = /^claude-[a-z]+-(\d)(?:-(\d{1,2}))?(?:\D|$)/.exec(name);
  if (modern) return Number(`${modern[1] ?? ''}.${modern[2] ?? '0'}`);
  const old = /^claude-(\d)(?:-(\d))?-/.exec(name);
  return old ? Number(`${old[1] ?? ''}.${old[2] ?? '0'}`) : 99;
}

/** Whether a model is one that cannot be forced to call a tool. */
function cannotBeForced(model: unknown): boolean {
  return /claude-(?:(?:fable|mythos)-5-[12]|(?:opus|sonnet)-5-5|mythos-preview)/.test(
    String(model),
  );
}

function checkText(value: unknown, fault: Fault): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) fault('a string holds half a surrogate pair');
  } else if (Array.isArray(value)) {
    for (const item of value) checkText(item, fault);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      checkText(key, fault);
      checkText(item, fault);
    }
  }
}

function checkMembers(body: Json, fault: Fault): void {
  for (const name of Object.keys(body)) {
    if (!members.has(name)) fault(`${name} is no member of a request`);
    if (body[name] === null) fault(`${name} is null`);
  }
  if (typeof body['model'] !== 'string' || body['model'] === '') fault('no model');
  if (!Number.isInteger(body['max_tokens']) || Number(body['max_tokens']) < 1)
    fault('no max_tokens');
  for (const stop of list(body['stop_sequences'])) {
    if (isBlank(stop)) fault('a stop sequence is white space');
  }
  const { metadata } = body;
  if (isObject(metadata)) {
    if (Object.keys(metadata).some((key) => key !== 'user_id'))
      fault('metadata holds more than user_id');
    const id = metadata['user_id'];
    if (typeof id !== 'string' || id.length > 256 || /^\S+@\S+\.\S+$/.test(id))
      fault('user_id is not opaque');
  }
}

function checkTools(body: Json, fault: Fault): void {
  const tools = list(body['tools']).filter(isObject);
  const names = new Set<unknown>();
  for (const tool of tools) {
    const misshapen = toolFault(tool);
    if (misshapen !== undefined) fault(`a tool ${misshapen}`);
    if ('name' in tool && names.has(tool['name'])) fault('two tools of one name');
    names.add(tool['name']);
    if (typeof tool['type'] === 'string') continue;
    if (!toolName.test(String(tool['name']))) fault(`${String(tool['name'])} is no name of a tool`);
    const schema = tool['input_schema'];
    if (!isObject(schema) || schema['type'] !== 'object') {
      fault('a tool takes no object');
      continue;
    }
    for (const word of ['oneOf', 'anyOf', 'allOf']) {
      if (Object.hasOwn(schema, word)) fault(`${word} at the root of a tool's schema`);
    }
    for (const name of Object.keys(isObject(schema['properties']) ? schema['properties'] : {})) {
      if (!propertyName.test(name)) fault(`${name} is no name of a property`);
    }
    if ('description' in tool && isBlank(tool['description'])) fault('a blank description');
    if (tool['strict'] === true) checkClosed(schema, fault);
  }
  const format = isObject(body['output_config']) ? body['output_config']['format'] : undefined;
  if (isObject(format)) {
    checkClosed(format['schema'], fault);
    if (isCited(body['messages'])) fault('citations beside a format');
  }

  const choice = body['tool_choice'];
  if (choice === undefined) return;
  if (!isObject(choice)) {
    fault('tool_choice is no object');
    return;
  }
  if (tools.length === 0) fault('tool_choice without tools');
  const { type } = choice;
  if (type === 'none' && Object.keys(choice).length > 1) fault('none takes no options');
  if (type === 'tool' && !names.has(choice['name'])) fault('a tool is forced that is not there');
  if (type === 'any' || type === 'tool') {
    if (isObject(body['thinking']) && body['thinking']['type'] === 'enabled')
      fault('forced while thinking');
    if (cannotBeForced(body['model'])) fault('this model cannot be forced');
  } else if (type !== 'auto' && type !== 'none') fault('an unknown tool_choice');
}

/** Whether a document or a search result, wherever it lies, is to be cited. */
function isCited(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isCited);
  if (!isObject(value) || value['type'] === 'tool_use') return false;
  const { citations } = value;
  return (
    (isObject(citations) && citations['enabled'] === true) || Object.values(value).some(isCited)
  );
}

function checkClosed(schema: unknown, fault: Fault): void {
  if (Array.isArray(schema)) {
    for (const item of schema) checkClosed(item, fault);
  } else if (isObject(schema)) {
    const isObjectSchema = schema['type'] === 'object' || isObject(schema['properties']);
    if (isObjectSchema && schema['additionalProperties'] !== false)
      fault('an open object in a strict schema');
    for (const word of [
      'minimum',
      'maximum',
      'pattern',
      'minLength',
      'maxLength',
      'oneOf',
      'not',
    ]) {
      if (Object.hasOwn(schema, word)) fault(`${word} in a strict schema`);
    }
    for (const [word, value] of Object.entries(schema)) {
      if (word === 'properties' || word === '$defs' || word === 'definitions') {
        if (isObject(value)) for (const inner of Object.values(value)) checkClosed(inner, fault);
      } else if (!['enum', 'const', 'default', 'required'].includes(word)) {
        checkClosed(value, fault);
      }
    }
  }
}

function checkThinking(body: Json, fault: Fault): void {
  const { thinking, model } = body;
  const at = version(model);
  const effort = isObject(body['output_config']) ? body['output_config']['effort'] : undefined;
  if (effort !== undefined) {
    if (!['low', 'medium', 'high', 'xhigh', 'max'].includes(effort as string))
      fault('an unknown effort');
    const knowsEffort = at >= 4.6 || String(model).includes('opus-4-5');
    if (!Number.isNaN(at) && !knowsEffort) fault('this model knows no effort');
    if (at < 4.7 && effort === 'xhigh') fault('this model knows no xhigh');
  }
  if (thinking === undefined) return;
  if (!isObject(thinking)) {
    fault('thinking is no object');
    return;
  }
  switch (thinking['type']) {
    case 'enabled': {
      const budget = Number(thinking['budget_tokens']);
      if (at >= 4.7 && !String(model).includes('mythos-preview'))
        fault('this model takes no budget');
      if (!Number.isInteger(budget) || budget < 1024) fault('the budget is too small');
      if (budget >= Number(body['max_tokens'])) fault('the budget leaves nothing for the answer');
      break;
    }
    case 'adaptive':
      if (at <= 4.5) fault('this model does not think adaptively');
      break;
    case 'disabled':
      if (/fable|mythos|opus-5-5|sonnet-5-5/.test(String(model))) fault('this model always thinks');
      if (/opus-5|haiku-5-5/.test(String(model)) && (effort === 'xhigh' || effort === 'max')) {
        fault('too much effort for no thought');
      }
      break;
    case 'between_tools':
      if (!Number.isNaN(at) && !String(model).includes('sonnet-5-5')) {
        fault('this model does not think between tools');
      }
      break;
    default:
      fault('an unknown way of thinking');
  }
}

function checkSampling(body: Json, fault: Fault): void {
  const { temperature, top_p, top_k, thinking, model } = body;
  const at = version(model);
  for (const value of [temperature, top_p]) {
    if (value !== undefined && !(typeof value === 'number' && value >= 0 && value <= 1))
      fault('out of 0..1');
  }
  const isSampled = temperature !== undefined || top_p !== undefined || top_k !== undefined;
  if ((at >= 4.7 || String(model).includes('mythos-preview')) && isSampled)
    fault('this model takes no sampling');
  if (at >= 4.1 && temperature !== undefined && top_p !== undefined) fault('temperature and top_p');
  const type = isObject(thinking) ? thinking['type'] : undefined;
  if (type === 'enabled' || type === 'adaptive') {
    if (temperature !== undefined && temperature !== 1) fault('temperature while thinking');
    if (top_k !== undefined) fault('top_k while thinking');
    if (typeof top_p === 'number' && top_p < 0.95) fault('top_p while thinking');
  }
}

function checkSystem({ system }: Json, fault: Fault): void {
  if (system === undefined) return;
  if (typeof system === 'string') {
    if (isBlank(system)) fault('a blank system prompt');
    return;
  }
  if (list(system).length === 0) fault('an empty system prompt');
  for (const block of list(system)) {
    if (!isObject(block) || block['type'] !== 'text' || isBlank(block['text']))
      fault('system is text');
  }
}

function checkMessages(body: Json, fault: Fault): void {
  const messages = list(body['messages']).filter(isObject);
  if (messages.length === 0) {
    fault('no messages');
    return;
  }
  if (messages[0]?.['role'] !== 'user') fault('the user speaks first');
  const ids = new Set<unknown>();
  let open = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const { role } = message;
    const content = list(message['content']).filter(isObject);
    const before = messages[index - 1]?.['role'];
    if (role === before) fault('two turns of one side in a row');
    if (content.length === 0) fault('an empty turn');
    if (role === 'system') {
      if (before !== 'user') fault('system after something other than a user');
      if (messages[index + 1] && messages[index + 1]?.['role'] !== 'assistant')
        fault('system in the way');
      if (version(body['model']) < 4.8 || String(body['model']).includes('sonnet-5')) {
        if (!String(body['model']).includes('sonnet-5-5'))
          fault('no system messages for this model');
      }
    } else if (role !== 'user' && role !== 'assistant') fault('an unknown role');
    for (const block of content) checkBlock(block, String(role), fault);

    const results = content.filter(({ type }) => type === 'tool_result');
    const answered = results.map((result) => result['tool_use_id']);
    if (new Set(answered).size !== answered.length) fault('two results for one call');
    for (const id of answered) if (!open.has(id)) fault('a result without a call');
    for (const id of open) if (!answered.includes(id)) fault('a call without a result');
    if (content.slice(0, results.length).some(({ type }) => type !== 'tool_result')) {
      fault('results do not come first');
    }
    open = new Set();
    let hasSpoken = false;
    for (const { type, id } of content) {
      if (type === 'tool_use') {
        if (ids.has(id)) fault('two calls of one id');
        ids.add(id);
        open.add(id);
      }
      if (type === 'text' || type === 'tool_use') hasSpoken = true;
    }
    if (role === 'assistant' && !hasSpoken) fault('nothing but thoughts');
  }
  if (open.size > 0) fault('a call without a result');
  checkEnd(body, messages, fault);
}

function checkEnd(body: Json, messages: readonly Json[], fault: Fault): void {
  const { thinking, model } = body;
  const type = isObject(thinking) ? thinking['type'] : undefined;
  const last = messages.at(-1);
  if (last?.['role'] === 'assistant') {
    const at = version(model);
    if (at >= 4.6) fault('this model continues nothing');
    if (type === 'enabled' || type === 'adaptive') fault('to be continued while thinking');
    const end = list(last['content']).filter(isObject).at(-1);
    if (end?.['type'] === 'text' && /\s$/.test(String(end['text']))) fault('ends in white space');
  }
  const spoken = messages.findLast(({ role }) => role === 'assistant');
  const content = list(spoken?.['content']).filter(isObject);
  if (type === 'enabled' && content.some((block) => block['type'] === 'tool_use')) {
    if (!String(content[0]?.['type']).endsWith('thinking'))
      fault('a tool turn without its thoughts');
  }
  if (type === 'disabled' || (type === undefined && version(model) < 5)) {
    const all = messages.flatMap((message) => list(message['content']).filter(isObject));
    if (all.some((block) => String(block['type']).endsWith('thinking')))
      fault('thoughts without thinking');
  }
}

function checkBlock(block: Json, role: string, fault: Fault): void {
  const { type } = block;
  const misshapen = blockFault(block);
  if (misshapen !== undefined) fault(`${String(type)} ${misshapen}`);
  switch (type) {
    case 'tool_use':
      if (role !== 'assistant') fault('a call by somebody else');
      if (!toolId.test(String(block['id']))) fault(`${String(block['id'])} is no id`);
      if (!toolName.test(String(block['name']))) fault('a call of an impossible name');
      if (!isObject(block['input'])) fault('input is no object');
      break;
    case 'tool_result': {
      if (role !== 'user') fault('a result by somebody else');
      if (!toolId.test(String(block['tool_use_id']))) fault('a result for an impossible id');
      const { content } = block;
      if (typeof content === 'string' && isBlank(content)) fault('blank result');
      for (const inner of typeof content === 'string' ? [] : list(content).filter(isObject)) {
        if (inner['type'] === 'tool_result') fault('a result in a result');
        checkBlock(inner, role, fault);
      }
      break;
    }
    case 'thinking':
      if (isBlank(block['signature'])) fault('unsigned thoughts');
      break;
    case 'image':
    case 'document':
    case 'search_result':
    case 'container_upload':
      if (role !== 'user') fault(`${type} by somebody else`);
      break;
  }
}

function checkMarks(body: Json, fault: Fault): void {
  const blocks = [
    ...list(body['tools']),
    ...list(body['system']),
    ...list(body['messages']).flatMap((message) =>
      isObject(message) ? list(message['content']) : [],
    ),
    body,
  ];
  const marks = blocks.filter((block) => isObject(block) && block['cache_control'] !== undefined);
  if (marks.length > 4) fault('more than four cache marks');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}
