import type {
  ClaudeBlockParam,
  ClaudeMessageParam,
  ClaudeTextParam,
} from '../../claude/request.ts';
import type { OpenAIContentPart, OpenAIMessageParam } from '../../openai/request.ts';
import { toAssistantTurn } from './assistantTurn.ts';
import { cacheMark, markLast } from './cacheMarks.ts';
import { partsOf, plainBlocks, toBlocks } from './contentParts.ts';
import type { Conversion } from './Conversion.ts';
import { concedeLostFields } from './lostFields.ts';
import { emptyMessages, missingParameter } from './refusals.ts';
import { isSystem, toSystemText } from './systemText.ts';
import { ToolIds } from './toolIds.ts';
import type { ToolNames } from './toolNames.ts';
import { toResultContent } from './toolResult.ts';
import { Turns } from './Turns.ts';

/** A conversation in Claude's words. */
export interface Dialogue {
  readonly system: readonly ClaudeTextParam[];
  readonly messages: readonly ClaudeMessageParam[];
}

/**
 * OpenAI's list of messages as Claude's system prompt and turns.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */
export function toDialogue(
  given: readonly OpenAIMessageParam[],
  names: ToolNames,
  conversion: Conversion,
): Dialogue {
  const turns = new Turns(conversion);
  const ids = new ToolIds();
  const system: (readonly ClaudeTextParam[])[] = [];
  const start = given.findIndex((message) => !isSystem(message));
  const hoists = conversion.settings.midSystem === 'hoist';

  for (const [index, message] of given.entries()) {
    const at = `messages.[${index}]`;
    concedeLostFields(message, at, conversion);
    switch (message.role) {
      case 'system':
      case 'developer': {
        const texts = toSystemText(message, index);
        if (texts.length === 0) break;
        if (start < 0 || index < start || hoists) system.push(texts);
        else turns.system(texts, at);
        break;
      }
      case 'user':
        addUser(message, at, turns, conversion);
        break;
      case 'assistant':
        turns.assistant(toAssistantTurn(message, index, ids, names, conversion));
        break;
      case 'tool':
      case 'function':
        addResult(message, at, turns, conversion);
        break;
    }
  }
  // Instructions alone are no conversation: the last of them is what the user wants.
  if (turns.isEmpty) turns.user(system.pop() ?? []);
  const messages = turns.finish();
  if (messages.length === 0) throw emptyMessages();
  const [only = []] = system;
  return { system: system.length > 1 ? system.flat() : only, messages };
}

function addUser(
  message: OpenAIMessageParam,
  at: string,
  turns: Turns,
  conversion: Conversion,
): void {
  const mark = cacheMark(message);
  if (typeof message.content === 'string') {
    const blocks = markLast(plainBlocks(message.content), mark);
    turns.user(withName(message, blocks, at, conversion));
    return;
  }
  const parts = partsOf(message);
  const isNative = conversion.settings.nativeShapes ?? true;
  // Some editors send Claude's own result blocks to this route. Results come before what is said.
  const isResult = (part: OpenAIContentPart): boolean => isNative && part.type === 'tool_result';
  for (const [place, part] of parts.entries()) {
    if (!isResult(part)) continue;
    const where = `${at}.content.[${place}]`;
    // Its shape was checked when the request was read.
    const inner = part as unknown as NativeResult;
    turns.result(inner.tool_use_id, false, toResultContent(inner, where, conversion), at);
  }
  const said = parts.map((part) => (isResult(part) ? EMPTY : part));
  const blocks = markLast(toBlocks(said, at, conversion), mark);
  turns.user(withName(message, blocks, at, conversion));
}

type NativeResult = Parameters<typeof toResultContent>[0] & { readonly tool_use_id: string };

/** Holds the place of a part that is dealt with elsewhere, so that paths stay true. */
const EMPTY: OpenAIContentPart = { type: 'text', text: '' };

function withName(
  { name }: OpenAIMessageParam,
  blocks: readonly ClaudeBlockParam[],
  at: string,
  { settings, concede }: Conversion,
): readonly ClaudeBlockParam[] {
  if (!name || blocks.length === 0) return blocks;
  if (settings.userName !== 'prefix') {
    concede.drop('name', { param: `${at}.name` });
    return blocks;
  }
  const [first, ...rest] = blocks;
  return first?.type === 'text'
    ? [{ ...first, text: `${name}: ${(first as ClaudeTextParam).text}` }, ...rest]
    : [{ type: 'text', text: `${name}:` }, ...blocks];
}

function addResult(
  message: OpenAIMessageParam,
  at: string,
  turns: Turns,
  conversion: Conversion,
): void {
  const isLegacy = message.role === 'function';
  const key = isLegacy ? message.name : message.tool_call_id;
  if (key === undefined || key === null) {
    throw missingParameter(`${at}.${isLegacy ? 'name' : 'tool_call_id'}`);
  }
  turns.result(key, isLegacy, toResultContent(message, at, conversion), at);
}
