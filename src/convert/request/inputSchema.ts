import { flattenRoot } from './flattenRoot.ts';
import { isRecord } from './isRecord.ts';
import { tellOddNames } from './propertyNames.ts';
import { refusal } from './refusals.ts';
import { describedAs, mapSubschemas, type Schema } from './schemas.ts';
import { without } from './without.ts';

/** A tool's parameters as Claude takes them. */
export interface InputSchema {
  readonly schema: Schema;
  /** What the schema can no longer say by itself; belongs in the tool's description. */
  readonly hint?: string;
  /** Whether the schema holds all that the client's does: only such a one may be closed. */
  readonly isWhole: boolean;
}

/**
 * Parameters of a function in the form Claude takes: an object at the root, without `oneOf`,
 * `anyOf` and `allOf` and names it refuses there, in draft 2020-12.
 *
 * **Errors** – `RequestError` when the parameters describe no object.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
export function toInputSchema(
  parameters: Schema | null | undefined,
  name: string,
  param: string,
): InputSchema {
  if (!parameters || Object.keys(parameters).length === 0) {
    return { schema: { type: 'object', properties: {} }, isWhole: true };
  }
  const { type } = parameters;
  const isObject =
    type === undefined ||
    type === null ||
    type === 'object' ||
    (Array.isArray(type) && type.includes('object'));
  if (!isObject) {
    throw refusal(
      param,
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(type)}'.`,
      'invalid_function_parameters',
    );
  }
  const flat = flattenRoot(modernDraft(without(parameters, ['$id'])));
  const { schema, hint: odd } = tellOddNames(flat.schema);
  const rooted = schema['type'] === 'object' ? schema : { ...schema, type: 'object' };
  if (flat.hint === undefined && odd === undefined) return { schema: rooted, isWhole: true };
  return {
    schema: rooted,
    isWhole: odd === undefined,
    hint: [flat.hint, odd].filter((hint) => hint !== undefined).join('\n'),
  };
}

/** The description with the hint, if there is one. */
export function withHint(description: string | undefined, hint?: string): string | undefined {
  return hint === undefined ? description : describedAs(description, hint);
}

/** Older drafts' way of saying things, in draft 2020-12. */
function modernDraft(schema: Schema): Schema {
  let modern = mapSubschemas(schema, modernDraft);
  modern = numericBound(modern, 'exclusiveMinimum', 'minimum');
  modern = numericBound(modern, 'exclusiveMaximum', 'maximum');
  if (Array.isArray(modern['items'])) {
    const { items, additionalItems, ...rest } = modern;
    modern = {
      ...rest,
      prefixItems: items,
      ...(isRecord(additionalItems) && { items: additionalItems }),
    };
  }
  if (Object.hasOwn(modern, 'required') && !Array.isArray(modern['required'])) {
    modern = without(modern, ['required']);
  }
  if (Object.hasOwn(modern, 'properties') && !isRecord(modern['properties'])) {
    modern = without(modern, ['properties']);
  }
  return modern;
}

/** Draft 4 says `exclusiveMinimum: true` beside the minimum. */
function numericBound(schema: Schema, exclusive: string, bound: string): Schema {
  if (typeof schema[exclusive] !== 'boolean') return schema;
  const rest = without(schema, [exclusive]);
  return schema[exclusive] && typeof schema[bound] === 'number'
    ? { ...without(rest, [bound]), [exclusive]: schema[bound] }
    : rest;
}
