import { upstreams } from '../../convert/request/upstreams.ts';
import { without } from '../../convert/request/without.ts';
import type { Channel } from '../Channel.ts';
import { cloudChannel, type CloudOptions } from '../cloudChannel.ts';
import { googleKeys } from './googleKeys.ts';
import { toVertexModel } from './toVertexModel.ts';
import { vertexBaseUrl, vertexCountUrl, vertexUrl } from './vertexUrl.ts';

/** Bytes of the longest request Vertex AI takes. */
const MAX_BODY_BYTES = 30 * 1024 * 1024;

export interface VertexOptions extends CloudOptions {
  readonly projectId: string;
  /** A region, `us`, `eu` or `global`. @defaultValue `global` */
  readonly region?: string;
  /** Where the API is, with `/v1`. @defaultValue Google's own endpoint for the region */
  readonly baseUrl?: string;
  /** A token that was made elsewhere; good for an hour. @defaultValue Google's default credentials */
  readonly accessToken?: string;
  /** Names of models → Vertex AI's ids. */
  readonly modelIds?: Readonly<Record<string, string>>;
  /** `anthropic_version`. @defaultValue `vertex-2023-10-16` */
  readonly version?: string;
}

/**
 * Claude at Google's Vertex AI.
 *
 * The model is in the address and the version in the body; the answer is Anthropic's own.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai
 */
export function vertexChannel(options: VertexOptions): Channel {
  const {
    projectId,
    region = 'global',
    baseUrl = vertexBaseUrl(region),
    accessToken,
    modelIds,
    version = 'vertex-2023-10-16',
  } = options;
  return cloudChannel(
    {
      name: 'vertex',
      traits: upstreams.vertex,
      maxBodyBytes: MAX_BODY_BYTES,
      keys: googleKeys({ accessToken, projectId }),
      toLetter: ({ body, betas, headers }) => {
        const stream = body.stream !== false;
        const model = toVertexModel(body.model, modelIds);
        return {
          url: vertexUrl({ baseUrl, projectId, region, model, stream }),
          headers: {
            'content-type': 'application/json',
            accept: stream ? 'text/event-stream' : 'application/json',
            ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
            ...headers,
          },
          body: { anthropic_version: version, ...without(body, ['model']) },
        };
      },
      toCountLetter: ({ body, betas, headers }) => ({
        url: vertexCountUrl({ baseUrl, projectId, region }),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
          ...headers,
        },
        body: {
          anthropic_version: version,
          ...body,
          model: toVertexModel(body.model, modelIds),
        },
      }),
    },
    options,
  );
}
