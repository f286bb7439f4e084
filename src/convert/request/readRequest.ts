import { z } from 'zod';
import { RequestError } from '../../errors.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import { describeIssue } from './describeIssue.ts';
import { isRecord } from './isRecord.ts';
import { emptyMessages, refusal } from './refusals.ts';
import { wellFormed } from './wellFormed.ts';

/** Claude takes no more messages than this. */
const MOST_MESSAGES = 100_000;

const word = z.string().nullish();
const flag = z.boolean().nullish();
const record = z.record(z.string(), z.unknown()).nullish();
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

const part = z.looseObject({
  type: z.string(),
  text: word,
  refusal: word,
  image_url: z.union([z.string(), z.looseObject({ url: z.string() })]).nullish(),
  file: z
    .looseObject({ file_data: word, file_id: word, file_url: word, filename: word, media: word })
    .nullish(),
});

const functionCall = z.looseObject({
  name: z.string(),
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
});

const message = z.looseObject({
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
});

const declaration = z.looseObject({
  name: z.string(),
  description: word,
  parameters: record,
  strict: flag,
});

const tool = z.looseObject({
  type: word,
  function: declaration.nullish(),
  custom: z.looseObject({ name: z.string(), description: word, format: record }).nullish(),
});

const request = z.looseObject({
  messages: z.array(message),
  max_completion_tokens: z.int().min(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.int().min(0).nullish(),
  n: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.unknown())]).nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  stream: flag,
  stream_options: z.looseObject({ include_usage: flag }).nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
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
  reasoning_effort: z.enum(efforts).nullish(),
  reasoning: z
    .looseObject({
      effort: z.enum(efforts).nullish(),
      max_tokens: z.int().min(0).nullish(),
      enabled: flag,
      exclude: flag,
    })
    .nullish(),
  include_reasoning: flag,
  thinking: z.looseObject({ type: z.string() }).nullish(),
  output_config: z
    .looseObject({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish() })
    .nullish(),
  user: word,
  safety_identifier: word,
  metadata: record,
  service_tier: word,
  modalities: z.array(z.string()).nullish(),
  web_search_options: z
    .looseObject({
      search_context_size: z.enum(['low', 'medium', 'high']).nullish(),
      user_location: z.looseObject({ approximate: record }).nullish(),
    })
    .nullish(),
  prompt_cache_retention: word,
  prompt_cache_options: z.looseObject({ mode: word, ttl: word }).nullish(),
});

/**
 * Reads a request: its shape checked, its text whole, its null parameters gone.
 *
 * For OpenAI a parameter that is null is a parameter that is absent; Claude refuses nulls.
 *
 * **Errors** – {@link RequestError} with OpenAI's own sentence, code and path for the first fault.
 */
export function readRequest(input: unknown): OpenAIRequest {
  if (!isRecord(input)) {
    throw new RequestError(
      'We could not parse the JSON body of your request. The request body must be a JSON object.',
    );
  }
  const whole = wellFormed(input);
  if (typeof whole['model'] !== 'string' || whole['model'].trim() === '') {
    throw refusal('model', 'you must provide a model parameter', 'missing_required_parameter');
  }
  const shape = request.safeParse(whole);
  const fault = shape.error?.issues[0];
  if (fault !== undefined) throw describeIssue(fault, whole);

  // The shape is right, so the client's own objects serve: a parsed copy would cost memory, and
  // lose what the schema does not name.
  const read = Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== null),
  ) as unknown as OpenAIRequest;
  checkTogether(read);
  return read;
}

/** What OpenAI refuses about parameters that are each right by themselves. */
function checkTogether({ messages, stream, stream_options }: OpenAIRequest): void {
  if (messages.length === 0) throw emptyMessages();
  if (messages.length > MOST_MESSAGES) {
    throw refusal(
      'messages',
      `Invalid 'messages': array too long. Expected an array with maximum length ${MOST_MESSAGES}, but got an array with length ${messages.length} instead.`,
      'array_above_max_length',
    );
  }
  if (stream_options !== undefined && stream !== true) {
    throw refusal(
      'stream_options',
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    );
  }
}
