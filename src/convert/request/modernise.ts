import type { OpenAIRequest } from '../../openai/request.ts';
import { refusal } from './refusals.ts';

/**
 * A request in which the deprecated `functions` and `function_call` are said with `tools` and
 * `tool_choice`. One legacy answer holds one call, so parallel calls are switched off.
 *
 * @see https://platform.openai.com/docs/api-reference/chat/create#chat_create-functions
 */
export function modernise(request: OpenAIRequest): OpenAIRequest {
  const { functions, function_call, ...rest } = request;
  if (functions === undefined) {
    if (function_call !== undefined && function_call !== 'auto' && function_call !== 'none') {
      throw refusal(
        'function_call',
        "Invalid value for 'function_call': 'function_call' is only allowed when 'functions' are specified.",
      );
    }
    return function_call === undefined ? request : rest;
  }
  if (rest.tools !== undefined) {
    throw refusal('functions', "'functions' and 'tools' cannot both be specified.");
  }
  return {
    ...rest,
    tools: functions.map((declared) => ({ type: 'function', function: declared })),
    ...(function_call !== undefined && {
      tool_choice:
        typeof function_call === 'string'
          ? function_call
          : { type: 'function', function: { name: function_call.name } },
    }),
    parallel_tool_calls: false,
  };
}
