import { upstreams } from '../../convert/request/upstreams.ts';
import type { Channel, ClaudeCall } from '../Channel.ts';
import { type Cloud, cloudChannel, type CloudOptions } from '../cloudChannel.ts';
import { awsCredentialChain } from './awsCredentials.ts';
import { awsKeys } from './awsKeys.ts';
import type { AwsCredentials } from './signRequest.ts';
import { type BedrockSurface, surfaceOf, surfaces } from './surfaces.ts';
import { toBedrockModel } from './toBedrockModel.ts';
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
    toLetter: letterWriter(options, region),
  };
  return cloudChannel(cloud, options);
}

function letterWriter(options: BedrockOptions, region: string): Cloud['toLetter'] {
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
      return (call) => {
        const isStream = call.body.stream !== false;
        const model = toBedrockModel(call.body.model, { prefix: modelPrefix, ids: modelIds });
        const operation = isStream ? 'invoke-with-response-stream' : 'invoke';
        return {
          // Colons and slashes of ids are not the path's.
          url: `${base}/model/${encodeURIComponent(model)}/${operation}`,
          headers: {
            'content-type': 'application/json',
            accept: isStream ? 'application/vnd.amazon.eventstream' : 'application/json',
          },
          body: toInvokeBody(call, version),
        };
      };
    case 'messages':
    case 'mantle':
      // Neither knows inference profiles: the region is in the address.
      return (call) => {
        const model = toBedrockModel(call.body.model, { prefix: '', ids: modelIds });
        return toMessages(base, call, model);
      };
    case 'platform':
      return (call) => {
        const { model } = call.body;
        const letter = toMessages(
          base,
          call,
          Object.hasOwn(modelIds, model) ? modelIds[model] : model,
        );
        return workspaceId === undefined
          ? letter
          : { ...letter, headers: { ...letter.headers, 'anthropic-workspace-id': workspaceId } };
      };
  }
}

/** Anthropic's own form, at another address. */
function toMessages(
  base: string,
  { body, betas, headers }: Pick<ClaudeCall, 'body' | 'betas' | 'headers'>,
  model: string = body.model,
): ReturnType<Cloud['toLetter']> {
  return {
    url: `${base}/v1/messages`,
    headers: {
      'content-type': 'application/json',
      accept: body.stream === false ? 'application/json' : 'text/event-stream',
      'anthropic-version': '2023-06-01',
      ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
      ...headers,
    },
    body: { ...body, model },
  };
}
