import { z } from 'zod';
import type { RequestSettings } from '../convert/request/RequestSettings.ts';
import { logLevels } from './log.ts';
import { modelRows } from './modelShape.ts';
import type { RecordConfig } from './recordAsConfigured.ts';
import type { TurnMemoryConfig } from './turnMemory/openTurnStore.ts';

/** The longest a timer of Node's can run, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** More processes than any machine we know has cores are a slip of the hand. */
const MAX_WORKERS = 512;
const workersExpected = `expected a number from 1 to ${MAX_WORKERS}, or auto`;

export const milliseconds: z.ZodInt = z.int().min(0).max(MAX_TIMER_MS);
export const bytes: z.ZodInt = z.int().min(1024);
const text = z.string().min(1);
const texts = z.array(text);
const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
const switchOrAuto = z.union([z.boolean(), z.literal('auto')], {
  error: 'expected true, false or auto',
});

/** What each setting of a group must look like. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** Settings of the conversion, as far as they are data. */
export const requestShape: Shape = {
  unsupported: z.enum(['drop', 'reject']),
  aliases: z.record(text, text),
  suffixes: z.record(text, effort),
  defaultMaxTokens: z.int().min(1),
  autoCache: switchOrAuto,
  midSystem: z.enum(['auto', 'hoist', 'inline']),
  repairToolResults: z.boolean(),
  userName: z.enum(['drop', 'prefix']),
  reasoningField: z.enum(['reasoning_content', 'reasoning', 'both', 'none']),
  reasoningDetails: z.boolean(),
  reasoningDisplay: z.enum(['summarized', 'omitted', 'updates']),
  reasoningEffort: effort,
  interleavedThinking: z.boolean(),
  unsignedThinking: z.boolean(),
  userId: z.enum(['pass', 'sha256', 'drop']),
  fastModels: texts,
  extensions: texts,
  nativeShapes: z.boolean(),
  eagerToolStreaming: z.boolean(),
  structured: z.boolean(),
  urlSources: z.boolean(),
  webSearchUses: z.record(z.enum(['low', 'medium', 'high']), z.int().min(1)),
} satisfies Partial<Record<keyof RequestSettings, z.ZodType>>;

/** Settings of the relay itself, as far as they are data. */
export const relayShape: Shape = {
  auth: z.enum(['keys', 'none', 'passthrough']),
  keys: z.array(z.string().min(8, 'a key has at least 8 characters')),
  keepAliveMs: milliseconds,
  writeStallMs: milliseconds,
  maxBodyBytes: bytes,
  maxContinuations: z.int().min(0).max(20),
  clientBetas: z.union([z.boolean(), texts], { error: 'expected true, false or a list' }),
  corsOrigins: z.array(
    z
      .string()
      .regex(/^(\*|https?:\/\/[^/\s]+)$/, 'expected an origin like https://chat.example, or *'),
  ),
  models: modelRows,
  refreshModelsMs: milliseconds,
};

/** Settings of the connection to Anthropic. */
export const anthropicShape: Shape = {
  apiKey: text,
  authToken: text,
  baseUrl: z.url({ protocol: /^https?$/, error: 'expected an http(s) URL' }),
  version: z.iso.date('expected a date, YYYY-MM-DD'),
  betas: texts,
  connectTimeoutMs: milliseconds,
};

const cloudShape: Shape = {
  baseUrl: z.url({ protocol: /^https?$/, error: 'expected an http(s) URL' }),
  modelIds: z.record(text, text),
  betas: texts,
  connectTimeoutMs: milliseconds,
  fetchUrls: z.union(
    [
      z.boolean(),
      strict({ maxBytes: bytes, timeoutMs: milliseconds.min(1), allowHttp: z.boolean() }),
    ],
    { error: 'expected true, false, or maxBytes, timeoutMs and allowHttp' },
  ),
};

/** A name that becomes part of a host's. */
const region = z.string().regex(/^[a-z0-9-]+$/, 'expected a region, like us-east-1');

/** Settings of the connection to Amazon Bedrock. */
export const bedrockShape: Shape = {
  ...cloudShape,
  region,
  surface: z.enum(['invoke', 'messages', 'mantle', 'platform']),
  apiKey: text,
  accessKeyId: text,
  secretAccessKey: text,
  sessionToken: text,
  profile: text,
  workspaceId: text,
  modelPrefix: z.string().regex(/^([a-z-]+\.)?$/, 'expected a prefix like global. or nothing'),
  version: text,
};

/** Settings of the connection to Google's Vertex AI. */
export const vertexShape: Shape = {
  ...cloudShape,
  region,
  projectId: text,
  accessToken: text,
  version: text,
};

/** Settings of the built-in replay. */
export const replayShape: Shape = {
  paceMs: milliseconds,
  seed: z.int(),
};

const stageEntry = z.union(
  [
    text,
    z.strictObject({ module: text, options: z.unknown().optional(), export: text.optional() }),
  ],
  { error: 'expected a module, or { module, options, export }' },
);

/** Settings of the process. */
export const processShape: Shape = {
  host: text,
  port: z.int().min(0).max(65_535),
  logLevel: z.enum(logLevels),
  drainMs: milliseconds,
  workers: z.union(
    [z.int().min(1, workersExpected).max(MAX_WORKERS, workersExpected), z.literal('auto')],
    { error: workersExpected },
  ),
  channel: z.enum(['anthropic', 'bedrock', 'vertex', 'replay']),
  upstreamIdleMs: milliseconds,
  maxEventBytes: bytes,
  upstreamRetries: z.int().min(0).max(5),
  stages: strict({ claude: z.array(stageEntry), openai: z.array(stageEntry) }),
  record: strict({ directory: text, bodies: z.boolean() } satisfies Record<
    keyof RecordConfig,
    z.ZodType
  >),
  turnMemory: strict({
    store: z.enum(['memory', 'redis', 'none']),
    url: z.url({ protocol: /^rediss?$/, error: 'expected a redis(s) URL' }),
    maxBytes: bytes,
    ttlMs: milliseconds.min(1),
  } satisfies Record<keyof TurnMemoryConfig, z.ZodType>),
};

/** A group in which every setting may be left out, and none may be there that is not known. */
export function strict(shape: Shape): z.ZodType {
  return z.strictObject(
    Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()])),
  );
}
