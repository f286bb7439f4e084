import type { OpenAIRequest } from '../../openai/request.ts';
import { closeSchema } from './closedSchema.ts';
import type { Conversion } from './Conversion.ts';
import { invalidValue, missingParameter } from './refusals.ts';
import { roundedNumber } from './roundedNumber.ts';
import type { Schema } from './schemas.ts';

/** How the form of the answer is asked for: by grammar, in words, or not at all. */
export interface AnswerForm {
  /** Goes into `output_config.format`. */
  readonly format?: { readonly type: 'json_schema'; readonly schema: Schema };
  /** Goes into the system prompt; the answer may then come in a Markdown fence. */
  readonly hint?: string;
}

/**
 * The client's `response_format` in Claude's words.
 *
 * Where Claude cannot be held to a schema it is asked to keep to it. A forced helper tool would be
 * the other way, but half of the models refuse forced tools.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
export function toAnswerForm(
  { response_format: wanted }: OpenAIRequest,
  { settings, model, upstream, concede }: Conversion,
): AnswerForm {
  if (wanted === undefined || wanted.type === 'text') return {};
  if (wanted.type !== 'json_object' && wanted.type !== 'json_schema') {
    throw invalidValue('response_format.type', wanted.type, ['text', 'json_object', 'json_schema']);
  }
  const place = { param: 'response_format', value: wanted.type };
  const schema = wanted.type === 'json_schema' ? readSchema(wanted.json_schema) : undefined;
  if (schema === undefined) {
    concede.rewrite('response_format', place);
    return {
      hint: 'Respond with a single valid JSON object and nothing else: no prose, no code fence.',
    };
  }
  const rounded = roundedNumber(schema);
  if (rounded !== undefined) {
    concede.clamp('response_format', {
      param: 'response_format.json_schema.schema',
      value: rounded,
    });
  }
  const structured = settings.structured ?? upstream.structured(model.traits);
  const closed = structured ? closeSchema(schema) : undefined;
  if (closed !== undefined) return { format: { type: 'json_schema', schema: closed.schema } };
  concede.rewrite('response_format', place);
  return {
    hint: `Respond only with JSON matching this schema, without prose and without a code fence:\n${JSON.stringify(schema)}`,
  };
}

function readSchema(
  wanted: NonNullable<OpenAIRequest['response_format']>['json_schema'],
): Schema | undefined {
  if (wanted === undefined || wanted === null) {
    throw missingParameter('response_format.json_schema');
  }
  const { name, description, schema } = wanted;
  if (typeof name === 'string' && !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    throw invalidValue('response_format.json_schema.name', name);
  }
  if (schema === undefined || schema === null) return undefined;
  return description && schema['description'] === undefined ? { ...schema, description } : schema;
}
