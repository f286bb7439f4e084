import type { OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { wrongType } from './refusals.ts';

/**
 * The texts at which Claude is to stop. Claude refuses those that are white space, which OpenAI
 * takes and some clients send by default.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */
export function toStopSequences(
  { stop, stop_sequences }: OpenAIRequest,
  { settings, concede }: Conversion,
): readonly string[] | undefined {
  if (stop === undefined && stop_sequences === undefined) return undefined;
  const own =
    (settings.extensions?.includes('stop_sequences') ?? true) ? (stop_sequences ?? []) : [];
  const wanted = [...(typeof stop === 'string' ? [stop] : (stop ?? [])), ...own];
  const visible = wanted.filter((text): text is string => {
    if (typeof text !== 'string') throw wrongType('stop', 'a string', text);
    return text.trim() !== '';
  });
  if (visible.length < wanted.length) concede.drop('stop');
  return visible.length === 0 ? undefined : [...new Set(visible)];
}
