import type { OpenAIFunctionCallParam } from '../../openai/request.ts';
import type { Concessions } from './Concessions.ts';
import { isRecord } from './isRecord.ts';
import { keepDigits } from './keepDigits.ts';
import { refusal } from './refusals.ts';
import { roundedNumber } from './roundedNumber.ts';
import { wellFormed } from './wellFormed.ts';

/**
 * The input of a call in the history. Claude takes objects only, OpenAI's clients have texts, and
 * some of those were cut off by a limit: then the conversation goes on with the text itself.
 *
 * `""` and `null` mean no arguments; `[]` is how PHP writes an empty object. A whole number no double
 * holds becomes a text with its digits: rounded, an id would be another one.
 */
export function toInput(
  given: OpenAIFunctionCallParam['arguments'],
  param: string,
  concede: Concessions,
): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'string') {
    const rounded = roundedNumber(given);
    if (rounded !== undefined) concede.clamp('arguments', { param, value: rounded });
    return given;
  }
  if (given.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    concede.rewrite('arguments', {
      refusal: () => refusal(param, `Invalid '${param}': expected a JSON object.`, 'invalid_value'),
    });
    return { __invalid_json: given };
  }
  const { text, quoted, rounded } = keepDigits(given);
  if (quoted !== undefined) {
    concede.rewrite('arguments', { param, value: quoted });
    value = JSON.parse(text);
  }
  if (rounded !== undefined) concede.clamp('arguments', { param, value: rounded });
  const whole = wellFormed(value, param);
  if (isRecord(whole)) return whole;
  const isEmpty = whole === null || (Array.isArray(whole) && whole.length === 0);
  return isEmpty ? {} : { value: whole };
}
