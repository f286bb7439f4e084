import type { OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { inertFields } from './inertFields.ts';
import { isRecord } from './isRecord.ts';
import { refusal, unsupportedValue } from './refusals.ts';

/** Whether leaving a value of a parameter out loses nothing. */
type Says = (value: unknown) => boolean;

const never: Says = () => false;
const zero: Says = (value) => value === 0;
const no: Says = (value) => value === false;
const empty: Says = (value) => isRecord(value) && Object.keys(value).length === 0;

/** Parameters Claude has no twin for, and which of their values say nothing. */
const lost: Readonly<Record<string, Says>> = {
  seed: never,
  frequency_penalty: zero,
  presence_penalty: zero,
  logit_bias: empty,
  logprobs: no,
  top_logprobs: zero,
  store: no,
  prediction: never,
  audio: never,
  moderation: never,
  verbosity: (value) => value === 'medium',
};

/** Objects of OpenAI's and its routers', and the members of theirs that other steps read. */
const members: readonly (readonly [string, readonly string[]])[] = [
  ['stream_options', ['include_usage']],
  ['response_format', ['type', 'json_schema']],
  ['reasoning', ['effort', 'max_tokens', 'enabled', 'exclude']],
  ['web_search_options', ['search_context_size', 'user_location']],
  ['prompt_cache_options', ['mode', 'ttl']],
];

/** Parameters that other steps read. */
const read: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'stop',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'response_format',
  'reasoning_effort',
  'user',
  'safety_identifier',
  'service_tier',
  'modalities',
  'web_search_options',
  'prompt_cache_retention',
  'prompt_cache_options',
  // the relay's own
  'reasoning',
  'include_reasoning',
  'anthropic_max_tokens',
]);

/**
 * Names what a request asks for that Claude does not have.
 *
 * **Errors** – `RequestError` for more than one answer and for answers that are no text: leaving those
 * out would be another request.
 */
export function concedeLost(
  request: OpenAIRequest,
  extensions: ReadonlySet<string>,
  { concede }: Conversion,
): void {
  const { n, modalities } = request;
  if (n !== undefined && n !== 1) {
    throw unsupportedValue('n', n, ' Only the default (1) value is supported.');
  }
  const unspoken = modalities?.find((modality) => modality !== 'text');
  if (unspoken !== undefined) throw unsupportedValue('modalities', unspoken);
  for (const [name, known] of members) {
    const given = request[name];
    if (!isRecord(given)) continue;
    for (const [member, value] of Object.entries(given)) {
      const param = `${name}.${member}`;
      if (value === null || known.includes(member) || Object.hasOwn(inertFields, param)) continue;
      concede.drop(name, { param });
    }
  }
  for (const name in request) {
    if (read.has(name) || extensions.has(name) || Object.hasOwn(inertFields, name)) continue;
    const says = Object.hasOwn(lost, name) ? lost[name] : undefined;
    if (says === undefined) {
      concede.drop(name, {
        refusal: () =>
          refusal(name, `Unrecognized request argument supplied: ${name.slice(0, 100)}`),
      });
    } else if (!says(request[name])) {
      concede.drop(name);
    }
  }
}
