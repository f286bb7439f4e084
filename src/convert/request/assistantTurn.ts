import type {
  ClaudeBlockParam,
  ClaudeTextParam,
  ClaudeToolUseParam,
} from '../../claude/request.ts';
import type { OpenAIContentPart, OpenAIMessageParam } from '../../openai/request.ts';
import { cacheMark, isReasoning, marked, markLast } from './cacheMarks.ts';
import { isText, passMarkOn, plainBlocks, toText } from './contentParts.ts';
import type { Conversion } from './Conversion.ts';
import { type PlacedReasoning, toReasoning } from './reasoningBlocks.ts';
import { invalidValue, missingParameter } from './refusals.ts';
import { restoredBlocks } from './restoredTurn.ts';
import { roundedNumber } from './roundedNumber.ts';
import { toInput } from './toolArguments.ts';
import type { ToolIds } from './toolIds.ts';
import type { ToolNames } from './toolNames.ts';
import { without } from './without.ts';
import { withoutNulls } from './withoutNulls.ts';

/** A call of an assistant's turn that waits for its result. */
export interface OpenCall {
  /** As the client's tool message will name it: the id, or for a legacy call the function. */
  readonly key: string;
  /** Claude's id of the call. */
  readonly id: string;
  readonly isLegacy: boolean;
}

export interface AssistantTurn {
  readonly blocks: readonly ClaudeBlockParam[];
  readonly calls: readonly OpenCall[];
}

interface Call extends OpenCall {
  readonly block: ClaudeToolUseParam;
}

/**
 * An assistant's message in Claude's words: reasoning, text, calls, in this order, unless it is
 * known that they stood otherwise.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
 */
export function toAssistantTurn(
  message: OpenAIMessageParam,
  index: number,
  ids: ToolIds,
  names: ToolNames,
  conversion: Conversion,
): AssistantTurn {
  const at = `messages.[${index}]`;
  const texts = toTexts(message, at);
  const calls = toCalls(message, index, ids, names, conversion);
  const told =
    restoredBlocks(message, at, texts, calls, names, conversion) ??
    inOrder(texts, calls, toReasoning(message, conversion));
  const says = told.some(({ type }) => !isReasoning(type));
  return { blocks: says ? markLast(told, cacheMark(message)) : [], calls };
}

function toTexts(message: OpenAIMessageParam, at: string): readonly ClaudeTextParam[] {
  const { content, refusal } = message;
  const texts = typeof content === 'string' ? plainBlocks(content) : textsAmong(content ?? [], at);
  return texts.length === 0 && refusal ? plainBlocks(refusal) : texts;
}

function textsAmong(parts: readonly OpenAIContentPart[], at: string): readonly ClaudeTextParam[] {
  const texts: ClaudeTextParam[] = [];
  for (const [index, part] of parts.entries()) {
    const where = `${at}.content.[${index}]`;
    if (part.type === 'tool_use' || isReasoning(part.type)) continue;
    if (!isText(part) && part.type !== 'refusal') {
      throw invalidValue(`${where}.type`, part.type, ['text', 'refusal']);
    }
    const { refusal, ...rest } = part;
    const text = toText(part.type === 'refusal' ? { ...rest, text: refusal ?? null } : part, where);
    if (text === undefined) passMarkOn(texts, part);
    else texts.push(text);
  }
  return texts;
}

