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
  return (messages as readonly unknown[]).flatMap((message) => {
    if (!isRecord(message) || message['role'] !== 'assistant') return [];
    const ids = new Set([...idsIn(message['tool_calls']), ...idsIn(toolUses(message['content']))]);
    return ids.size > 0 ? [[...ids]] : [];
  });
}

function idsIn(calls: unknown): readonly string[] {
  return Array.isArray(calls)
    ? (calls as readonly unknown[]).flatMap((call) =>
        isRecord(call) && typeof call['id'] === 'string' ? [call['id']] : [],
      )
    : [];
}

/** Some clients hold Claude's own blocks. */
function toolUses(content: unknown): unknown {
  return Array.isArray(content)
    ? content.filter((part) => isRecord(part) && part['type'] === 'tool_use')
    : undefined;
}
