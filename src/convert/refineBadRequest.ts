import type { FailureKind } from './errorTable.ts';

/** The names OpenAI's clients have for the limit of the answer's length. */
export type MaxTokensParam = 'max_tokens' | 'max_completion_tokens';

/** What the text of a 400 tells beyond its being one. */
export interface BadRequestReason {
  readonly code: string | null;
  readonly param: string | null;
  /** Another kind of failure altogether, sent as a 400. */
  readonly kind?: FailureKind;
}

interface Rule {
  readonly when: RegExp;
  /** Matches as well, before or after. */
  readonly and?: RegExp;
  /** Claude's finer reason that means the same, whatever the words. */
  readonly errorCode?: string;
  readonly code?: string;
  readonly param?: string;
  readonly kind?: FailureKind;
}

/**
 * Claude's words → OpenAI's code and param; the first that matches counts, so special ones come first.
 *
 * Claude has one error type for all bad requests and explains itself in prose, while OpenAI's clients
 * branch on `code`: an agent compacts its history when, and only when, it reads
 * `context_length_exceeded`. Positions inside `messages` are not said: messages are merged on the way.
 */
const rules: readonly Rule[] = [
  {
    when: /prompt is too long|input length and .max_tokens. exceed context limit|exceeds? the (?:model.s )?context|input is too long for requested model/i,
    code: 'context_length_exceeded',
    param: 'messages',
  },
  { when: /max_tokens: \d+ > \d+/i, code: 'invalid_value', param: 'max_tokens' },
  {
    when: /credit balance is too low|reached your specified API usage limits/i,
    kind: 'outOfCredit',
  },
  { when: /output blocked by content filtering policy|usage polic/i, code: 'content_filter' },
  {
    when: /does not support assistant message prefill/i,
    code: 'unsupported_value',
    param: 'messages',
  },
  ...['temperature', 'top_p', 'top_k'].map((param) => ({
    // Not as part of a path: a client's own tool may well have a parameter `temperature`.
    when: new RegExp(`(?<![\\w.])${param}\\b`, 'i'),
    and: /not supported|deprecated|extra inputs|cannot both/i,
    code: 'unsupported_parameter',
    param,
  })),
  {
    when: /thinking/i,
    and: /not supported/i,
    code: 'unsupported_value',
    param: 'reasoning_effort',
  },
  {
    when: /does not support effort|^output_config\.effort\b/i,
    code: 'unsupported_value',
    param: 'reasoning_effort',
  },
  {
    when: /on-demand throughput isn.t supported/i,
    code: 'unsupported_value',
    param: 'model',
  },
  { when: /model identifier is invalid/i, code: 'model_not_found', param: 'model' },
  {
    when: /tool_use. ids were found without|tool_result. blocks? (?:must|immediately)|unexpected .tool_use_id/i,
    param: 'messages',
  },
  { when: /invalid .signature. in .thinking./i, param: 'messages' },
  { when: /thinking. blocks /i, and: /cannot be modified/i, param: 'messages' },
  {
    when: /image exceeds|image_dimensions_too_large/i,
    errorCode: 'image_dimensions_too_large',
    code: 'image_too_large',
    param: 'messages',
  },
  { when: /could not process image/i, code: 'invalid_image', param: 'messages' },
  { when: /^messages\.\d+/, param: 'messages' },
  { when: /too many strict tools/i, param: 'tools' },
  { when: /tool_choice/, code: 'unsupported_value', param: 'tool_choice' },
  {
    when: /output_config/i,
    and: /schema/i,
    code: 'invalid_json_schema',
    param: 'response_format',
  },
];

/** Claude's fields → the client's, for messages of the form `field: what is wrong with it`. */
const fields: ReadonlyMap<string, string> = new Map([
  ['model', 'model'],
  ['messages', 'messages'],
  ['system', 'messages'],
  ['max_tokens', 'max_tokens'],
  ['temperature', 'temperature'],
  ['top_p', 'top_p'],
  ['top_k', 'top_k'],
  ['stop_sequences', 'stop'],
  ['metadata', 'user'],
  ['output_config', 'response_format'],
  ['thinking', 'reasoning_effort'],
  ['tools', 'tools'],
  ['tool_choice', 'tool_choice'],
  ['service_tier', 'service_tier'],
  ['stream', 'stream'],
]);

/**
 * Reads the reason of a bad request out of the upstream's message.
 *
 * @param errorCode - Claude's `error.details.error_code`; the code where no rule knows better
 * @param maxTokensParam - the name the client used
 * @see https://platform.claude.com/docs/en/api/errors
 */
export function refineBadRequest(
  message: string,
  errorCode?: string,
  maxTokensParam: MaxTokensParam = 'max_tokens',
): BadRequestReason {
  const rule = toolReason(message) ?? rules.find(matches);
  const param = rule?.param ?? (rule ? null : fieldOf(message));
  return {
    code: rule?.code ?? errorCode ?? null,
    param: param === 'max_tokens' ? maxTokensParam : param,
    ...(rule?.kind && { kind: rule.kind }),
  };

  function matches({ when, and, errorCode: sameAs }: Rule): boolean {
    if (sameAs !== undefined && sameAs === errorCode) return true;
    return when.test(message) && and?.test(message) !== false;
  }
}

/** `tools.0.custom.input_schema.type: …` names a place the client knows: tools keep their order. */
function toolReason(message: string): Omit<Rule, 'when'> | undefined {
  const path = /^tools\.(\d+)(?:\.custom)?(?:\.(\w+))?/.exec(message);
  if (!path) return undefined;
  const [, position = '0', field] = path;
  const tool = `tools[${position}]`;
  if (field === 'input_schema' || /invalid schema/i.test(message))
    return { code: 'invalid_function_parameters', param: `${tool}.function.parameters` };
  return { param: field === undefined ? tool : `${tool}.function.${field}` };
}

function fieldOf(message: string): string | null {
  const field = /^([a-z_]+)(?:\.[\w.]+)?: /.exec(message)?.[1];
  return fields.get(field ?? '') ?? null;
}
