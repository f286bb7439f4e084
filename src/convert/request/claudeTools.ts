/**
 * The names of Claude's own tools, which their types fix; null for a set of tools, which has none.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
const names: Readonly<Record<string, string | null>> = {
  advisor_20260301: 'advisor',
  bash_20241022: 'bash',
  bash_20250124: 'bash',
  browser_toolset_20260801: null,
  code_execution_20250522: 'code_execution',
  code_execution_20250825: 'code_execution',
  code_execution_20260120: 'code_execution',
  code_execution_20260521: 'code_execution',
  computer_20241022: 'computer',
  computer_20250124: 'computer',
  computer_20251124: 'computer',
  computer_toolset_20260801: null,
  mcp_toolset: null,
  memory_20250818: 'memory',
  text_editor_20241022: 'str_replace_editor',
  text_editor_20250124: 'str_replace_editor',
  text_editor_20250429: 'str_replace_based_edit_tool',
  text_editor_20250728: 'str_replace_based_edit_tool',
  tool_search_tool_bm25_20251119: 'tool_search_tool_bm25',
  tool_search_tool_regex_20251119: 'tool_search_tool_regex',
  web_fetch_20250910: 'web_fetch',
  web_fetch_20260209: 'web_fetch',
  web_fetch_20260309: 'web_fetch',
  web_fetch_20260318: 'web_fetch',
  web_search_20250305: 'web_search',
  web_search_20260209: 'web_search',
  web_search_20260318: 'web_search',
};

/**
 * The one name a tool of Claude's may have: null for none at all, undefined where the type is not
 * known and the client must say.
 */
export function nameOfClaudeTool(type: string): string | null | undefined {
  if (Object.hasOwn(names, type)) return names[type];
  return /_toolset_\d{8}$/.test(type) ? null : undefined;
}
