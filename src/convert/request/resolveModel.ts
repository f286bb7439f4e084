import type { OpenAIReasoningEffort } from '../../openai/request.ts';
import { findModel, type FoundModel } from '../models.ts';
import type { RequestSettings } from './RequestSettings.ts';

/** The model a request goes to. */
export interface ResolvedModel extends FoundModel {
  /** As the upstream knows it. */
  readonly id: string;
  /** What the end of the name asks for, as in OpenRouter's `:thinking`. */
  readonly effort?: OpenAIReasoningEffort;
}

/**
 * Finds the model a client means: aliases first, then the prefixes routers put before Claude's
 * names. Names nobody knows go upstream as they are, so that tomorrow's models work today.
 */
export function resolveModel(
  requested: string,
  { aliases = {}, suffixes = defaultSuffixes, models, upstream = 'anthropic' }: RequestSettings,
): ResolvedModel {
  const named = alias(requested, aliases) ?? requested;
  if (named.startsWith('replay/')) return { id: named, ...findModel(named, models) };

  // A model may well be called by what elsewhere is a suffix.
  const isModel = models !== undefined && Object.hasOwn(models.models, named);
  const suffix = isModel ? undefined : longestSuffix(named, suffixes);
  const whole = suffix === undefined ? named : named.slice(0, -suffix.length);
  const stripped = whole.replace(upstream === 'bedrock' ? prefixInCloud : prefix, '');
  const id = dashed(alias(stripped, aliases) ?? stripped);
  const effort = suffix === undefined ? undefined : suffixes[suffix];
  const found = findModel(id, models);
  return effort === undefined ? { id, ...found } : { id, effort, ...found };
}

const prefix = /^(?:anthropic[/.]|claude\/)/;
/** For Bedrock `anthropic.` is part of the name. */
const prefixInCloud = /^(?:anthropic|claude)\//;

const defaultSuffixes: NonNullable<RequestSettings['suffixes']> = { ':thinking': 'high' };

function longestSuffix(
  name: string,
  suffixes: Readonly<Record<string, unknown>>,
): string | undefined {
  let longest: string | undefined;
  for (const suffix in suffixes) {
    if (name.length > suffix.length && name.endsWith(suffix)) {
      if (suffix.length > (longest?.length ?? 0)) longest = suffix;
    }
  }
  return longest;
}

function alias(name: string, aliases: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined;
}

/** `claude-haiku-4.5` as routers write it is `claude-haiku-4-5` for Claude. */
function dashed(id: string): string {
  return id.includes('.') ? id.replace(/(?<=^claude-(?:[a-z]+-)?\d)\.(?=\d)/, '-') : id;
}
