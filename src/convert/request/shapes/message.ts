import { z } from 'zod';
import { flag, marks, word } from './kinds.ts';
import { part } from './part.ts';

const functionCall = z.looseObject({
  name: z.string(),
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
});

/** A message of the conversation. */
export const message: z.ZodType = z.looseObject({
  role: z.enum(['system', 'assistant', 'user', 'function', 'tool', 'developer']),
  content: z.union([z.string(), z.array(part)]).nullish(),
  name: word,
  refusal: word,
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string(),
        type: word,
        function: functionCall.nullish(),
        custom: z.looseObject({ name: z.string(), input: z.string() }).nullish(),
      }),
    )
    .nullish(),
  function_call: functionCall.nullish(),
  tool_call_id: word,
  is_error: flag,
  ...marks,
});
