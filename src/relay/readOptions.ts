import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Channel } from '../channels/Channel.ts';
import type { RequestSettings } from '../convert/request/RequestSettings.ts';
import { ConfigError } from './ConfigError.ts';
import { silentLog } from './log.ts';
import { modelCatalog } from './modelCatalog.ts';
import type { RelayOptions, RelaySettings } from './RelayOptions.ts';
import { relayShape, requestShape, strict } from './settingsShapes.ts';
import { shapeProblems } from './shapeProblems.ts';
import { memoryTurnStore } from './turnMemory/memoryTurnStore.ts';
import { noTurnMemory, turnMemory } from './turnMemory/turnMemory.ts';

/**
 * Checks a relay's options and fills in the defaults.
 *
 * **Errors** – {@link ConfigError} with every problem at once.
 */
export function readOptions(options: RelayOptions): RelaySettings {
  const problems = shapeProblems(optionsSchema, options, (path) => path || 'options');
  if (problems.length > 0) throw new ConfigError(problems);

  const { keys = [], request = {}, turnStore = memoryTurnStore(), ...given } = options;
  const { log = silentLog } = given;
  const auth = given.auth ?? (keys.length > 0 ? 'keys' : 'none');
  if (auth === 'keys' && keys.length === 0) {
    throw new ConfigError(["keys: there are none, so auth 'keys' would let nobody in"]);
  }
  return {
    keepAliveMs: 15_000,
    writeStallMs: 120_000,
    maxBodyBytes: 32 * 1024 * 1024,
    clientBetas: true,
    corsOrigins: [],
    maxContinuations: 5,
    models: {},
    refreshModelsMs: 0,
    claudeStages: [],
    openaiStages: [],
    isReady: () => true,
    ...given,
    auth,
    keys,
    log,
    catalog: modelCatalog(given.channel, { base: request.models, rows: given.models }),
    turnMemory: turnStore === 'none' ? noTurnMemory : turnMemory(turnStore, log),
    request: { hash: sha256, ...upstreamOf(given.channel), ...request },
  };
}

/** A channel of our own says by its name what it takes; of any other we assume Anthropic's API. */
const upstreamOf = ({ name }: Channel): Pick<RequestSettings, 'upstream'> => {
  const upstream = upstreams.find((one) => one === name);
  return upstream === undefined ? {} : { upstream };
};

const upstreams = ['anthropic', 'bedrock', 'vertex', 'replay'] as const;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const callable = z.custom<unknown>((value) => typeof value === 'function', 'expected a function');
const has = (...methods: readonly string[]): z.ZodType =>
  z.custom(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function'),
    `expected an object with the methods ${methods.join(', ')}`,
  );

const optionsSchema: z.ZodType = z.strictObject({ channel: has('messages', 'models') }).extend(
  Object.fromEntries(
    Object.entries({
      ...relayShape,
      request: strict({
        ...requestShape,
        models: z.custom((value) => typeof value === 'object', 'expected a table of models'),
        upstream: z.enum(upstreams),
        apiVersion: z.string(),
        betas: z.array(z.string()),
        hash: callable,
        restoreTurn: callable,
      }),
      turnStore: z.union([z.literal('none'), has('get', 'set')], {
        error: "expected 'none' or an object with the methods get, set",
      }),
      claudeStages: z.array(callable),
      openaiStages: z.array(callable),
      log: has('info', 'warn', 'error'),
      isReady: callable,
    }).map(([name, schema]) => [name, schema.optional()]),
  ),
);
