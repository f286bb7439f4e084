import type { OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import type { Draft } from './Draft.ts';

/** Claude's sampling parameters. */
export interface Sampling {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly top_k?: number;
}

/** From this version of the API on, sampling parameters are refused whatever the model. */
const WITHOUT_SAMPLING = '2026-10-21';
/** `top_p` below it cannot go with thinking. */
const LEAST_TOP_P = 0.95;

/**
 * The client's sampling parameters, as far as the model takes them. Claude's temperature ends at 1,
 * OpenAI's at 2; both sides' 1 is the default, so leaving it out loses nothing.
 *
 * @see https://platform.claude.com/docs/en/api/messages
 */
export function toSampling(
  { temperature, top_p, top_k }: OpenAIRequest,
  isThinking: boolean,
  conversion: Conversion,
): Sampling {
  const { settings, model, concede } = conversion;
  if (temperature === undefined && top_p === undefined && top_k === undefined) return {};
  const takes = model.traits.sampling && (settings.apiVersion ?? '') < WITHOUT_SAMPLING;
  const kept = (name: string, value: number | undefined, isTaken: boolean): number | undefined => {
    if (isTaken || value === undefined) return value;
    if (value !== 1 || name === 'top_k') concede.drop(name);
    return undefined;
  };
  const keptTemperature = kept(
    'temperature',
    temperature,
    takes && (!isThinking || temperature === 1),
  );
  const keptTopP = kept(
    'top_p',
    top_p,
    takes &&
      (!isThinking || (top_p ?? 1) >= LEAST_TOP_P) &&
      (keptTemperature === undefined || model.traits.samplesBoth),
  );
  const keptTopK = kept('top_k', top_k, takes && !isThinking);

  if (keptTemperature !== undefined && keptTemperature > 1) {
    concede.clamp('temperature', { value: keptTemperature });
  }
  const sampling: Draft<Sampling> = {};
  if (keptTemperature !== undefined) sampling.temperature = Math.min(keptTemperature, 1);
  if (keptTopP !== undefined) sampling.top_p = keptTopP;
  if (keptTopK !== undefined) sampling.top_k = keptTopK;
  return sampling;
}
