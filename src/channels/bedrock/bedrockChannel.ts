import { upstreams } from '../../convert/request/upstreams.ts';
import { RequestError } from '../../errors.ts';
import type { Channel } from '../Channel.ts';
import { type Cloud, cloudChannel, type CloudOptions } from '../cloudChannel.ts';
import { awsCredentialChain } from './awsCredentials.ts';
import { awsKeys } from './awsKeys.ts';
import type { AwsCredentials } from './signRequest.ts';
import { type BedrockSurface, surfaceOf, surfaces } from './surfaces.ts';
import { toBedrockModel } from './toBedrockModel.ts';
import { toCountBody } from './toCountBody.ts';
import { toFoundationModel } from './toFoundationModel.ts';
import { toInvokeBody } from './toInvokeBody.ts';

export interface BedrockOptions extends CloudOptions {
  /** @defaultValue `us-east-1` */
  readonly region?: string;
  /** Where the API is. @defaultValue AWS's own endpoint of the surface, in the region */
  readonly baseUrl?: string;
  /** Which of AWS's ways to Claude it is. @defaultValue what the base URL tells, else `invoke` */
  readonly surface?: BedrockSurface;
  /** A Bedrock API key, or one of the platform's. It wins over credentials. */
  readonly apiKey?: string;
  /** Keys to sign with. @defaultValue AWS's own chain: profiles, SSO, roles, metadata */
  readonly credentials?: AwsCredentials;
  /** A profile of AWS's configuration files, for the chain. */
  readonly profile?: string;
  /** The workspace of the platform, which it cannot be asked without. */
  readonly workspaceId?: string;
  /** Inference profile put before model ids; empty for none. @defaultValue `global.` */
  readonly modelPrefix?: string;
  /** Names of models → Bedrock's ids, profiles or ARNs. */
  readonly modelIds?: Readonly<Record<string, string>>;
  /** `anthropic_version` of InvokeModel. @defaultValue `bedrock-2023-05-31` */
  readonly version?: string;
}

/**
 * Claude at Amazon Bedrock, or at Anthropic's platform on AWS.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 */
export function bedrockChannel(options: BedrockOptions = {}): Channel {
  const { region = 'us-east-1', apiKey, credentials, profile } = options;
  const surface = surfaces[surfaceOf(options)];
  const cloud: Cloud = {
    name: 'bedrock',
    traits: upstreams[surface.upstream],
    maxBodyBytes: surface.maxBodyBytes,
    keys: awsKeys({
      surface,
      region,
      apiKey,
      isOwn: credentials !== undefined,
      credentials:
        credentials === undefined
          ? awsCredentialChain(profile)
          : () => Promise.resolve(credentials),
    }),
    ...letterWriters(options, region),
  };
  return cloudChannel(cloud, options);
}

function letterWriters(
  options: BedrockOptions,
  region: string,
): Pick<Cloud, 'toLetter' | 'toCountLetter'> {
  const {
    workspaceId,
    modelPrefix = 'global.',
    modelIds = {},
    version = 'bedrock-2023-05-31',
  } = options;
  const surface = surfaceOf(options);
  const base = (options.baseUrl ?? surfaces[surface].baseUrl(region)).replace(/\/+$/, '');

  switch (surface) {
    case 'invoke':
      return {
        toLetter: (call) => {
          const isStream = call.body.stream !== false;
          const model = toBedrockModel(call.body.model, { prefix: modelPrefix, ids: modelIds });
          return {
            url: toUrl(base, model, isStream ? 'invoke-with-response-stream' : 'invoke'),
            headers: {
              'content-type': 'application/json',
              accept: isStream ? 'application/vnd.amazon.eventstream' : 'application/json',
            },
            body: toInvokeBody(call, version),
          };
        },
        toCountLetter: (call) => ({
          url: toUrl(base, toFoundationModel(call.body.model, modelIds), 'count-tokens'),
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: toCountBody(call, version),
        }),
      };
    case 'messages':
    case 'mantle':
      // Neither knows inference profiles: the region is in the address.
      return messagesWriters(base, (model) => toBedrockModel(model, { prefix: '', ids: modelIds }));
    case 'platform':
      return messagesWriters(
        base,
        (model) => (Object.hasOwn(modelIds, model) ? modelIds[model] : undefined) ?? model,
        workspaceId === undefined ? {} : { 'anthropic-workspace-id': workspaceId },
      );
  }
}

/**
 * Colons and slashes of ids are not the path's.
 *
 * **Errors** – `RequestError` (404) for dots alone, which however they are written lead elsewhere.
 */
function toUrl(base: string, model: string, operation: string): string {
  if (/^\.\.?$/.test(model)) {
    throw new RequestError(`The model '${model}' does not exist.`, {
      status: 404,
      param: 'model',
      reason: 'model_not_found',
    });
  }
  return `${base}/model/${encodeURIComponent(model)}/${operation}`;
}

/** Anthropic's own form, at another address. */
function messagesWriters(
  base: string,
  toModel: (model: string) => string,
  own: Readonly<Record<string, string>> = {},
): Pick<Cloud, 'toLetter' | 'toCountLetter'> {
  const letterTo =
    (path: string): Cloud['toLetter'] =>
    ({ body, betas, headers }) => ({
      url: `${base}${path}`,
      headers: {
        'content-type': 'application/json',
        accept: body.stream === false ? 'application/json' : 'text/event-stream',
        'anthropic-version': '2023-06-01',
        ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
        ...headers,
        ...own,
      },
      body: { ...body, model: toModel(body.model) },
    });
  const toCountLetter = letterTo('/v1/messages/count_tokens');
  return {
    toLetter: letterTo('/v1/messages'),
    toCountLetter: (call) => {
      const letter = toCountLetter(call);
      return { ...letter, headers: { ...letter.headers, accept: 'application/json' } };
    },
  };
}
