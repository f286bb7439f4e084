import type { ClaudeTool, ClaudeToolChoice } from '../../claude/request.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { isRecord } from './isRecord.ts';
import { invalidValue, missingParameter, refusal, unsupportedValue } from './refusals.ts';
import type { ToolNames } from './toolNames.ts';

/** What the client decided about the use of its tools. */
export interface ToolDecision {
  readonly tools: readonly ClaudeTool[];
  readonly choice?: ClaudeToolChoice;
  /** What the model has to be told in words, because it cannot be forced. */
  readonly hint?: string;
}

/** One wish for tools, whatever form it came in; names are the client's. */
type Wish =
  | { readonly type: 'auto' | 'any' | 'none' }
  | { readonly type: 'tool'; readonly name: string }
  | { readonly type: 'allowed'; readonly mode: 'auto' | 'any'; readonly names: readonly string[] };

/**
 * The client's `tool_choice` and `parallel_tool_calls` in Claude's words.
 *
 * Models that refuse to be forced are asked in the system prompt instead.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
 */
export function toToolChoice(
  { tool_choice, parallel_tool_calls }: OpenAIRequest,
  tools: readonly ClaudeTool[],
  names: ToolNames,
  conversion: Conversion,
): ToolDecision {
  const wish = readWish(tool_choice);
  if (tools.length === 0) {
    if (wish === undefined || wish.type === 'auto' || wish.type === 'none') return { tools };
    throw refusal(
      'tool_choice',
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
    );
  }
  const isSingle = parallel_tool_calls === false || isSingleByChoice(tool_choice);
  const single = isSingle && { disable_parallel_tool_use: true };
  if (wish === undefined) {
    return { tools, ...(single && { choice: { type: 'auto', ...single } }) };
  }
  switch (wish.type) {
    case 'none':
      return { tools, choice: { type: 'none' } };
    case 'auto':
      return { tools, choice: { type: 'auto', ...single } };
    case 'allowed': {
      const allowed = new Set(wish.names.map((name) => names.toClaude(name)));
      const left = tools.filter(({ name }) => allowed.has(name));
      if (left.length === 0) throw notFound(wish.names.join(', '));
      if (left.length < tools.length) {
        conversion.concede.rewrite('tool_choice', { value: 'allowed_tools' });
      }
      if (wish.mode === 'any') return force(left, { type: 'any', ...single }, conversion);
      return { tools: left, choice: { type: 'auto', ...single } };
    }
    case 'any':
      return force(tools, { type: 'any', ...single }, conversion);
    case 'tool': {
      const name = names.toClaude(wish.name);
      if (!tools.some((tool) => tool.name === name)) throw notFound(wish.name);
      return force(tools, { type: 'tool', name, ...single }, conversion);
    }
  }
}

/** Claude's own way to ask for one call at a time. */
function isSingleByChoice(choice: OpenAIRequest['tool_choice']): boolean {
  return isRecord(choice) && choice['disable_parallel_tool_use'] === true;
}

/** Whether a choice leaves the model no way around a call. */
export function isForced(choice: ClaudeToolChoice | undefined): boolean {
  return choice?.type === 'any' || choice?.type === 'tool';
}

function force(
  tools: readonly ClaudeTool[],
  choice: Extract<ClaudeToolChoice, { type: 'auto' | 'any' | 'tool' }>,
  { model, concede }: Conversion,
): ToolDecision {
  if (model.traits.forcedToolChoice) return { tools, choice };
  const which = 'name' in choice ? `the tool "${choice.name}"` : 'a tool';
  concede.rewrite('tool_choice', {
    refusal: () => unsupportedValue('tool_choice', 'name' in choice ? choice.name : 'required'),
  });
  const single = choice.disable_parallel_tool_use === true && { disable_parallel_tool_use: true };
  return {
    tools,
    choice: { type: 'auto', ...single },
    hint: `You must call ${which} in this turn.`,
  };
}

const words: Readonly<Record<string, Wish>> = {
  none: { type: 'none' },
  auto: { type: 'auto' },
  required: { type: 'any' },
  any: { type: 'any' },
};

function readWish(choice: OpenAIRequest['tool_choice']): Wish | undefined {
  if (choice === undefined) return undefined;
  if (typeof choice === 'string') {
    const wish = Object.hasOwn(words, choice) ? words[choice] : undefined;
    if (wish === undefined) throw invalidValue('tool_choice', choice, ['none', 'auto', 'required']);
    return wish;
  }
  const { type } = choice;
  if (type === 'auto' || type === 'any' || type === 'none') return { type };
  if (type === 'tool' && typeof choice['name'] === 'string') return { type, name: choice['name'] };
  if (type === 'allowed_tools') return readAllowed(choice);
  if (typeof type === 'string' && !named.has(type)) {
    throw invalidValue('tool_choice.type', type, ['function', 'allowed_tools', 'custom']);
  }
  const name = nameIn(choice);
  if (name !== undefined) return { type: 'tool', name };
  throw missingParameter(type === 'tool' ? 'tool_choice.name' : `tool_choice.${kindOf(type)}`);
}

function readAllowed(choice: Readonly<Record<string, unknown>>): Wish {
  const inner = isRecord(choice['allowed_tools']) ? choice['allowed_tools'] : undefined;
  const at = inner === undefined ? 'tool_choice.tools' : 'tool_choice.allowed_tools.tools';
  const { mode, tools } = inner ?? choice;
  if (!Array.isArray(tools)) {
    throw missingParameter(inner === undefined ? 'tool_choice.allowed_tools' : at);
  }
  const names = tools.map((tool: unknown, index) => {
    const entry = isRecord(tool) ? tool : {};
    const name = nameIn(entry);
    if (name === undefined) throw missingParameter(`${at}.[${index}].${kindOf(entry['type'])}`);
    return name;
  });
  return { type: 'allowed', mode: mode === 'required' ? 'any' : 'auto', names };
}

/** Types of a choice that names one tool. */
const named: ReadonlySet<string> = new Set(['function', 'custom', 'tool']);

/** The member in which OpenAI names a tool of this type. */
function kindOf(type: unknown): 'function' | 'custom' {
  return type === 'custom' ? 'custom' : 'function';
}

/** `{type: 'function', function: {name}}`, `{type: 'custom', custom: {name}}`, or a bare `name`. */
function nameIn({
  function: fn,
  custom,
  name,
}: Readonly<Record<string, unknown>>): string | undefined {
  const named = isRecord(fn) ? fn['name'] : isRecord(custom) ? custom['name'] : name;
  return typeof named === 'string' ? named : undefined;
}

function notFound(name: string): Error {
  return refusal(
    'tool_choice',
    `Invalid value for 'tool_choice': '${name.slice(0, 200)}' not found in tools.`,
  );
}
