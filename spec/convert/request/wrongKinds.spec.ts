import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { defaultExtensions } from '../../../src/convert/request/extensions.ts';
import { inertFields } from '../../../src/convert/request/inertFields.ts';
import type { ConvertedRequest } from '../../../src/convert/request/RequestSettings.ts';
import { toClaudeRequest } from '../../../src/convert/request/toClaudeRequest.ts';
import { RequestError } from '../../../src/errors.ts';
import { brokenRules } from '../../support/claudeRules.ts';
import { everyField } from '../../support/everyField.ts';

type Json = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** One or two values of each kind JSON has, most of them easy to find again. */
const values: readonly unknown[] = [
  null,
  true,
  false,
  73519,
  0.73519,
  'sentinel',
  '',
  [],
  ['sentinel'],
  [null],
  [{}],
  {},
  { sentinel: 'sentinel' },
];

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Every place in a value, itself not among them. */
function placesIn(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([step, inner]): readonly Path[] => [
    [step],
    ...placesIn(inner).map((rest) => [step, ...rest]),
  ]);
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Json)[step], value);

/** A copy with another value at a place; without any there, if it is undefined. */
function changed(value: unknown, [step, ...rest]: Path, to: unknown): unknown {
  if (step === undefined) return to;
  const inner = changed((value as Json)[step], rest, to);
  if (Array.isArray(value)) {
    return (value as unknown[]).flatMap((item, index) =>
      index !== step ? [item] : inner === undefined ? [] : [inner],
    );
  }
  return Object.fromEntries(
    Object.entries({ ...(value as Json), [step]: inner }).filter(([, v]) => v !== undefined),
  );
}

const paramOf = (path: Path): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join('.');

/** Lists that are no field: a fault in one must be told more precisely. */
const containers = new Set(['messages', 'tools', 'functions']);

/** Whether a refusal tells of this place, of one inside it, or of the field it belongs to. */
function names(param: string | null, path: Path): boolean {
  const place = paramOf(path);
  if (param === null) return false;
  if (param === place || param.startsWith(`${place}.`)) return true;
  return place.startsWith(`${param}.`) && !containers.has(param) && !/^\w+\.\[\d+\]$/.test(param);
}

