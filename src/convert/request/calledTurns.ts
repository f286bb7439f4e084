import { isRecord } from './isRecord.ts';

/**
 * The ids of the tool calls of each assistant's message of a request, in its order; messages without
 * calls are left out.
 *
 * It reads what a client sent before anybody has checked it: whoever remembers turns can look them
 * up first, since the conversion itself waits for nobody.
 *
 * @param input - parsed JSON, of whatever shape
 */
export function calledTurns(input: unknown): readonly (readonly string[])[] {
  const messages = isRecord(input) ? input['messages'] : undefined;
  if (!Array.isArray(messages)) return [];
  const turns: (readonly string[])[] = [];
  for (const message of messages as readonly unknown[]) {
    if (!isRecord(message) || message['role'] !== 'assistant') continue;
    const { tool_calls, content } = message;
    const ids = [...idsIn(tool_calls, isAny), ...idsIn(content, isToolUse)];
    if (ids.length > 0) turns.push(ids.length > 1 ? [...new Set(ids)] : ids);
  }
  return turns;
}

function idsIn(calls: unknown, isCall: (call: Item) => boolean): readonly string[] {
  if (!Array.isArray(calls)) return [];
  const ids: string[] = [];
  for (const call of calls as readonly unknown[]) {
    if (isRecord(call) && isCall(call) && typeof call['id'] === 'string') ids.push(call['id']);
  }
  return ids;
}

type Item = Readonly<Record<string, unknown>>;

const isAny = (): boolean => true;

/** Some clients hold Claude's own blocks. */
const isToolUse = ({ type }: Item): boolean => type === 'tool_use';
