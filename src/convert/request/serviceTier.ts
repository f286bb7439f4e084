import type { OpenAIRequest } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { invalidValue, unsupportedValue } from './refusals.ts';

/** How fast, and at what price, the request is to be served. */
export interface Service {
  readonly service_tier?: 'auto' | 'standard_only';
  readonly speed?: 'fast';
}

/** OpenAI's tiers in Claude's words; null where there is no word for it. */
const tiers = {
  auto: { service_tier: 'auto' },
  default: { service_tier: 'standard_only' },
  standard_only: { service_tier: 'standard_only' },
  // Claude has no tier that is nothing but priority.
  priority: { service_tier: 'auto' },
  flex: null,
  scale: null,
  fast: { speed: 'fast' },
} as const satisfies Record<string, Service | null>;

/**
 * The client's `service_tier` in Claude's words. Fast mode is sent only to models configured for
 * it: some ignore it in silence, others refuse it.
 *
 * @see https://platform.claude.com/docs/en/api/service-tiers
 */
export function toService(
  { service_tier: wanted }: OpenAIRequest,
  { settings, model, concede }: Conversion,
): Service {
  if (wanted === undefined) return {};
  if (!Object.hasOwn(tiers, wanted)) {
    throw invalidValue('service_tier', wanted, ['auto', 'default', 'flex', 'scale', 'priority']);
  }
  const tier = tiers[wanted as keyof typeof tiers];
  const isSlow = wanted === 'fast' && settings.fastModels?.includes(model.id) !== true;
  if (tier !== null && !isSlow) return tier;
  concede.drop('service_tier', { refusal: () => unsupportedValue('service_tier', wanted) });
  return {};
}
