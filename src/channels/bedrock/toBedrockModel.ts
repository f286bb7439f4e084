import { claudeName, findModel } from '../../convert/models.ts';

/** Bedrock's ids that are not made by the rule. */
const endings: Readonly<Record<string, string>> = {
  'claude-opus-4-6': '-v1',
  'claude-3-5-sonnet-20241022': '-v2:0',
};

export interface BedrockModelSettings {
  /**
   * Inference profile put before ids: `global.`, `us.`, `eu.`, `apac.`, `jp.`, `au.`; empty for none.
   * Most models are not to be had without one.
   */
  readonly prefix: string;
  /** Names clients use → Bedrock's ids, profiles or ARNs. */
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * The name Bedrock knows a model by. ARNs and Bedrock's own ids are left as they are.
 *
 * Up to Claude 4.5 ids carry a date and a version, since 4.7 they are Anthropic's own.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
export function toBedrockModel(model: string, { prefix, ids }: BedrockModelSettings): string {
  const configured = Object.hasOwn(ids, model) ? ids[model] : undefined;
  if (configured !== undefined) return configured;
  if (model.startsWith('arn:') || model.includes('anthropic.')) return model;
  const name = claudeName(model);
  return name === undefined ? model : `${prefix}anthropic.${versioned(dated(name))}`;
}

/** `claude-sonnet-4-5` is an alias of Anthropic's: Bedrock knows the dated name only. */
function dated(name: string): string {
  const { row, traits } = findModel(name);
  return row !== undefined && traits.aliases?.includes(name) === true ? row : name;
}

function versioned(name: string): string {
  const ending = Object.hasOwn(endings, name) ? endings[name] : undefined;
  return name + (ending ?? (/-\d{8}$/.test(name) ? '-v1:0' : ''));
}
