import type { ClaudeEffort } from '../claude/request.ts';
import { findModel, type ModelTable, type ModelTraits, type ThinkingTraits } from './models.ts';
import { isRecord } from './request/isRecord.ts';

type Mode = ThinkingTraits['modes'][number];

const modes = ['adaptive', 'between_tools', 'disabled', 'enabled'] as const satisfies Mode[];
/** Rising. */
const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const satisfies ClaudeEffort[];

/**
 * What an upstream's own list says a model can do, on top of what is known of it; undefined where it
 * says nothing, or speaks of a model that is none of Claude's.
 *
 * The list knows better than any table. What it is silent about – sampling, forced tools, prefill –
 * stays as it was.
 *
 * @param listed - one entry of `GET /v1/models`, of whatever shape
 * @see https://platform.claude.com/docs/en/api/models-list
 */
export function listedTraits(
  listed: unknown,
  table?: ModelTable,
): Partial<ModelTraits> | undefined {
  if (!isRecord(listed) || typeof listed['id'] !== 'string') return undefined;
  const { kind, traits } = findModel(listed['id'], table);
  if (kind === 'foreign') return undefined;
  const capabilities = isRecord(listed['capabilities']) ? listed['capabilities'] : {};
  const said: Partial<ModelTraits> = {
    ...tokens('contextWindow', listed['max_input_tokens']),
    ...tokens('maxOutput', listed['max_tokens']),
    ...lifecycle(listed['lifecycle']),
    ...thinkingOf(capabilities['thinking'], traits.thinking),
    ...effortsOf(capabilities['effort'], traits.efforts),
    ...structuredOf(capabilities['structured_outputs']),
  };
  return Object.keys(said).length > 0 ? said : undefined;
}

function tokens(name: 'contextWindow' | 'maxOutput', value: unknown): Partial<ModelTraits> {
  return Number.isSafeInteger(value) && Number(value) > 0 ? { [name]: Number(value) } : {};
}

function lifecycle(value: unknown): Partial<ModelTraits> {
  return value === 'active' || value === 'deprecated' || value === 'retired'
    ? { status: value }
    : {};
}

function thinkingOf(thinking: unknown, known: ThinkingTraits): Partial<ModelTraits> {
  const types = isRecord(thinking) ? thinking['types'] : undefined;
  if (!isRecord(types)) return {};
  return { thinking: { ...known, modes: supported(modes, types, known.modes) } };
}

function effortsOf(effort: unknown, known: readonly ClaudeEffort[]): Partial<ModelTraits> {
  if (!isRecord(effort)) return {};
  return { efforts: supportOf(effort) === false ? [] : supported(efforts, effort, known) };
}

function structuredOf(capability: unknown): Partial<ModelTraits> {
  const structured = supportOf(capability);
  return structured === undefined ? {} : { structured };
}

/** Those words the list says yes to; where it says nothing, those known before. */
function supported<T extends string>(
  words: readonly T[],
  said: Readonly<Record<string, unknown>>,
  known: readonly T[],
): readonly T[] {
  return words.filter((word) => supportOf(said[word]) ?? known.includes(word));
}

function supportOf(capability: unknown): boolean | undefined {
  if (!isRecord(capability)) return undefined;
  const { supported } = capability;
  return typeof supported === 'boolean' ? supported : undefined;
}
