import type { RequestError } from '../../errors.ts';
import type { ClaudeTool } from '../../claude/request.ts';
import type { OpenAICustomTool, OpenAIFunction, OpenAITool } from '../../openai/request.ts';
import { cacheMark, marked } from './cacheMarks.ts';
import { nameOfClaudeTool } from './claudeTools.ts';
import { type ClosedSchema, closeSchema, MOST_OPTIONAL, MOST_UNIONS } from './closedSchema.ts';
import type { Conversion } from './Conversion.ts';
import { toInputSchema, withHint } from './inputSchema.ts';
import { isRecord } from './isRecord.ts';
import type { Draft } from './Draft.ts';
import { invalidValue, missingParameter, refusal } from './refusals.ts';
import { roundedNumber } from './roundedNumber.ts';
import { describedAs } from './schemas.ts';
import { isToolName, type ToolNames } from './toolNames.ts';
import { without } from './without.ts';
import { withoutNulls } from './withoutNulls.ts';

/** Claude takes no more strict tools than this in one request. */
const MOST_STRICT = 20;

/** Claude's own tools carry the date of their version, or are a set of tools of a server. */
const dated = /^[a-z_]+_\d{8}$|^mcp_toolset$/;

/** Members of a tool that only Claude knows and clients may set beside OpenAI's. */
const extras = ['defer_loading', 'allowed_callers', 'input_examples', 'eager_input_streaming'];

/** Members that become Claude's `cache_control`. */
const marks = ['cache_control', 'prompt_cache_breakpoint'] as const;

/** The tools of a request. */
export interface ToolSet {
  readonly tools: readonly ClaudeTool[];
  /** Names (Claude's) of tools whose input is free text. */
  readonly customTools: ReadonlySet<string>;
}

/** A tool's name, whichever shape it has: Claude's own are not renamed, and nobody may take theirs. */
export function toolName(tool: OpenAITool): string | undefined {
  if (isFunction(tool)) return tool.function.name;
  if (isCustom(tool)) return tool.custom.name;
  return nameOf(tool);
}

/** The name at the tool itself, or the one its type fixes. */
function nameOf({ name, type }: OpenAITool): string | undefined {
  return typeof name === 'string' ? name : (nameOfClaudeTool(type ?? '') ?? undefined);
}

/**
 * A request's tools in Claude's words, in their order: functions, free-form tools, and – as they
 * come – Claude's own.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
export function toTools(
  given: readonly OpenAITool[],
  names: ToolNames,
  conversion: Conversion,
): ToolSet {
  const strictness = new Strictness();
  const customTools = new Set<string>();
  const seen = new Set<unknown>();
  const tools: ClaudeTool[] = [];
  for (const [index, tool] of given.entries()) {
    const at = `tools.[${index}]`;
    const made = toTool(tool, at, names, conversion, strictness);
    if (made === undefined) continue;
    // Sets of tools have no name.
    if (Object.hasOwn(made, 'name') && seen.has(made.name)) {
      throw refusal('tools', `Tool names must be unique: '${made.name}' is declared twice.`);
    }
    seen.add(made.name);
    if (isCustom(tool)) customTools.add(made.name);
    const rounded = roundedNumber(tool);
    if (rounded !== undefined) conversion.concede.clamp('tools', { param: at, value: rounded });
    tools.push(marked(made, cacheMark(tool)));
  }
  return { tools, customTools };
}

/**
 * Tools to stand for those a history speaks of when the request declares none: some upstreams
 * refuse calls of tools they were not told of.
 */
export function forgottenTools(
  called: ReadonlySet<string>,
  names: ToolNames,
): readonly ClaudeTool[] {
  return [...called].map((name) => ({
    name: names.toClaude(name),
    input_schema: { type: 'object', properties: {} },
  }));
}

function toTool(
  tool: OpenAITool,
  at: string,
  names: ToolNames,
  conversion: Conversion,
  strictness: Strictness,
): ClaudeTool | undefined {
  if (isFunction(tool)) return toFunction(tool, at, names, conversion, strictness);
  if (isCustom(tool)) return toCustom(tool, at, names, conversion);
  if (conversion.settings.nativeShapes ?? true) {
    if (isBare(tool)) return toBare(tool, at, names, conversion, strictness);
    if (dated.test(tool.type ?? '')) return toDated(tool, at, conversion);
  }
  if ((tool.type ?? 'custom') === 'custom' && isRecord(tool['input_schema'])) {
    throw missingParameter(`${at}.name`);
  }
  if (tool.type === undefined || tool.type === null) throw missingParameter(`${at}.type`);
  if (tool.type === 'function') throw missingParameter(`${at}.function`);
  if (tool.type === 'custom') throw missingParameter(`${at}.custom`);
  throw invalidValue(`${at}.type`, tool.type, ['function', 'custom']);
}

function isFunction(tool: OpenAITool): tool is OpenAITool & { readonly function: OpenAIFunction } {
  return (tool.type ?? 'function') === 'function' && isRecord(tool.function);
}

function isCustom(tool: OpenAITool): tool is OpenAITool & { readonly custom: OpenAICustomTool } {
  return (tool.type ?? 'custom') === 'custom' && isRecord(tool.custom);
}

/** Claude's form of a client's tool: some editors send it to any route when the model is Claude. */
function isBare(tool: OpenAITool): boolean {
  return (
    (tool.type ?? 'custom') === 'custom' &&
    typeof tool['name'] === 'string' &&
    isRecord(tool['input_schema'])
  );
}

