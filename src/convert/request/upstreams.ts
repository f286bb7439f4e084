import type { ModelTraits } from '../models.ts';
import type { Upstream } from './RequestSettings.ts';

/** What an upstream takes, apart from the model. */
export interface UpstreamTraits {
  /** Fetches `url` sources of images and documents itself. */
  readonly urlSources: boolean;
  /** Knows the Files API. */
  readonly fileSources: boolean;
  /** Takes a top-level `cache_control`. */
  readonly topLevelCache: boolean;
  /** Takes `output_config.format` and strict tools, for this model. */
  structured(traits: ModelTraits): boolean;
  /** Body members it refuses. */
  readonly unknownMembers: readonly string[];
  /** Types of Claude's server tools it does not run. */
  readonly absentTools: RegExp;
}

const everything = {
  urlSources: true,
  fileSources: true,
  topLevelCache: true,
  structured: ({ structured }) => structured,
  unknownMembers: [],
  absentTools: /^$/,
} as const satisfies UpstreamTraits;

const inCloud = [
  'container',
  'diagnostics',
  'fallback_credit_token',
  'fallbacks',
  'inference_geo',
  'mcp_servers',
  'service_tier',
  'speed',
] as const;

/**
 * What each upstream takes.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/claude-on-amazon-bedrock
 * @see https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai
 */
export const upstreams: Readonly<Record<Upstream, UpstreamTraits>> = {
  anthropic: everything,
  // Keeps to any schema, whatever the model is called.
  replay: { ...everything, structured: () => true },
  bedrock: {
    urlSources: false,
    fileSources: false,
    topLevelCache: false,
    // Served for the models that still sample (4.5, 4.6), and for those nothing else works with.
    structured: ({ structured, sampling, forcedToolChoice }) =>
      structured && (sampling || !forcedToolChoice),
    unknownMembers: inCloud,
    absentTools: /^(?:web_search|web_fetch|code_execution)_|^mcp_toolset$/,
  },
  vertex: {
    urlSources: false,
    fileSources: false,
    topLevelCache: false,
    structured: ({ structured, forcedToolChoice }) => structured && !forcedToolChoice,
    unknownMembers: inCloud,
    absentTools: /^(?:web_fetch|code_execution)_|^mcp_toolset$/,
  },
};
