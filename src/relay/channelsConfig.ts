import { z } from 'zod';
import type { AnthropicOptions } from '../channels/anthropic.ts';
import type { ChannelConversion } from '../channels/Channel.ts';
import type { ReplayOptions } from '../replay/replayBytes.ts';
import type { Route } from '../channels/router/Route.ts';
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
import type { ChannelConfig } from './config.ts';
import {
  anthropicShape,
  bedrockShape,
  bytes,
  milliseconds,
  replayShape,
  type Shape,
  vertexShape,
} from './settingsShapes.ts';

/** Settings of one channel of several: those of its kind, and when it is asked. */
export type ChannelEntry = RouteSettings &
  (
    | (AnthropicOptions & { readonly kind: 'anthropic' })
    | (BedrockSettings & { readonly kind: 'bedrock' })
    | (VertexSettings & { readonly kind: 'vertex' })
    | (ReplayOptions & { readonly kind: 'replay' })
  );

/** What is said of a channel of any kind. */
interface RouteSettings extends Omit<Route, 'name' | 'channel' | 'conversion' | 'models'> {
  /** @defaultValue its kind */
  readonly name?: string;
  /** The models it serves. @defaultValue every model */
  readonly models?: readonly string[];
  /** Names clients may use for models of this channel. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Milliseconds of silence before it counts as dead. @defaultValue that of the relay */
  readonly idleMs?: number;
  readonly maxEventBytes?: number;
}

/** One channel of several, as it is to be opened. */
export interface RouteConfig extends Omit<Route, 'channel'> {
  readonly channel: ChannelConfig;
}

const text = z.string().min(1);

export const routeShape: Shape = {
  name: z.string().regex(/^[\w.-]+$/, 'expected letters, digits, dots and dashes'),
  models: z.array(text).min(1),
  modelIds: z.record(text, text),
  aliases: z.record(text, text),
  priority: z.int(),
  weight: z.number().min(0),
  firstEventMs: milliseconds,
  idleMs: milliseconds,
  maxEventBytes: bytes,
  maxConcurrent: z.int().min(0),
  headers: z.record(
    z
      .string()
      .regex(/^[a-z0-9-]+$/, 'expected a lower-case name')
      .regex(
        /^(?!(?:connection|content-length|expect|transfer-encoding|upgrade)$)/,
        'is said by the connection itself',
      ),
    text.regex(/^[\t\x20-\x7e\x80-\xff]+$/, 'expected one line of letters that headers have'),
  ),
} satisfies Record<keyof RouteSettings, z.ZodType>;

const kindShapes: Readonly<Record<ChannelEntry['kind'], Shape>> = {
  anthropic: anthropicShape,
  bedrock: bedrockShape,
  vertex: vertexShape,
  replay: replayShape,
};

const entry = (kind: ChannelEntry['kind']) =>
  z
    .strictObject({ ...kindShapes[kind], ...routeShape })
    .partial()
    .extend({ kind: z.literal(kind) });

/** A list of channels, each with the settings of its kind. */
export const channelsShape: z.ZodType = z
  .array(
    z.discriminatedUnion('kind', [
      entry('anthropic'),
      entry('bedrock'),
      entry('vertex'),
      entry('replay'),
    ]),
  )
  .min(1, 'there is none');

/** How requests are spread over the channels, and what becomes of failures. */
export const routingShape: Shape = {
  rateLimited: z.enum(['answer', 'next']),
  breakAfter: z.int().min(1),
  coolDownMs: milliseconds.min(1),
  maxCoolDownMs: milliseconds.min(1),
};

/** Longer than Claude ever takes to begin, in milliseconds; shorter than clients wait. */
const FIRST_EVENT_MS = 60_000;

/** The channels to open, in the order they are written. */
export const toRoutes = (
  entries: readonly ChannelEntry[],
  limits: { readonly idleMs?: number; readonly maxEventBytes?: number },
): readonly RouteConfig[] => entries.map((entry) => toRoute({ ...limits, ...entry }));

