/** Claude's service tiers in OpenAI's words; a tier without a twin is not said. */
const tiers: Readonly<Record<string, string>> = {
  standard: 'default',
  priority: 'priority',
  batch: 'flex',
  fast: 'fast',
};

/** @see https://platform.claude.com/docs/en/api/service-tiers */
export const toServiceTier = (tier: string | undefined): string | undefined =>
  tier !== undefined && Object.hasOwn(tiers, tier) ? tiers[tier] : undefined;
