import { findModel, type FoundModel } from '../models.ts';
import type { RequestSettings } from './RequestSettings.ts';

/** The model a request goes to. */
export interface ResolvedModel extends FoundModel {
  /** As the upstream knows it. */
  readonly id: string;
  /** The name ended in `:thinking`: OpenRouter's way to ask for high effort. */
  readonly thinks: boolean;
}

/**
 * Finds the model a client means: aliases first, then the prefixes routers put before Claude's
 * names. Names nobody knows go upstream as they are, so that tomorrow's models work today.
 */
export function resolveModel(
  requested: string,
  { aliases = {}, models, upstream = 'anthropic' }: RequestSettings,
): ResolvedModel {
  const named = alias(requested, aliases) ?? requested;
  if (named.startsWith('replay/')) return { ...findModel(named, models), id: named, thinks: false };

  const thinks = named.endsWith(':thinking');
  const whole = thinks ? named.slice(0, -':thinking'.length) : named;
  const stripped = whole.replace(
    upstream === 'bedrock' ? /^(?:anthropic|claude)\// : /^(?:anthropic[/.]|claude\/)/,
    '',
  );
  const id = dashed(alias(stripped, aliases) ?? stripped);
  return { ...findModel(id, models), id, thinks };
}

function alias(name: string, aliases: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined;
}

/** `claude-haiku-4.5` as routers write it is `claude-haiku-4-5` for Claude. */
function dashed(id: string): string {
  return id.replace(/(?<=^claude-(?:[a-z]+-)?\d)\.(?=\d)/, '-');
}
