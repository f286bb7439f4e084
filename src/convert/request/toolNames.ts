import type { OpenAIMessageParam } from '../../openai/request.ts';

/** A two-way dictionary of tool names, good for one request. */
export interface ToolNames {
  /** Claude's name for a tool the client names. */
  toClaude(name: string): string;
  /** Claude's name → the client's, where the two differ. */
  readonly changed: ReadonlyMap<string, string>;
}

/** Characters. */
const LONGEST = 128;
const legal = /^[a-zA-Z0-9_-]{1,128}$/;

/** Whether Claude takes a tool of this name. */
export function isToolName(name: string): boolean {
  return legal.test(name);
}

const asTheyAre: ToolNames = { toClaude: (name) => name, changed: new Map() };

/**
 * Finds a legal name for every tool a request speaks of. Names that are legal stay as they are;
 * the others (dots and slashes of MCP servers, sheer length) give way where two would meet.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
export function nameTools(names: readonly string[]): ToolNames {
  if (names.every(isToolName)) return asTheyAre;
  const all = new Set(names);
  const taken = new Set([...all].filter(isToolName));
  const claude = new Map<string, string>();
  const changed = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const name of all) {
    if (isToolName(name)) continue;
    const base = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, LONGEST) || 'unnamed';
    let unique = base;
    let count = counts.get(base) ?? 1;
    while (taken.has(unique)) {
      count += 1;
      unique = `${base.slice(0, LONGEST - 1 - String(count).length)}_${count}`;
    }
    counts.set(base, count);
    taken.add(unique);
    claude.set(name, unique);
    changed.set(unique, name);
  }
  return { toClaude: (name) => claude.get(name) ?? name, changed };
}

/** Names of the tools a history speaks of, in the order of their first call. */
export function calledTools(messages: readonly OpenAIMessageParam[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { role, content, tool_calls, function_call } of messages) {
    if (role !== 'assistant') continue;
    for (const call of tool_calls ?? []) {
      const name = call.function?.name ?? call.custom?.name;
      if (name !== undefined) names.add(name);
    }
    if (function_call) names.add(function_call.name);
    for (const part of typeof content === 'string' ? [] : (content ?? [])) {
      if (part.type === 'tool_use' && typeof part['name'] === 'string') names.add(part['name']);
    }
  }
  return names;
}
