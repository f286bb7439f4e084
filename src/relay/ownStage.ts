import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClaudeStage, OpenAIStage, StageContext } from '../stages/Stage.ts';
import { ConfigError } from './ConfigError.ts';
import { didYouMean } from './didYouMean.ts';
import { shippedStages } from './shippedStages.ts';
import type { StageSettings } from './StageEntry.ts';

/** What `validate` of a stage's module may say of its options: nothing, or what is wrong. */
type Complaints = string | readonly string[] | undefined;

/** A schema of any library that follows Standard Schema, zod's among them. */
interface Schema {
  readonly '~standard': {
    validate(value: unknown): SchemaResult | PromiseLike<SchemaResult>;
  };
}
interface SchemaResult {
  readonly value?: unknown;
  readonly issues?: readonly {
    readonly message: string;
    readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  }[];
}

/**
 * Loads a stage from a module of the user's: an export that makes one of options.
 *
 * The module may export `validate`, a function that returns what is wrong with the options or a
 * schema (Standard Schema) that also makes of them what the factory gets.
 *
 * **Errors** – {@link ConfigError} with everything that is wrong with the module or its options.
 *
 * @see https://standardschema.dev
 */
export async function createOwnStage(
  settings: StageSettings,
  directory: string,
): Promise<ClaudeStage | OpenAIStage> {
  const exported = await importModule(settings.module, directory);
  const factory = factoryOf(exported, settings.export);
  const options = await validated(exported['validate'], settings.options);
  const stage = await attempt('its factory', () => factory(options));
  if (typeof stage !== 'function') {
    throw new ConfigError([`its factory returned no stage but ${kindOf(stage)}`]);
  }
  // A stage of the wrong shape would be noticed only by the first client.
  const operator = await attempt('its stage', () => (stage as Factory)(trial));
  if (typeof operator !== 'function') {
    throw new ConfigError([
      `its stage returned no operator but ${kindOf(operator)}: a factory takes the options and ` +
        'returns a stage, which takes the context and returns an operator',
    ]);
  }
  return stage as ClaudeStage | OpenAIStage;
}

type Exports = Readonly<Record<string, unknown>>;
type Factory = (argument: unknown) => unknown;

/** The request a stage is tried with when it is loaded. */
const trial: StageContext = { requestId: 'trial', model: 'trial', stream: true };

async function importModule(name: string, directory: string): Promise<Exports> {
  const place = placeOf(name, directory);
  try {
    return (await import(place)) as Exports;
  } catch (error) {
    if (place === name && isNotFound(error)) {
      throw new ConfigError([
        `neither a file nor a package nor a shipped stage${didYouMean(name, Object.keys(shippedStages))}`,
      ]);
    }
    throw new ConfigError([`it cannot be loaded: ${messageOf(error)}`]);
  }
}

/** Where a module is: a file beside the configuration, a package there, or one of the relay's own. */
function placeOf(name: string, directory: string): string {
  const path = resolve(directory, name);
  if (/^(\.{0,2}\/|file:)/.test(name) || existsSync(path)) {
    return name.startsWith('file:') ? name : pathToFileURL(path).href;
  }
  try {
    return pathToFileURL(createRequire(join(resolve(directory), 'stages.js')).resolve(name)).href;
  } catch {
    return name;
  }
}

const isNotFound = (error: unknown): boolean =>
  fieldOf(error, 'code') === 'ERR_MODULE_NOT_FOUND' ||
  fieldOf(error, 'code') === 'MODULE_NOT_FOUND';

function factoryOf(exported: Exports, name = 'default'): Factory {
  const factory = exported[name];
  if (typeof factory === 'function') return factory as Factory;
  const functions = Object.keys(exported).filter((key) => typeof exported[key] === 'function');
  throw new ConfigError([
    name === 'default'
      ? `it has no default export that is a function: name one with export${list(functions)}`
      : `it has no function ${name}${didYouMean(name, functions) || list(functions)}`,
  ]);
}

const list = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` (it has ${names.join(', ')})`;

async function validated(validate: unknown, options: unknown): Promise<unknown> {
  if (typeof validate === 'function') {
    const said = (await attempt('options', () => (validate as Factory)(options))) as Complaints;
    const complaints = typeof said === 'string' ? [said] : (said ?? []);
    if (complaints.length > 0) throw new ConfigError(complaints.map((one) => `options: ${one}`));
    return options;
  }
  if (!isSchema(validate)) return options;
  const { issues, value } = await validate['~standard'].validate(options);
  if (issues === undefined) return value;
  throw new ConfigError(
    issues.map(({ message, path = [] }) => {
      const keys = path.map((key) => String(typeof key === 'object' ? key.key : key));
      return `${['options', ...keys].join('.')}: ${message.replace(/^Invalid input: /, '')}`;
    }),
  );
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '~standard' in value;

/** Runs something of the user's; what it throws is a problem with this entry. */
async function attempt(what: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    throw new ConfigError([`${what}: ${messageOf(error)}`]);
  }
}

/** Not `instanceof`: a module may throw anything. */
const messageOf = (error: unknown): string => String(fieldOf(error, 'message') ?? error);

const fieldOf = (error: unknown, field: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;

const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value);
