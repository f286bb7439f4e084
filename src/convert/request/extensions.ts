import type { ClaudeRequest, ClaudeTextParam } from '../../claude/request.ts';
import type { OpenAIRequest } from '../../openai/request.ts';
import { cacheMark, marked } from './cacheMarks.ts';
import type { Conversion } from './Conversion.ts';
import { isRecord } from './isRecord.ts';
import type { RequestSettings } from './RequestSettings.ts';
import { roundedNumber } from './roundedNumber.ts';
import { type Block, someBlock } from './someBlock.ts';
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

const byDefault: ReadonlySet<string> = new Set(defaultExtensions);

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
  return extensions === defaultExtensions ? byDefault : new Set(extensions);
}

/** The request without the extensions that are not allowed: they are conceded by name. */
export function onlyAllowed(request: OpenAIRequest, allowed: ReadonlySet<string>): OpenAIRequest {
  if (allowed === byDefault) return request;
  const refused = [...placed].filter((name) => !allowed.has(name));
  return without(request, refused) as OpenAIRequest;
}

const none: Readonly<Record<string, never>> = {};

/** Claude's own parameters for the body, untouched. */
export function bodyExtensions(
  request: OpenAIRequest,
  allowed: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(request).filter((name) => allowed.has(name) && !placed.has(name));
  return names.length === 0 ? none : Object.fromEntries(names.map((name) => [name, request[name]]));
}

/**
 * What `output_config` holds besides what this relay decides.
 *
 * @param isFormed - whether OpenAI's `response_format` decides on the format
 */
export function outputExtensions(
  { output_config }: OpenAIRequest,
  isFormed: boolean,
  { concede }: Conversion,
): Readonly<Record<string, unknown>> {
  if (output_config === undefined) return none;
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

const headerNames = [
  ['user_profile_id', 'anthropic-user-profile-id'],
  ['workspace_id', 'anthropic-workspace-id'],
] as const;

/** Claude's parameters that travel as headers. */
export function headerExtensions(request: OpenAIRequest): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, header] of headerNames) {
    const value = request[name];
    if (typeof value === 'string') headers[header] = value;
  }
  return headers;
}

/** Beta tokens, each once: configured, of the client's header and body, and what the body needs. */
export function collectBetas(
  request: OpenAIRequest,
  body: ClaudeRequest,
  { settings, model }: Conversion,
): readonly string[] {
  const { betas = [], clientBetas = [], interleavedThinking } = settings;
  const tokens = [...betas, ...clientBetas];
  addOwn(tokens, request['betas']);
  addOwn(tokens, request['anthropic_beta']);
  addNeeded(tokens, body);
  const isInterleaved =
    interleavedThinking === true &&
    isRecord(body.thinking) &&
    body.thinking.type === 'enabled' &&
    body.tools !== undefined &&
    model.kind === 'known';
  if (isInterleaved) tokens.push('interleaved-thinking-2025-05-14');
  if (tokens.length === 0) return tokens;
  const legal = tokens.map((token) => token.trim()).filter((token) => isToken.test(token));
  return [...new Set(legal)];
}

const isToken = /^[\w.:-]{1,128}$/;

function addOwn(tokens: string[], list: unknown): void {
  if (typeof list === 'string') tokens.push(...list.split(','));
  if (!Array.isArray(list)) return;
  for (const token of list as readonly unknown[]) if (typeof token === 'string') tokens.push(token);
}

/**
 * Beta tokens without which Claude refuses a feature the body uses.
 *
 * @see https://platform.claude.com/docs/en/api/beta-headers
 */
function addNeeded(tokens: string[], body: ClaudeRequest): void {
  const { fallbacks, mcp_servers, context_management, speed, thinking } = body;
  const how: Readonly<Record<string, unknown>> = isRecord(thinking) ? thinking : none;
  if (fallbacks !== undefined) tokens.push('server-side-fallback-2026-07-01');
  if (mcp_servers !== undefined) tokens.push('mcp-client-2025-11-20');
  if (context_management !== undefined) tokens.push('context-management-2025-06-27');
  if (how['block_binding'] !== undefined) tokens.push('thinking-binding-controls-2026-08-01');
  if (how['display'] === 'updates') tokens.push('thinking-display-updates-2026-08-18');
  if (speed === 'fast') tokens.push('fast-mode-2026-02-01');
  if (someBlock(body.messages, usesFiles)) tokens.push('files-api-2025-04-14');
}

function usesFiles({ type, source }: Block): boolean {
  return type === 'container_upload' || (isRecord(source) && source['type'] === 'file');
}
