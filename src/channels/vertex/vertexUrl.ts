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
export function vertexUrl({ baseUrl, projectId, region, model, stream }: VertexAddress): string {
  const base = baseUrl.replace(/\/+$/, '');
  // The `@` of a date is the id's own; whatever else could end the path is not.
  const id = encodeURIComponent(model).replace(/%40/g, '@');
  const place = `projects/${encodeURIComponent(projectId)}/locations/${encodeURIComponent(region)}`;
  const operation = stream ? 'streamRawPredict' : 'rawPredict';
  return `${base}/${place}/publishers/anthropic/models/${id}:${operation}`;
}
