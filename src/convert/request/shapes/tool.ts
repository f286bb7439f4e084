import { z } from 'zod';
import { inShape, oneOfTypes, type ShapesByType } from './byType.ts';
import { country, flag, marks, record, whole, word, words } from './kinds.ts';

/** A JSON Schema as far as its root must be one; PHP writes an empty object as `[]`. */
const schema: z.ZodType = z
  .looseObject({
    properties: z.union([z.record(z.string(), z.unknown()), z.array(z.never())]).nullish(),
    // A boolean is what draft 3 has.
    required: z.union([z.array(z.string()), z.boolean()]).nullish(),
  })
  .nullish();

/** Members of a tool that only Claude knows; clients set them beside OpenAI's, or inside. */
const extras = {
  strict: flag,
  defer_loading: flag,
  eager_input_streaming: flag,
  allowed_callers: words,
  input_examples: z.array(z.record(z.string(), z.unknown())).nullish(),
};

/** A function as a client declares it. */
export const declaration: z.ZodType = z.looseObject({
  name: z.string(),
  description: word,
  parameters: schema,
  ...extras,
});

const grammar = z.looseObject({
  syntax: z.enum(['lark', 'regex']).nullish(),
  definition: z.string(),
});

/** The form of free text; clients of the Responses API leave out the layer between. */
const format = oneOfTypes({
  text: z.looseObject({}),
  grammar: z.union([z.looseObject({ grammar }), grammar]),
});

const freeForm = z.looseObject({
  name: z.string(),
  description: word,
  format: format.nullish(),
  ...extras,
});

const search = z.looseObject({
  max_uses: whole,
  allowed_domains: words,
  blocked_domains: words,
  user_location: z
    .looseObject({
      type: z.literal('approximate'),
      city: word,
      region: word,
      country: country(/^[a-z]{2}$/i).nullish(),
      timezone: word,
    })
    .nullish(),
});
const fetch = search.extend({
  max_content_tokens: whole,
  citations: z.looseObject({ enabled: z.boolean().optional() }).nullish(),
});
const computer = z.looseObject({
  display_width_px: z.int(),
  display_height_px: z.int(),
  display_number: whole,
});

/**
 * Claude's own tools of which more is known than their name.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
const claudeTools: ShapesByType = {
  web_search_20250305: search,
  web_search_20260209: search,
  web_search_20260318: search,
  web_fetch_20250910: fetch,
  web_fetch_20260209: fetch,
  web_fetch_20260309: fetch,
  web_fetch_20260318: fetch,
  computer_20241022: computer,
  computer_20250124: computer,
  computer_20251124: computer,
  text_editor_20250728: z.looseObject({ max_characters: whole }),
  advisor_20260301: z.looseObject({ model: z.string() }),
  mcp_toolset: z.looseObject({
    mcp_server_name: z.string(),
    configs: record,
    default_config: z.record(z.string(), z.unknown()).optional(),
  }),
  browser_toolset_20260801: z.looseObject({ configs: record }),
  computer_toolset_20260801: z.looseObject({ configs: record }),
};

/** A tool, in OpenAI's form or Claude's. */
export const tool: z.ZodType = z
  .looseObject({
    type: word,
    function: declaration.nullish(),
    custom: freeForm.nullish(),
    name: word,
    description: word,
    input_schema: schema,
    ...extras,
    ...marks,
  })
  .check(inShape(claudeTools));

const name = { name: word };
const named = z.looseObject({
  type: word,
  ...name,
  function: z.looseObject({ name: z.string() }).nullish(),
  custom: z.looseObject({ name: z.string() }).nullish(),
});
const allowance = {
  mode: z.enum(['auto', 'required']).nullish(),
  tools: z.array(named).nullish(),
};

/** What a client decides about the use of its tools. */
export const toolChoice: z.ZodType = z.union([
  z.string(),
  named.extend({
    disable_parallel_tool_use: flag,
    allowed_tools: z.looseObject(allowance).nullish(),
    ...allowance,
  }),
]);
