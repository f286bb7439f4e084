/** Regions that are many: they have hosts of their own form. */
const multiRegions: ReadonlySet<string> = new Set(['us', 'eu']);

/**
 * Where Vertex AI is for a region.
 *
 * @see https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude
 */
export function vertexBaseUrl(region: string): string {
  if (region === 'global') return 'https://aiplatform.googleapis.com/v1';
  return multiRegions.has(region)
    ? `https://aiplatform.${region}.rep.googleapis.com/v1`
    : `https://${region}-aiplatform.googleapis.com/v1`;
}

export interface VertexAddress {
  /** With the version of the API, `/v1`. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly region: string;
  /** As Vertex AI knows it. */
  readonly model: string;
  readonly stream: boolean;
}

/** The address of one of Claude's models. */
export function vertexUrl({ model, stream, ...place }: VertexAddress): string {
  // The `@` of a date is the id's own; whatever else could end the path is not.
  const id = encodeURIComponent(model).replace(/%40/g, '@');
  return addressOf(place, `${id}:${stream ? 'streamRawPredict' : 'rawPredict'}`);
}

/** Where tokens are counted: for any model, as if counting were one itself. */
export const vertexCountUrl = (place: Omit<VertexAddress, 'model' | 'stream'>): string =>
  addressOf(place, 'count-tokens:rawPredict');

function addressOf(
  { baseUrl, projectId, region }: Omit<VertexAddress, 'model' | 'stream'>,
  predicting: string,
): string {
  const base = baseUrl.replace(/\/+$/, '');
  const place = `projects/${encodeURIComponent(projectId)}/locations/${encodeURIComponent(region)}`;
  return `${base}/${place}/publishers/anthropic/models/${predicting}`;
}