function toRoute(entry: ChannelEntry): RouteConfig {
  const { name = entry.kind, models, modelIds, priority, weight, maxConcurrent, headers } = entry;
  return {
    name,
    firstEventMs: entry.firstEventMs ?? FIRST_EVENT_MS,
    ...(models !== undefined && { models }),
    ...(priority !== undefined && { priority }),
    ...(weight !== undefined && { weight }),
    ...(maxConcurrent !== undefined && { maxConcurrent }),
    ...(headers !== undefined && { headers }),
    // Clouds have ids of their own making, and translate themselves.
    ...(modelIds !== undefined && entry.kind === 'anthropic' && { modelIds }),
    channel: toChannel(entry),
    conversion: toConversion(entry),
  };
}

function toChannel(entry: ChannelEntry): ChannelConfig {
  switch (entry.kind) {
    case 'anthropic':
      return { name: entry.kind, options: only(entry, anthropicShape) };
    case 'bedrock':
      return { name: entry.kind, options: toBedrockOptions(only(entry, bedrockShape)) };
    case 'vertex':
      return { name: entry.kind, options: toVertexOptions(only(entry, vertexShape)) };
    case 'replay':
      return { name: entry.kind, options: only(entry, replayShape) };
  }
}

/** What of an entry is a setting of its kind. */
const only = (entry: ChannelEntry, shape: Shape): object =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([name]) => Object.hasOwn(shape, name) || name === 'idleMs' || name === 'maxEventBytes',
    ),
  );

function toConversion(entry: ChannelEntry): ChannelConversion {
  switch (entry.kind) {
    case 'anthropic':
      return {
        upstream: entry.kind,
        ...(entry.version !== undefined && { apiVersion: entry.version }),
      };
    case 'bedrock':
      return bedrockRequest(entry);
    case 'vertex':
      return cloudRequest(entry.kind, entry);
    case 'replay':
      return { upstream: entry.kind };
  }
}

/** Every name of every channel, for the conversion: the model is known before the channel is. */
export const channelAliases = (
  entries: readonly ChannelEntry[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(entries.flatMap(({ aliases = {} }) => Object.entries(aliases)));

/** A problem, and where in the list it is. */
export interface ChannelProblem {
  /** E.g. `channels.1.name`. */
  readonly path: string;
  readonly message: string;
}

/** What is right by itself but not together. */
export function channelsProblems(
  entries: readonly ChannelEntry[],
  { usesClientKeys }: { readonly usesClientKeys: boolean },
): readonly ChannelProblem[] {
  const names = entries.map(({ name, kind }) => name ?? kind);
  return entries.flatMap((entry, at) => {
    const problem = (setting: string, message: string): ChannelProblem => ({
      path: `channels.${at}${setting === '' ? '' : `.${setting}`}`,
      message,
    });
    const problems = ownProblems(entry, usesClientKeys).map((message) => problem('', message));
    if (names.indexOf(names[at] ?? '') < at) {
      problems.push(problem('name', `there is another channel called ${names[at] ?? ''}`));
    }
    for (const [alias, model] of Object.entries(entry.aliases ?? {})) {
      const other = entries.slice(0, at).find(({ aliases = {} }) => Object.hasOwn(aliases, alias));
      if (other !== undefined && other.aliases?.[alias] !== model) {
        problems.push(
          problem(`aliases.${alias}`, `another channel has it for ${other.aliases?.[alias] ?? ''}`),
        );
      }
    }
    return problems;
  });
}

function ownProblems(entry: ChannelEntry, usesClientKeys: boolean): readonly string[] {
  switch (entry.kind) {
    case 'anthropic':
      return (entry.apiKey ?? entry.authToken) === undefined && !usesClientKeys
        ? ['an anthropic channel needs an apiKey or an authToken']
        : [];
    case 'bedrock':
      return bedrockProblems(entry);
    case 'vertex':
      return vertexProblems(entry);
    case 'replay':
      return [];
  }
}