function toCalls(
  message: OpenAIMessageParam,
  index: number,
  ids: ToolIds,
  names: ToolNames,
  { concede }: Conversion,
): readonly Call[] {
  const { content, tool_calls, function_call } = message;
  const at = `messages.[${index}]`;
  const calls: Call[] = [];
  const addUse = (key: string, name: string, input: unknown): void => {
    const id = ids.assign(key, `call_${index}_${calls.length}`);
    const block: ClaudeToolUseParam = {
      type: 'tool_use',
      id,
      name: names.toClaude(name),
      input,
    };
    calls.push({ key, id, isLegacy: false, block });
  };
  for (const [place, call] of (tool_calls ?? []).entries()) {
    const where = `${at}.tool_calls.[${place}]`;
    if (call.function) {
      const { name, arguments: given } = call.function;
      addUse(call.id, name, toInput(given, `${where}.function.arguments`, concede));
    } else if (call.custom) {
      addUse(call.id, call.custom.name, { input: call.custom.input });
    } else {
      throw missingParameter(`${where}.function`);
    }
  }
  if (function_call) {
    const { name, arguments: given } = function_call;
    const input = toInput(given, `${at}.function_call.arguments`, concede);
    const id = ids.assign('', `fc_${index}`);
    const block = { type: 'tool_use', id, name: names.toClaude(name), input } as const;
    calls.push({ key: name, id, isLegacy: true, block });
  }
  if (!Array.isArray(content)) return calls;
  const known = new Set(calls.map(({ key }) => key));
  for (const [place, part] of (content as readonly OpenAIContentPart[]).entries()) {
    const { type, id: key, name, input } = part;
    if (type !== 'tool_use' || typeof key !== 'string' || typeof name !== 'string') continue;
    if (known.has(key)) continue;
    const rounded = roundedNumber(input);
    if (rounded !== undefined) {
      concede.clamp('input', { param: `${at}.content.[${place}].input`, value: rounded });
    }
    const more = withoutNulls(without(part, ['cache_control', 'prompt_cache_breakpoint']));
    const id = ids.assign(key, `call_${index}_${calls.length}`);
    const use = { ...more, type, id, name: names.toClaude(name), input } as const;
    calls.push({ key, id, isLegacy: false, block: marked(use, cacheMark(part)) });
  }
  return calls;
}

/** Reasoning where it stood, if the client brought its place back; else in front. */
function inOrder(
  texts: readonly ClaudeTextParam[],
  calls: readonly Call[],
  reasoning: readonly PlacedReasoning[],
): readonly ClaudeBlockParam[] {
  const uses = calls.map(({ block }) => block);
  if (reasoning.length === 0) return [...texts, ...uses];
  const first = reasoning.filter(({ text, tools }) => text === 0 && tools === 0);
  if (first.length === reasoning.length) {
    return [...reasoning.map(({ block }) => block), ...texts, ...uses];
  }
  return [
    ...first.map(({ block }) => block),
    ...amongTexts(
      texts,
      reasoning.filter(({ text, tools }) => tools === 0 && text > 0),
    ),
    ...amongCalls(
      uses,
      reasoning.filter(({ tools }) => tools > 0),
    ),
  ];
}

function amongTexts(
  texts: readonly ClaudeTextParam[],
  reasoning: readonly PlacedReasoning[],
): readonly ClaudeBlockParam[] {
  const blocks: ClaudeBlockParam[] = [];
  const waiting = [...reasoning].sort((a, b) => a.text - b.text);
  let placed = 0;
  let start = 0;
  for (const text of texts) {
    // Places count code points, as the answer did that told of them.
    const points = Array.from(text.text);
    const end = start + points.length;
    let from = 0;
    for (let next = waiting[placed]; next && next.text < end; next = waiting[placed]) {
      pushText(blocks, text, points.slice(from, next.text - start), from);
      from = Math.max(from, next.text - start);
      blocks.push(next.block);
      placed += 1;
    }
    pushText(blocks, text, points.slice(from), from);
    start = end;
  }
  return [...blocks, ...waiting.slice(placed).map(({ block }) => block)];
}

/** A piece of a text, without the blank line that stood for the block between it and the one before. */
function pushText(
  blocks: ClaudeBlockParam[],
  whole: ClaudeTextParam,
  points: readonly string[],
  from: number,
): void {
  const piece = points.join('');
  if (piece === whole.text) {
    blocks.push(whole);
    return;
  }
  const text = from > 0 ? piece.replace(/^\n\n/, '') : piece;
  if (text.trim() !== '') blocks.push({ ...whole, text });
}

function amongCalls(
  uses: readonly ClaudeToolUseParam[],
  reasoning: readonly PlacedReasoning[],
): readonly ClaudeBlockParam[] {
  const blocks: ClaudeBlockParam[] = [];
  const waiting = [...reasoning].sort((a, b) => a.tools - b.tools);
  let placed = 0;
  for (const [made, use] of uses.entries()) {
    for (let next = waiting[placed]; next && next.tools <= made; next = waiting[placed]) {
      blocks.push(next.block);
      placed += 1;
    }
    blocks.push(use);
  }
  return [...blocks, ...waiting.slice(placed).map(({ block }) => block)];
}
