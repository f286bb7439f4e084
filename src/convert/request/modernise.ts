import { RequestError } from '../../errors.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import { refusal } from './refusals.ts';

/**
 * A request in which the deprecated `functions` and `function_call` are said with `tools` and
 * `tool_choice`. One legacy answer holds one call, so parallel calls are switched off.
 *
 * @see https://platform.openai.com/docs/api-reference/chat/create#chat_create-functions
 */
export function modernise(request: OpenAIRequest): OpenAIRequest {
  if (request.functions === undefined && request.function_call === undefined) return request;
  const { functions, function_call, ...rest } = request;
  if (functions === undefined) {
    if (function_call !== undefined && function_call !== 'auto' && function_call !== 'none') {
      throw refusal(
        'function_call',
        "Invalid value for 'function_call': 'function_call' is only allowed when 'functions' are specified.",
      );
    }
    return rest;
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

/**
 * Does what is done to the tools of a modernised request; a refusal speaks of `functions`, if that is
 * what the client wrote.
 */
export function inGivenWords<T>(given: OpenAIRequest, convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof RequestError) || given.functions === undefined) throw error;
    const { param, reason, status } = error;
    throw new RequestError(oldWords(error.message), {
      param: param === null ? null : oldWords(param),
      reason,
      status,
      cause: error,
    });
  }
}

function oldWords(text: string): string {
  return text
    .replace(/\btools\.\[(\d+)\]\.function\b/g, 'functions.[$1]')
    .replace(/\btool_choice\b/g, 'function_call')
    .replace(/\btools\b/g, 'functions');
}
