import type { BedrockOptions } from '../channels/bedrock/bedrockChannel.ts';
import { surfaceOf, surfaces } from '../channels/bedrock/surfaces.ts';
import type { CloudOptions } from '../channels/cloudChannel.ts';
import type { FetchMediaOptions } from '../channels/media/mediaFetcher.ts';
import type { VertexOptions } from '../channels/vertex/vertexChannel.ts';
import type { RequestSettings } from '../convert/request/RequestSettings.ts';

/** Settings of every cloud, as they are written. */
interface CloudSettings extends Omit<CloudOptions, 'models' | 'fetchMedia'> {
  readonly fetchUrls?: boolean | Pick<FetchMediaOptions, 'maxBytes' | 'timeoutMs' | 'allowHttp'>;
}

/** Settings of the connection to Bedrock, as they are written. */
export interface BedrockSettings
  extends CloudSettings, Omit<BedrockOptions, 'credentials' | 'models' | 'fetchMedia'> {
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly sessionToken?: string;
}

/** Settings of the connection to Vertex AI, as they are written. */
export interface VertexSettings
  extends CloudSettings, Omit<Partial<VertexOptions>, 'models' | 'fetchMedia'> {}

/** Options of the channel to Bedrock. */
export function toBedrockOptions({
  accessKeyId,
  secretAccessKey,
  sessionToken,
  ...settings
}: BedrockSettings): BedrockOptions {
  const { fetchUrls, ...options } = settings;
  return {
    ...options,
    ...fetching(fetchUrls),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && {
        credentials: { accessKeyId, secretAccessKey, sessionToken },
      }),
  };
}

/** Options of the channel to Vertex AI. */
export function toVertexOptions({
  projectId = '',
  fetchUrls,
  ...options
}: VertexSettings): VertexOptions {
  return { projectId, ...options, ...fetching(fetchUrls) };
}

const fetching = (
  fetchUrls: CloudSettings['fetchUrls'],
): { readonly fetchMedia?: false | FetchMediaOptions } => {
  if (fetchUrls === false) return { fetchMedia: false };
  return typeof fetchUrls === 'object' ? { fetchMedia: fetchUrls } : {};
};

/** How requests are converted for a cloud. */
export type CloudRequestSettings = Pick<RequestSettings, 'upstream' | 'urlSources' | 'apiVersion'>;

/** What a conversion must know of the surface of Bedrock that is asked. */
export function bedrockRequest(settings: BedrockSettings): CloudRequestSettings {
  const { upstream } = surfaces[surfaceOf(settings)];
  return upstream === 'anthropic' ? { upstream } : cloudRequest(upstream, settings);
}

/** What a conversion must know of a cloud: the channel fetches what the cloud would not. */
export const cloudRequest = (
  upstream: 'bedrock' | 'vertex',
  { fetchUrls, version }: CloudSettings & { readonly version?: string },
): CloudRequestSettings => ({
  upstream,
  urlSources: fetchUrls !== false,
  // A version that is a date tells what is taken; Bedrock's and Vertex's own words are older.
  ...(version !== undefined && /^\d/.test(version) && { apiVersion: version }),
});

/** What is right by itself but not together. */
export function bedrockProblems(settings: BedrockSettings): readonly string[] {
  const { accessKeyId, secretAccessKey, workspaceId } = settings;
  const problems: string[] = [];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    problems.push(
      accessKeyId === undefined
        ? 'AWS_ACCESS_KEY_ID: is missing, AWS_SECRET_ACCESS_KEY alone is no key'
        : 'AWS_SECRET_ACCESS_KEY: is missing, AWS_ACCESS_KEY_ID alone is no key',
    );
  }
  if (surfaceOf(settings) === 'platform' && workspaceId === undefined) {
    problems.push('ANTHROPIC_AWS_WORKSPACE_ID: the Claude Platform on AWS needs a workspace');
  }
  return problems;
}

/** What the channel to Vertex AI cannot do without. */
export const vertexProblems = ({ projectId }: VertexSettings): readonly string[] =>
  projectId === undefined
    ? ['ANTHROPIC_VERTEX_PROJECT_ID: the vertex channel needs a project']
    : [];