const attempt = (request: unknown): ConvertedRequest | RequestError => {
  try {
    return toClaudeRequest(request);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
};

const isEmpty = (value: unknown): boolean => ['""', '[]', '{}'].includes(JSON.stringify(value));

/** Places that may hold nothing in another kind than ours. */
const alsoEmpty =
  /content$|arguments$|^system$|betas?$|properties$|^container$|^fallback|_call$|tool_choice$/;

/** All that anybody is told of a request. */
const told = ({ body, betas, headers, stream, answer }: ConvertedRequest): string =>
  JSON.stringify({ body, betas, headers, stream, answer });

const isInert = (path: Path): boolean =>
  Array.from(path, (_, length) =>
    paramOf(path.slice(0, length + 1)).replace(/\[\d+\]/g, '[]'),
  ).some((place) => Object.hasOwn(inertFields, place));

/** Reasoning in any other form than that it was said in was for reading, as the page says. */
const isReasoning = (path: Path, request: unknown): boolean =>
  path.some(
    (step, index) =>
      step === 'thinking_blocks' ||
      step === 'reasoning_details' ||
      String((at(request, path.slice(0, index)) as Json)['type']).endsWith('thinking'),
  );

/** What is wrong with what became of a value; undefined if its fate is told. */
function fault(request: Json, path: Path, value: unknown): string | undefined {
  const wrong = changed(request, path, value);
  const outcome = attempt(wrong);
  const isLegalKind =
    value === null ||
    kindOf(value) === kindOf(at(request, path)) ||
    (typeof value === 'string' && path.at(-1) === 'content') ||
    (isEmpty(value) && alsoEmpty.test(paramOf(path)));
  if (outcome instanceof RequestError) {
    // A value of the right kind may contradict another place, which is then the one that is named.
    const isTold = isLegalKind ? outcome.param !== null : names(outcome.param, path);
    return isTold ? undefined : `refused at ${String(outcome.param)}`;
  }
  const rules = brokenRules(JSON.parse(JSON.stringify(outcome.body))).filter(
    (rule) =>
      // Claude's own way to warm a cache; and a schema in Claude's own words is Claude's to judge.
      !(rule === 'no max_tokens' && outcome.body.max_tokens === 0) &&
      !(rule.endsWith('in a strict schema') && path.includes('output_config')),
  );
  if (rules.length > 0) return `sent, though ${rules.join('; ')}`;
  if (outcome.warnings.some((word) => path.includes(word.replace(/^\w+:/, '')))) return undefined;
  if (told(outcome).includes('sentinel') || told(outcome).includes('73519')) return undefined;

  const absent = attempt(changed(request, path, undefined));
  if (absent instanceof RequestError || told(absent) !== told(outcome)) {
    // Null is absent, so where something must be it is refused.
    return absent instanceof RequestError && value === null ? 'taken for something' : undefined;
  }
  const saysNothing = isLegalKind && (typeof value === 'boolean' || isEmpty(value));
  if (value === null || saysNothing) return undefined;
  return isInert(path) || isReasoning(path, request) ? undefined : 'lost in silence';
}

describe('a value of any kind in any known place', () => {
  it.each(Object.entries(everyField))(
    'is refused by name, warned of, or arrives: %s',
    (_, request) => {
      const base = attempt(request);
      expect(base).not.toBeInstanceOf(RequestError);

      const faults = placesIn(request).flatMap((path) =>
        values.flatMap((value) => {
          const wrong = fault(request, path, value);
          return wrong === undefined
            ? []
            : [`${paramOf(path)} = ${JSON.stringify(value)}: ${wrong}`];
        }),
      );
      expect(faults).toEqual([]);
    },
  );
});

/** Members of an interface as a vendor declares it. */
function membersOf(file: string, name: string): readonly string[] {
  const source = readFileSync(new URL(`../../../node_modules/${file}`, import.meta.url), 'utf8');
  const start = source.indexOf(`export interface ${name} {`);
  const body = source.slice(start, source.indexOf('\n}', start));
  return [...body.matchAll(/^ {4}(\w+)\??: /gm)].map(([, member = '']) => member);
}

const openai = 'openai/resources/chat/completions/completions.d.ts';
const claude = '@anthropic-ai/sdk/resources/beta/messages/messages.d.ts';

describe('the known places', () => {
  const all = new Set(
    Object.values(everyField).flatMap((request) =>
      placesIn(request).map((path) => String(path.at(-1))),
    ),
  );

  it.each([
    [openai, 'ChatCompletionCreateParamsBase', []],
    [openai, 'ChatCompletionContentPartText', []],
    [openai, 'ChatCompletionContentPartImage', []],
    [openai, 'ChatCompletionFunctionTool', []],
    [openai, 'ChatCompletionCustomTool', []],
    [openai, 'ChatCompletionToolMessageParam', []],
    [openai, 'ChatCompletionAssistantMessageParam', []],
    // the relay's `tool_choice` and `response_format` are OpenAI's; threads are switched off
    [claude, 'MessageCreateParamsBase', ['output_format', 'thread']],
    [claude, 'BetaThinkingConfigAdaptive', []],
    [claude, 'BetaOutputConfig', []],
    [claude, 'BetaTextBlockParam', []],
    [claude, 'BetaImageBlockParam', []],
    [claude, 'BetaRequestDocumentBlock', []],
    [claude, 'BetaSearchResultBlockParam', []],
    [claude, 'BetaContainerUploadBlockParam', []],
    [claude, 'BetaToolUseBlockParam', []],
    [claude, 'BetaToolResultBlockParam', []],
    [claude, 'BetaTool', []],
    [claude, 'BetaWebSearchTool20250305', []],
    [claude, 'BetaToolComputerUse20250124', []],
    [claude, 'BetaMCPToolset', ['tools']],
  ])('are those of %s %s', (file, name, others: readonly string[]) => {
    const members = membersOf(file, name);
    expect(members.length).toBeGreaterThan(0);
    expect(members.filter((member) => !all.has(member) && !others.includes(member))).toEqual([]);
  });

  it('are Claude’s own parameters, all of them', () => {
    expect(defaultExtensions.filter((name) => !all.has(name))).toEqual([]);
  });
});
