import { didYouMean } from './didYouMean.ts';

/** The process's environment, or a plain object like it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting found in the environment. */
export interface FoundVariable {
  readonly name: string;
  /** Where in the configuration it belongs, e.g. `anthropic.apiKey`. */
  readonly path: string;
  readonly value: unknown;
}

/**
 * The settings an environment holds. An empty variable counts as not set.
 *
 * What cannot be read as what it should be is kept as text: the check of the whole configuration
 * names it, together with everything else that is wrong.
 */
export function readEnvironment(env: Environment): readonly FoundVariable[] {
  return Object.entries(variables).flatMap(([name, { path, read }]) => {
    const text = env[name]?.trim();
    return text === undefined || text === '' ? [] : [{ name, path, value: read(text) }];
  });
}

/** Variables that carry our name but mean nothing to us: misspelt, most likely. */
export function unknownVariables(env: Environment): readonly string[] {
  const known = Object.keys(variables);
  return Object.keys(env)
    .filter((name) => name.startsWith('MARBLEGATE_') && !known.includes(name))
    .map((name) => `${name}: unknown variable${didYouMean(name, known)}`);
}

export interface Variable {
  readonly path: string;
  readonly read: (text: string) => unknown;
}

const asText = (text: string): unknown => text;
const asNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
const asList = (text: string): unknown =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const asSwitch = (text: string): unknown => words.get(text.toLowerCase()) ?? text;

const text = (path: string): Variable => ({ path, read: asText });
const number = (path: string): Variable => ({ path, read: asNumber });
const list = (path: string): Variable => ({ path, read: asList });
const onOff = (path: string): Variable => ({ path, read: asSwitch });

/** Every variable the relay reads, and the setting it is. */
export const variables: Readonly<Record<string, Variable>> = {
  HOST: text('host'),
  PORT: number('port'),
  LOG_LEVEL: text('logLevel'),
  DRAIN_MS: number('drainMs'),
  MARBLEGATE_WORKERS: number('workers'),
  MARBLEGATE_CONFIG: text(''),
  MARBLEGATE_CHANNEL: text('channel'),
  MARBLEGATE_AUTH: text('auth'),
  MARBLEGATE_KEYS: list('keys'),
  REFRESH_MODELS_MS: number('refreshModelsMs'),
  MARBLEGATE_RECORD: text('record.directory'),
  MARBLEGATE_TURN_MEMORY: text('turnMemory.store'),
  MARBLEGATE_TURN_MEMORY_BYTES: number('turnMemory.maxBytes'),
  MARBLEGATE_TURN_MEMORY_TTL_MS: number('turnMemory.ttlMs'),
  MARBLEGATE_REDIS_URL: text('turnMemory.url'),
  ANTHROPIC_API_KEY: text('anthropic.apiKey'),
  ANTHROPIC_AUTH_TOKEN: text('anthropic.authToken'),
  ANTHROPIC_BASE_URL: text('anthropic.baseUrl'),
  ANTHROPIC_BETA: list('anthropic.betas'),
  ANTHROPIC_VERSION: text('anthropic.version'),
  ANTHROPIC_BEDROCK_BASE_URL: text('bedrock.baseUrl'),
  // Of two variables for one setting the later one wins.
  AWS_DEFAULT_REGION: text('bedrock.region'),
  AWS_REGION: text('bedrock.region'),
  ANTHROPIC_AWS_API_KEY: text('bedrock.apiKey'),
  AWS_BEARER_TOKEN_BEDROCK: text('bedrock.apiKey'),
  AWS_ACCESS_KEY_ID: text('bedrock.accessKeyId'),
  AWS_SECRET_ACCESS_KEY: text('bedrock.secretAccessKey'),
  AWS_SESSION_TOKEN: text('bedrock.sessionToken'),
  AWS_PROFILE: text('bedrock.profile'),
  ANTHROPIC_AWS_WORKSPACE_ID: text('bedrock.workspaceId'),
  ANTHROPIC_VERTEX_BASE_URL: text('vertex.baseUrl'),
  CLOUD_ML_REGION: text('vertex.region'),
  GCLOUD_PROJECT: text('vertex.projectId'),
  GOOGLE_CLOUD_PROJECT: text('vertex.projectId'),
  ANTHROPIC_VERTEX_PROJECT_ID: text('vertex.projectId'),
  VERTEX_ACCESS_TOKEN: text('vertex.accessToken'),
  CORS_ORIGINS: list('corsOrigins'),
  KEEPALIVE_MS: number('keepAliveMs'),
  UPSTREAM_IDLE_MS: number('upstreamIdleMs'),
  UPSTREAM_RETRIES: number('upstreamRetries'),
  WRITE_STALL_MS: number('writeStallMs'),
  MAX_EVENT_BYTES: number('maxEventBytes'),
  MAX_BODY_BYTES: number('maxBodyBytes'),
  AUTO_CACHE: onOff('autoCache'),
};
