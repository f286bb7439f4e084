import { claudeName } from '../../convert/models.ts';
import { toBedrockModel } from './toBedrockModel.ts';

/** Profiles that span regions, by id or by ARN, and the model behind them. */
const profile = /^(?:arn:[^/]+:inference-profile\/)?(?:[a-z-]+\.)?(anthropic\..+)$/;

/**
 * The model behind the name Bedrock would be asked for: tokens are counted for models, and every
 * inference profile is refused – although most models are not to be had without one.
 *
 * Only the account knows what is behind an application's profile; where it stands for a model of
 * Claude's, that one is meant. Otherwise the name is left as it is.
 *
 * @param ids - names clients use → Bedrock's ids, profiles or ARNs
 */
export function toFoundationModel(model: string, ids: Readonly<Record<string, string>>): string {
  const id = toBedrockModel(model, { prefix: '', ids });
  const behind = profile.exec(id)?.[1];
  if (behind !== undefined) return behind;
  return id.startsWith('arn:') && claudeName(model) !== undefined
    ? toBedrockModel(model, { prefix: '', ids: {} })
    : id;
}
