import { z } from 'zod';
import { extensions } from './extensions.ts';
import { country, flag, lifetime, record, whole, word } from './kinds.ts';
import { message } from './message.ts';
import { declaration, tool, toolChoice } from './tool.ts';

const efforts = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish();

/** Where the user is; some clients leave out the layer between. */
const place = {
  city: word,
  region: word,
  timezone: word,
  country: country(/^\s*$|^[a-z]{2}$/i).nullish(),
};

/**
 * The shape of a request, as far as it is known: what OpenAI's reference says, and what clients of
 * Claude add to it. Members nobody knows have any shape.
 *
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export const request: z.ZodObject = z.looseObject({
  messages: z.array(message),
  max_completion_tokens: z.int().min(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  n: whole,
  stop: z.union([z.string(), z.array(z.unknown())]).nullish(),
  stream: flag,
  stream_options: z.looseObject({ include_usage: flag }).nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: flag,
  functions: z.array(declaration).nullish(),
  function_call: z.union([z.string(), z.looseObject({ name: z.string() })]).nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z
        .looseObject({ name: word, description: word, schema: record, strict: flag })
        .nullish(),
    })
    .nullish(),
  reasoning_effort: efforts,
  reasoning: z
    .looseObject({
      effort: efforts,
      max_tokens: z.int().min(0).nullish(),
      enabled: flag,
      exclude: flag,
    })
    .nullish(),
  include_reasoning: flag,
  user: word,
  safety_identifier: word,
  service_tier: word,
  modalities: z.array(z.string()).nullish(),
  web_search_options: z
    .looseObject({
      search_context_size: z.enum(['low', 'medium', 'high']).nullish(),
      user_location: z
        .looseObject({
          type: z.literal('approximate').nullish(),
          approximate: z.looseObject(place).nullish(),
          ...place,
        })
        .nullish(),
    })
    .nullish(),
  prompt_cache_retention: lifetime,
  prompt_cache_options: z
    .looseObject({ mode: z.enum(['implicit', 'explicit']).nullish(), ttl: lifetime })
    .nullish(),
  ...extensions,
});
