import { RequestError } from '../../errors.ts';

// Clients match on OpenAI's own sentences and codes, so these are kept to the letter.

/** The client left out what cannot be left out. */
export function missingParameter(param: string): RequestError {
  return new RequestError(`Missing required parameter: '${param}'.`, {
    param,
    reason: 'missing_required_parameter',
  });
}

/** The client asked for a value that no model behind this relay has. */
export function unsupportedValue(param: string, value: unknown, more = ''): RequestError {
  return new RequestError(
    `Unsupported value: '${param}' does not support ${say(value)} with this model.${more}`,
    { param, reason: 'unsupported_value' },
  );
}

/** The client set a parameter that no model behind this relay has. */
export function unsupportedParameter(param: string): RequestError {
  return new RequestError(`Unsupported parameter: '${param}' is not supported with this model.`, {
    param,
    reason: 'unsupported_parameter',
  });
}

/** The client used a word outside a closed list. */
export function invalidValue(
  param: string,
  value: unknown,
  supported: readonly string[] = [],
): RequestError {
  const list = supported.length === 0 ? '' : ` Supported values are: ${enumerate(supported)}.`;
  return new RequestError(`Invalid value: ${quoted(value)}.${list}`, {
    param,
    reason: 'invalid_value',
  });
}

/** The client sent another kind of value than the parameter takes. */
export function wrongType(param: string, expected: string, value: unknown): RequestError {
  return new RequestError(
    `Invalid type for '${param}': expected ${expected}, but got ${nameOf(value)} instead.`,
    { param, reason: 'invalid_type' },
  );
}

/** Something is wrong that OpenAI has a sentence for, but no code. */
export function refusal(
  param: string,
  message: string,
  reason: string | null = null,
): RequestError {
  return new RequestError(message, { param, reason });
}

/** Nothing is left to say to Claude. */
export function emptyMessages(): RequestError {
  return refusal(
    'messages',
    "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    'empty_array',
  );
}

/** `'a', 'b', and 'c'`, as OpenAI lists values. */
function enumerate(values: readonly string[]): string {
  const all = values.map((value) => `'${value}'`);
  if (all.length < 3) return all.join(' and ');
  return `${all.slice(0, -1).join(', ')}, and ${all.at(-1) ?? ''}`;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${shortened(value)}'` : say(value);
}

function say(value: unknown): string {
  return shortened(typeof value === 'string' ? value : stringify(value));
}

/** An error sentence is no place for somebody's whole prompt. Characters. */
function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text;
}

function stringify(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? 'an integer' : 'a decimal number';
    case 'object':
      return 'an object';
    default:
      return `a ${typeof value}`;
  }
}
