import { availableParallelism } from 'node:os';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { AnthropicOptions } from '../channels/anthropic.ts';
import type { BedrockOptions } from '../channels/bedrock/bedrockChannel.ts';
import type { VertexOptions } from '../channels/vertex/vertexChannel.ts';
import type { RoutePolicy } from '../channels/router/Route.ts';
import type { RequestSettings } from '../convert/request/RequestSettings.ts';
import type { ReplayOptions } from '../replay/replayBytes.ts';
import {
  channelAliases,
  type ChannelEntry,
  channelsProblems,
  channelsShape,
  type RouteConfig,
  routingShape,
  toRoutes,
} from './channelsConfig.ts';
import {
  bedrockProblems,
  bedrockRequest,
  type BedrockSettings,
  cloudRequest,
  toBedrockOptions,
  toVertexOptions,
  vertexProblems,
  type VertexSettings,
} from './cloudConfig.ts';
import { ConfigError } from './ConfigError.ts';
import { type Environment, readEnvironment, unknownVariables } from './environment.ts';
import { isLoopback } from './isLoopback.ts';
import { legibleConfig } from './legibleConfig.ts';
import type { LogLevel } from './log.ts';
import type { RecordConfig } from './recordAsConfigured.ts';
import type { RelayOptions } from './RelayOptions.ts';
import {
  anthropicShape,
  bedrockShape,
  processShape,
  relayShape,
  replayShape,
  requestShape,
  strict,
  vertexShape,
} from './settingsShapes.ts';
import { shapeProblems } from './shapeProblems.ts';
import type { StageEntries } from './StageEntry.ts';
import { type LineOf, yamlLines } from './yamlLines.ts';
import type { TurnMemoryConfig } from './turnMemory/openTurnStore.ts';

/** Where the process finds its settings. */
export interface ConfigSources {
  readonly env: Environment;
  /** A YAML file that has been read; its name is for messages. */
  readonly file?: { readonly name: string; readonly text: string };
  /** Reads what `${file:…}` in the file stands for; throws where it cannot. */
  readonly readSecret?: (path: string) => string;
}

/** Which channel to open, with its settings. */
export type ChannelConfig =
  | { readonly name: 'anthropic'; readonly options: AnthropicOptions }
  | { readonly name: 'bedrock'; readonly options: BedrockOptions }
  | { readonly name: 'vertex'; readonly options: VertexOptions }
  | { readonly name: 'replay'; readonly options: ReplayOptions }
  | { readonly name: 'many'; readonly options: readonly RouteConfig[] };

/** Everything the process needs to know, immutable once read. */
export interface RelayConfig {
  readonly host: string;
  readonly port: number;
  readonly logLevel: LogLevel;
  /** Milliseconds that streams may go on after the process was told to stop. */
  readonly drainMs: number;
  /** Processes that serve; 1 is this one. */
  readonly workers: number;
  readonly channel: ChannelConfig;
  /** What becomes of requests that fail upstream. */
  readonly routing: RoutePolicy;
  /** Stages as the file names them: not loaded yet. */
  readonly stages: StageEntries;
  readonly turnMemory: TurnMemoryConfig;
  /** What upstreams say is written to files there. @defaultValue nowhere */
  readonly record?: RecordConfig;
  readonly relay: Omit<
    RelayOptions,
    'channel' | 'claudeStages' | 'openaiStages' | 'turnStore' | 'log'
  >;
}

/**
 * Reads the configuration whole: a variable wins over the file, the file over the defaults.
 *
 * **Errors** – {@link ConfigError} with every problem at once, each with the name of the variable or
 * the line and setting of the file it is about.
 */