function toFunction(
  tool: OpenAITool & { readonly function: OpenAIFunction },
  at: string,
  names: ToolNames,
  conversion: Conversion,
  strictness: Strictness,
): ClaudeTool {
  const { name, description, parameters, strict } = tool.function;
  const param = `${at}.function.parameters`;
  const { schema, hint, isWhole } = toInputSchema(parameters, name, param);
  if (hint !== undefined) conversion.concede.rewrite('tools', { param, value: hint });
  const text = withHint(description ?? undefined, hint);
  const closed = strict === true && isWhole ? strictness.admit(schema, conversion) : undefined;
  if (strict === true && closed === undefined) {
    conversion.concede.drop('strict', { param: `${at}.function.strict` });
  }
  const made: Draft<ClaudeTool> = {
    name: claudeName(name, `${at}.function.name`, names, conversion),
  };
  if (text && says(text)) made.description = text;
  made.input_schema = closed ?? schema;
  if (closed) made.strict = true;
  if (conversion.settings.eagerToolStreaming === true) made['eager_input_streaming'] = true;
  addExtras(made, tool, tool.function);
  return made;
}

/** Claude's extras of a tool, beside what OpenAI knows or inside of it. */
function addExtras(made: Draft<ClaudeTool>, tool: OpenAITool, inner: object): void {
  const inside = inner as Readonly<Record<string, unknown>>;
  for (const extra of extras) {
    const value = tool[extra] ?? inside[extra];
    if (value !== undefined && value !== null) made[extra] = value;
  }
}

/** A tool that takes free text becomes one that takes an object with the text in it. */
function toCustom(
  tool: OpenAITool & { readonly custom: OpenAICustomTool },
  at: string,
  names: ToolNames,
  conversion: Conversion,
): ClaudeTool {
  const { name, description, format } = tool.custom;
  // Clients of the Responses API leave out the layer between.
  const { definition, syntax } = (isRecord(format?.['grammar']) ? format['grammar'] : format) ?? {};
  if (definition !== undefined) {
    conversion.concede.rewrite('tools', { param: `${at}.custom.format`, value: 'grammar' });
  }
  const text =
    typeof definition === 'string'
      ? describedAs(
          description,
          `The input must match this ${syntax === 'regex' ? 'regex' : 'lark'} grammar:\n${definition}`,
        )
      : description;
  const made: Draft<ClaudeTool> = {
    name: claudeName(name, `${at}.custom.name`, names, conversion),
    ...described(text),
    input_schema: {
      type: 'object',
      properties: { input: { type: 'string', description: 'Raw tool input' } },
      required: ['input'],
      additionalProperties: false,
    },
  };
  addExtras(made, tool, tool.custom);
  return made;
}

function toBare(
  tool: OpenAITool,
  at: string,
  names: ToolNames,
  conversion: Conversion,
  strictness: Strictness,
): ClaudeTool {
  const { description, input_schema } = tool;
  const isStrict = tool['strict'] === true;
  const name = String(tool['name']);
  const param = `${at}.input_schema`;
  const { schema, hint, isWhole } = toInputSchema(
    isRecord(input_schema) ? input_schema : {},
    name,
    param,
  );
  if (hint !== undefined) conversion.concede.rewrite('tools', { param, value: hint });
  const text = withHint(typeof description === 'string' ? description : undefined, hint);
  const closed = isStrict && isWhole ? strictness.admit(schema, conversion) : undefined;
  if (isStrict && closed === undefined)
    conversion.concede.drop('strict', { param: `${at}.strict` });
  return {
    ...withoutNulls(without(tool, ['type', 'description', 'input_schema', 'strict', ...marks])),
    name: claudeName(name, `${at}.name`, names, conversion),
    ...described(text),
    input_schema: closed ?? schema,
    ...(closed && { strict: true }),
  };
}

function toDated(
  tool: OpenAITool,
  at: string,
  { upstream, concede }: Conversion,
): ClaudeTool | undefined {
  if (upstream.absentTools.test(tool.type ?? '')) {
    concede.drop('tools', { param: `${at}.type` });
    return undefined;
  }
  const fixed = nameOfClaudeTool(tool.type ?? '');
  const name = nameOf(tool);
  if (fixed === undefined && name === undefined) throw missingParameter(`${at}.name`);
  if (typeof fixed === 'string' && name !== fixed) throw invalidValue(`${at}.name`, name, [fixed]);
  return withoutNulls({
    ...without(tool, marks),
    ...(name !== undefined && { name }),
  }) as ClaudeTool;
}

function claudeName(
  name: string,
  param: string,
  names: ToolNames,
  { concede }: Conversion,
): string {
  const illegal = (): RequestError =>
    refusal(
      param,
      `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      'invalid_value',
    );
  if (name === '') throw illegal();
  if (!isToolName(name)) concede.rewrite('tools', { refusal: illegal });
  return names.toClaude(name);
}

/** Admits schemas to strict mode as long as the request's allowance lasts. */
class Strictness {
  #tools = 0;
  #optional = 0;
  #unions = 0;

  admit(
    schema: Readonly<Record<string, unknown>>,
    { settings, model, upstream }: Conversion,
  ): ClosedSchema['schema'] | undefined {
    if (!(settings.structured ?? upstream.structured(model.traits))) return undefined;
    const closed = closeSchema(schema);
    if (closed === undefined) return undefined;
    const optional = this.#optional + closed.optional;
    const unions = this.#unions + closed.unions;
    if (this.#tools >= MOST_STRICT || optional > MOST_OPTIONAL || unions > MOST_UNIONS) {
      return undefined;
    }
    this.#tools += 1;
    this.#optional = optional;
    this.#unions = unions;
    return closed.schema;
  }
}

/** Claude takes no description that says nothing. */
function described(text: string | null | undefined): Pick<ClaudeTool, 'description'> {
  return text && says(text) ? { description: text } : {};
}

const says = (text: string): boolean => text.trim() !== '';
