import type { ClaudeMessageParam, ClaudeRequest, ClaudeTextParam } from '../../claude/request.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import { blocksIn } from './blocksIn.ts';
import { cacheMark, marked } from './cacheMarks.ts';
import type { Conversion } from './Conversion.ts';
import { isRecord } from './isRecord.ts';
import type { RequestSettings } from './RequestSettings.ts';
import { roundedNumber } from './roundedNumber.ts';
import { without } from './without.ts';
import { withoutNulls } from './withoutNulls.ts';

/** Claude's own parameters a client may set beside OpenAI's, if nothing else is configured. */
export const defaultExtensions: readonly string[] = [
  'thinking',
  'top_k',
  'cache_control',
  'container',
  'context_management',
  'mcp_servers',
  'inference_geo',
  'speed',
  'diagnostics',
  'output_config',
  'fallbacks',
  'fallback_credit_token',
  'compaction',
  'billing_policy',
  'stop_sequences',
  'system',
  'betas',
  'anthropic_beta',
  'user_profile_id',
  'workspace_id',
];

/** Those that other steps put in their place; the rest goes into the body as it is. */
const placed: ReadonlySet<string> = new Set([
  'thinking',
  'top_k',
  'cache_control',
  'output_config',
  'stop_sequences',
  'system',
  'betas',
  'anthropic_beta',
  'user_profile_id',
  'workspace_id',
]);

/** The names of extensions a client may use. */
export function allowedExtensions({
  extensions = defaultExtensions,
}: RequestSettings): ReadonlySet<string> {
  return new Set(extensions);
}

/** The request without the extensions that are not allowed: they are conceded by name. */
export function onlyAllowed(request: OpenAIRequest, allowed: ReadonlySet<string>): OpenAIRequest {
  const isRefused = (name: string): boolean => placed.has(name) && !allowed.has(name);
  return Object.keys(request).some(isRefused)
    ? (Object.fromEntries(
        Object.entries(request).filter(([name]) => !isRefused(name)),
      ) as unknown as OpenAIRequest)
    : request;
}

/** Claude's own parameters for the body, untouched. */
export function bodyExtensions(
  request: OpenAIRequest,
  allowed: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(request).filter(([name]) => allowed.has(name) && !placed.has(name)),
  );
}

/**
 * What `output_config` holds besides what this relay decides.
 *
 * @param isFormed - whether OpenAI's `response_format` decides on the format
 */
export function outputExtensions(
  { output_config = {} }: OpenAIRequest,
  isFormed: boolean,
  { concede }: Conversion,
): Readonly<Record<string, unknown>> {
  const { format, ...rest } = without(withoutNulls(output_config), ['effort']);
  if (format === undefined) return rest;
  const param = 'output_config.format';
  if (isFormed) {
    concede.drop('output_config', { param });
    return rest;
  }
  const rounded = roundedNumber(format);
  if (rounded !== undefined) concede.clamp('output_config', { param, value: rounded });
  return { ...rest, format };
}

/** Claude's own `system`, which goes before the client's system messages. */
export function systemExtension({ system }: OpenAIRequest): readonly ClaudeTextParam[] {
  if (system === undefined) return [];
  const blocks = typeof system === 'string' ? [{ text: system }] : system;
  return blocks.flatMap((block): ClaudeTextParam[] => {
    const { text } = block;
    return text.trim() === ''
      ? []
      : [marked<ClaudeTextParam>({ type: 'text', text }, cacheMark(block))];
  });
}

const headerNames = {
  user_profile_id: 'anthropic-user-profile-id',
  workspace_id: 'anthropic-workspace-id',
} as const;

/** Claude's parameters that travel as headers. */
export function headerExtensions(request: OpenAIRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headerNames).flatMap(([name, header]) => {
      const value = request[name];
      if (value === undefined) return [];
      return typeof value === 'string' ? [[header, value]] : [];
    }),
  );
}

/** Beta tokens, each once: configured, of the client's header and body, and what the body needs. */
export function collectBetas(
  request: OpenAIRequest,
  body: ClaudeRequest,
  { settings, model }: Conversion,
): readonly string[] {
  const { betas = [], clientBetas = [], interleavedThinking } = settings;
  const own = [request['betas'], request['anthropic_beta']].flatMap((list) =>
    typeof list === 'string' ? list.split(',') : Array.isArray(list) ? (list as unknown[]) : [],
  );
  const isInterleaved =
    interleavedThinking === true &&
    isRecord(body.thinking) &&
    body.thinking.type === 'enabled' &&
    body.tools !== undefined &&
    model.kind === 'known';
  const all = [
    ...betas,
    ...clientBetas,
    ...own,
    ...needed(body),
    ...(isInterleaved ? ['interleaved-thinking-2025-05-14'] : []),
  ];
  const tokens = all.flatMap((token) => (typeof token === 'string' ? [token.trim()] : []));
  return [...new Set(tokens.filter((token) => /^[\w.:-]{1,128}$/.test(token)))];
}

/**
 * Beta tokens without which Claude refuses a feature the body uses.
 *
 * @see https://platform.claude.com/docs/en/api/beta-headers
 */
function needed(body: ClaudeRequest): readonly string[] {
  const { fallbacks, mcp_servers, context_management, speed, thinking } = body;
  const how: Readonly<Record<string, unknown>> = isRecord(thinking) ? thinking : {};
  return [
    ...(fallbacks === undefined ? [] : ['server-side-fallback-2026-07-01']),
    ...(mcp_servers === undefined ? [] : ['mcp-client-2025-11-20']),
    ...(context_management === undefined ? [] : ['context-management-2025-06-27']),
    ...(how['block_binding'] === undefined ? [] : ['thinking-binding-controls-2026-08-01']),
    ...(how['display'] === 'updates' ? ['thinking-display-updates-2026-08-18'] : []),
    ...(speed === 'fast' ? ['fast-mode-2026-02-01'] : []),
    ...(usesFiles(body.messages) ? ['files-api-2025-04-14'] : []),
  ];
}

function usesFiles(messages: readonly ClaudeMessageParam[]): boolean {
  return blocksIn(messages).some(
    ({ type, source }) =>
      type === 'container_upload' || (isRecord(source) && source['type'] === 'file'),
  );
}
