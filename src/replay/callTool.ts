import type { ClaudeTool } from '../claude/request.ts';
import type { Asked } from './Asked.ts';
import type { Words } from './plausibleValue.ts';
import { sampleSchema } from './sampleSchema.ts';
import type { SpokenBlock } from './Said.ts';

export type SpokenCall = Extract<SpokenBlock, { readonly type: 'tool_use' | 'server_tool_use' }>;

/** Calls a tool with arguments made up from its schema. */
export function callTool({ random }: Asked, tool: ClaudeTool, words?: Words): SpokenCall {
  return {
    type: 'tool_use',
    id: random.id('toolu'),
    name: tool.name,
    json: argumentsFor(tool, random.int(0, 2 ** 31), words),
  };
}

/** Claude's arguments are an object whatever the schema says; without any, the input stays empty. */
function argumentsFor(tool: ClaudeTool, seed: number, words: Words | undefined): string {
  const sample = sampleSchema(tool.input_schema, { seed, ...(words && { words }) });
  const isObject = typeof sample === 'object' && sample !== null && !Array.isArray(sample);
  const json = isObject ? JSON.stringify(sample) : '{}';
  return json === '{}' ? '' : json;
}

/** Whether the answer may call tools: the client has not forbidden it, and is not waiting for words. */
export const mayCall = ({ choice, results, continues }: Asked): boolean =>
  choice.type !== 'none' && results.length === 0 && !continues;

/**
 * The tools an ordinary answer calls: the one that is asked for by name, else the first two, or the
 * first alone where parallel calls are turned off.
 */
export function chosenTools(asked: Asked): readonly ClaudeTool[] {
  const { tools, choice } = asked;
  if (!mayCall(asked) || choice.type === 'none') return [];
  if (choice.type === 'tool') return tools.filter(({ name }) => name === choice.name).slice(0, 1);
  return tools.slice(0, choice.disable_parallel_tool_use === true ? 1 : 2);
}

/**
 * Two tools for a scenario that needs them: the client's own, the one it insists on first, or
 * built-in ones where it has none.
 */
export function twoTools({ tools, choice }: Asked): readonly [ClaudeTool, ClaudeTool] {
  const insisted = choice.type === 'tool' ? choice.name : undefined;
  const [first, second = first] = tools.toSorted(
    (one, other) => Number(other.name === insisted) - Number(one.name === insisted),
  );
  return first && second ? [first, second] : [getWeather, getTime];
}

/** A tool that may be called without arguments, if there is one. */
export const toolWithoutNeeds = ({ tools }: Asked): ClaudeTool =>
  tools.find(({ input_schema }) => {
    const required = input_schema?.['required'];
    return !Array.isArray(required) || required.length === 0;
  }) ??
  tools[0] ??
  getPosition;

const getWeather: ClaudeTool = {
  name: 'get_weather',
  description: 'The weather in a city.',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};

const getTime: ClaudeTool = {
  name: 'get_time',
  description: 'The time in a time zone.',
  input_schema: {
    type: 'object',
    properties: { tz: { type: 'string' } },
    required: ['tz'],
    additionalProperties: false,
  },
};

const getPosition: ClaudeTool = {
  name: 'get_position',
  description: 'Where the user is.',
  input_schema: { type: 'object', properties: {}, additionalProperties: false },
};