export function readConfig({ env, file, readSecret }: ConfigSources): RelayConfig {
  const found = readEnvironment(env);
  const { data, isRead, problems: fileProblems, lineOf } = readFile(file, env, readSecret);
  const merged = found.reduce(
    (config, { path, value }) => (path === '' ? config : withSetting(config, path, value)),
    data,
  );
  const nameOf = (path: string): string => {
    const variable = found.findLast((one) => one.path !== '' && isWithin(path, one.path));
    if (variable !== undefined) return variable.name;
    return file === undefined ? path : placed(file.name, lineOf, path);
  };

  const problems = [
    ...fileProblems,
    ...unknownVariables(env),
    ...shapeProblems(configSchema, merged, nameOf),
    // What is missing may be in a file that could not be read.
    ...(isRead ? contradictions(legibleConfig(merged), nameOf) : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return toRelayConfig(merged);
}

const configSchema: z.ZodType = strict({
  ...processShape,
  ...relayShape,
  ...requestShape,
  anthropic: strict(anthropicShape),
  bedrock: strict(bedrockShape),
  vertex: strict(vertexShape),
  replay: strict(replayShape),
  channels: channelsShape,
  routing: strict(routingShape),
});

type Fields = Readonly<Record<string, unknown>>;

/** The configuration once its shape has been checked. */
interface ConfigData extends Fields {
  readonly host?: string;
  readonly port?: number;
  readonly logLevel?: LogLevel;
  readonly drainMs?: number;
  readonly workers?: number | 'auto';
  readonly channel?: 'anthropic' | 'bedrock' | 'vertex' | 'replay';
  readonly channels?: readonly ChannelEntry[];
  readonly routing?: RoutePolicy;
  readonly upstreamRetries?: number;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly upstreamIdleMs?: number;
  readonly maxEventBytes?: number;
  readonly stages?: Partial<StageEntries>;
  readonly turnMemory?: TurnMemoryConfig;
  readonly record?: Partial<RecordConfig>;
  readonly auth?: RelayOptions['auth'];
  readonly keys?: readonly string[];
  readonly anthropic?: AnthropicOptions;
  readonly bedrock?: BedrockSettings;
  readonly vertex?: VertexSettings;
  readonly replay?: ReplayOptions;
}

function toRelayConfig(config: ConfigData): RelayConfig {
  const { stages = {}, turnMemory = {}, workers = 1 } = config;
  const channel = toChannelConfig(config);
  return {
    host: config.host ?? DEFAULT_HOST,
    port: config.port ?? 8787,
    logLevel: config.logLevel ?? 'info',
    drainMs: config.drainMs ?? 30_000,
    workers: workers === 'auto' ? availableParallelism() : workers,
    channel,
    routing: {
      ...config.routing,
      ...(config.upstreamRetries !== undefined && { retries: config.upstreamRetries }),
    },
    stages: { claude: stages.claude ?? [], openai: stages.openai ?? [] },
    turnMemory,
    ...(isRecord(config.record) && { record: config.record }),
    relay: {
      refreshModelsMs: REFRESH_MODELS_MS,
      ...pick(config, relayShape),
      request: {
        ...channelRequest(channel.name, config),
        ...pick(config, requestShape),
        ...allAliases(config),
      },
    },
  };
}

function toChannelConfig(config: ConfigData): ChannelConfig {
  const { upstreamIdleMs, maxEventBytes, anthropic = {}, bedrock = {}, vertex = {} } = config;
  const limits = {
    ...(upstreamIdleMs !== undefined && { idleMs: upstreamIdleMs }),
    ...(maxEventBytes !== undefined && { maxEventBytes }),
  };
  // The variable for betas is meant for whatever channel there is.
  const shared = { ...(anthropic.betas && { betas: anthropic.betas }), ...limits };
  if (config.channels !== undefined) {
    return { name: 'many', options: toRoutes(config.channels, limits) };
  }
  const name = channelOf(config);
  switch (name) {
    case 'anthropic':
      return { name, options: { ...anthropic, ...limits } };
    case 'bedrock':
      return { name, options: toBedrockOptions({ ...shared, ...bedrock }) };
    case 'vertex':
      return { name, options: toVertexOptions({ ...shared, ...vertex }) };
    case 'replay':
      return { name, options: config.replay ?? {} };
  }
}

/** What the conversion must know of where requests go. */
function channelRequest(
  name: ChannelConfig['name'],
  { anthropic = {}, bedrock = {}, vertex = {} }: ConfigData,
): RequestSettings {
  switch (name) {
    case 'anthropic':
      return {
        upstream: name,
        ...(anthropic.version !== undefined && { apiVersion: anthropic.version }),
      };
    case 'bedrock':
      return bedrockRequest(bedrock);
    case 'vertex':
      return cloudRequest(name, vertex);
    case 'replay':
      return { upstream: name };
    case 'many':
      return {}; // each says it for itself
  }
}

/** The names of the relay win over those of its channels. */
function allAliases({ aliases, channels = [] }: ConfigData): Pick<RequestSettings, 'aliases'> {
  const all = { ...channelAliases(channels), ...aliases };
  return Object.keys(all).length === 0 ? {} : { aliases: all };
}

const DEFAULT_HOST = '127.0.0.1';
/** As often as Anthropic's own list is good for, in milliseconds. */
const REFRESH_MODELS_MS = 10 * 60 * 1000;

/** What is right by itself but not together. */
function contradictions(config: ConfigData, nameOf: (path: string) => string): readonly string[] {
  const { host = DEFAULT_HOST, auth, keys = [], turnMemory = {}, channels } = config;
  const channel = channels === undefined ? channelOf(config) : undefined;
  const problems: string[] = [];
  if (channels !== undefined) {
    const usesClientKeys = auth === 'passthrough';
    for (const { path, message } of channelsProblems(channels, { usesClientKeys })) {
      problems.push(`${nameOf(path)}: ${message}`);
    }
    if (config.channel !== undefined) {
      problems.push(`${nameOf('channel')}: there is a list of channels, so none can be chosen`);
    }
  }
  if (channel === 'bedrock') problems.push(...bedrockProblems(config.bedrock ?? {}));
  if (channel === 'vertex') problems.push(...vertexProblems(config.vertex ?? {}));
  if (channel === 'anthropic' && !hasKey(config) && auth !== 'passthrough') {
    problems.push(
      'ANTHROPIC_API_KEY: the anthropic channel needs a key, or auth: passthrough to use the ' +
        "clients' own",
    );
  }
  if (auth === 'passthrough' && channels === undefined && hasOwnKey(channel, config)) {
    problems.push(
      'MARBLEGATE_AUTH: passthrough sends the keys of clients, yet the relay has a key of its own',
    );
  }
  if (turnMemory.store === 'redis' && turnMemory.url === undefined) {
    problems.push('turnMemory.url: redis needs one, e.g. MARBLEGATE_REDIS_URL');
  }
  if (config.record !== undefined && !isRecord(config.record)) {
    problems.push('record.directory: missing; where should the captures go?');
  }
  if (auth === 'keys' && keys.length === 0) {
    problems.push('MARBLEGATE_KEYS: there are none, so auth: keys would let nobody in');
  }
  if (!isLoopback(host) && auth === undefined && keys.length === 0) {
    problems.push(
      `HOST: ${host} can be reached by others, and there are no keys: set MARBLEGATE_KEYS, or ` +
        'MARBLEGATE_AUTH=none to let everybody use the relay',
    );
  }
  return problems;
}

const hasKey = ({ anthropic = {} }: ConfigData): boolean =>
  anthropic.apiKey !== undefined || anthropic.authToken !== undefined;

const hasOwnKey = (channel: ConfigData['channel'], config: ConfigData): boolean => {
  const { bedrock = {}, vertex = {} } = config;
  if (channel === 'bedrock') return (bedrock.apiKey ?? bedrock.accessKeyId) !== undefined;
  return channel === 'vertex' ? vertex.accessToken !== undefined : hasKey(config);
};

const channelOf = (config: ConfigData): NonNullable<ConfigData['channel']> =>
  config.channel ?? (hasKey(config) || config.auth === 'passthrough' ? 'anthropic' : 'replay');

const isRecord = (record: Partial<RecordConfig> | undefined): record is RecordConfig =>
  record?.directory !== undefined;

const pick = (config: Fields, shape: Fields): Fields =>
  Object.fromEntries(Object.entries(config).filter(([name]) => Object.hasOwn(shape, name)));

/** A copy of the configuration with one setting, at a path like `anthropic.apiKey`, replaced. */
function withSetting(config: Fields, path: string, value: unknown): Fields {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...config, [name]: value };
  const group = config[name];
  return { ...config, [name]: withSetting(isFields(group) ? group : {}, rest.join('.'), value) };
}

const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`);

/** A setting of the file, with its line where that is known. */
function placed(file: string, lineOf: LineOf, path: string): string {
  const line = lineOf(path);
  return `${file}:${line === undefined ? '' : `${line}:`} ${path || 'the file'}`;
}

interface ReadFile {
  readonly data: Fields;
  /** Whether the file is YAML, and settings. */
  readonly isRead: boolean;
  readonly problems: readonly string[];
  readonly lineOf: LineOf;
}

function readFile(
  file: ConfigSources['file'],
  env: Environment,
  readSecret: ConfigSources['readSecret'],
): ReadFile {
  if (file === undefined) return { data: {}, isRead: true, problems: [], lineOf: () => undefined };
  const lineCounter = new LineCounter();
  const document = parseDocument(file.text, { prettyErrors: true, lineCounter });
  const lineOf = yamlLines(document, lineCounter);
  if (document.errors.length > 0) {
    return {
      data: {},
      isRead: false,
      problems: document.errors.map(
        ({ message, linePos }) =>
          `${file.name}:${linePos === undefined ? '' : `${linePos[0].line}:`} ${message.replace(/ at line \d.*$/s, '')}`,
      ),
      lineOf,
    };
  }
  const problems: string[] = [];
  const data: unknown = filledIn(valueOf(document) ?? {}, {
    env,
    readSecret,
    missing: (path, message) => problems.push(`${placed(file.name, lineOf, path)}: ${message}`),
  });
  if (isFields(data)) return { data, isRead: true, problems, lineOf };
  return {
    data: {},
    isRead: false,
    problems: [`${file.name}: expected settings, one a line`],
    lineOf,
  };
}

/** What a document says; undefined where it says too much by repeating itself. */
function valueOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof ReferenceError) return [];
    throw error;
  }
}

/** Repetitions of a part of the file, within such parts counted again: nobody needs more. */
const MAX_ALIASES = 20;

interface FillingIn {
  readonly env: Environment;
  readonly readSecret: ConfigSources['readSecret'];
  missing(path: string, message: string): void;
  /** What the value at hand is in. */
  readonly above?: readonly unknown[];
}

/** Puts variables and files in place of `${NAME}` and `${file:PATH}`: secrets need not stand here. */
function filledIn(value: unknown, filling: FillingIn, path = ''): unknown {
  if (typeof value === 'string') return filledText(value, filling, path);
  const { above = [] } = filling;
  if (above.includes(value)) {
    filling.missing(path, 'is in itself, without end');
    return undefined;
  }
  const inner = { ...filling, above: [...above, value] };
  const within = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(value)) {
    return value.map((item, at) => filledIn(item, inner, within(String(at))));
  }
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, filledIn(item, inner, within(name))]),
  );
}

function filledText(text: string, { env, readSecret, missing }: FillingIn, path: string): string {
  return text.replace(
    /\$\{(?:file:([^}]+)|(\w+))\}/g,
    (whole, file: string | undefined, name = '') => {
      if (file === undefined) {
        const found = env[String(name)];
        if (found === undefined) missing(path, `\${${String(name)}} is not set in the environment`);
        return found ?? whole;
      }
      try {
        if (readSecret === undefined) throw new Error('files are not read here');
        return readSecret(file).trim();
      } catch (error) {
        missing(path, `${whole} cannot be read: ${error instanceof Error ? error.message : ''}`);
        return whole;
      }
    },
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
