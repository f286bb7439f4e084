import { toClaudeRequest } from '../../src/convert/request/toClaudeRequest.ts';
import type {
  ConvertedRequest,
  RequestSettings,
} from '../../src/convert/request/RequestSettings.ts';
import { RequestError } from '../../src/errors.ts';

type Json = Readonly<Record<string, unknown>>;

/** Converts a request that says hi to a model that takes most things, but for what is said otherwise. */
export function convert(request: Json, settings?: RequestSettings): ConvertedRequest {
  return toClaudeRequest(
    { model: 'claude-sonnet-4-6', messages: [{ role: 'user', content: 'hi' }], ...request },
    settings,
  );
}

/** The messages a conversation becomes. */
export function turns(
  messages: readonly Json[],
  request: Json = {},
  settings?: RequestSettings,
): ConvertedRequest['body']['messages'] {
  return convert({ messages, ...request }, settings).body.messages;
}

/** Why a request is refused: `param`, `reason` and message; throws when it is not. */
export function refused(
  request: Json,
  settings?: RequestSettings,
): Pick<RequestError, 'param' | 'reason' | 'message'> {
  try {
    convert(request, settings);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { param, reason, message } = error;
    return { param, reason, message };
  }
  throw new Error('The request was not refused.');
}

/** A function tool. */
export function tool(name: string, parameters: Json = { type: 'object', properties: {} }): Json {
  return { type: 'function', function: { name, parameters } };
}

/** A call in the history. */
export function call(id: string, name = 'f', given = '{}'): Json {
  return { id, type: 'function', function: { name, arguments: given } };
}

/** An assistant's message that calls tools. */
export function calls(...made: readonly Json[]): Json {
  return { role: 'assistant', content: null, tool_calls: made };
}

/** A tool's message. */
export function result(tool_call_id: string, content: unknown = 'done', more: Json = {}): Json {
  return { role: 'tool', tool_call_id, content, ...more };
}
