import type { ClaudeEvent, ClaudeEventType } from '../claude/events.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes sure that parsed JSON is a Claude event, as far as the conversion relies on it.
 *
 * The wire is not ours: what is unknown or lacks a part is left out rather than believed.
 *
 * @param name - the `event:` line, for upstreams whose JSON has no `type`
 * @returns the same object where it is complete; undefined where it is no event we know
 */
export function toClaudeEvent(json: unknown, name = ''): ClaudeEvent | undefined {
  if (!isFields(json)) return undefined;
  const type = typeof json['type'] === 'string' ? json['type'] : name || impliedType(json);
  const read = Object.hasOwn(readers, type) ? readers[type as ClaudeEventType] : undefined;
  return read?.(json['type'] === type ? json : { ...json, type });
}

/** Where Bedrock, and gateways in front of it, say what was counted. */
const metricsField = 'amazon-bedrock-invocationMetrics';

/** Some gateways put an error in the stream without saying that it is one. */
const impliedType = (json: Fields): string => (json['error'] ? 'error' : '');

const readers: Readonly<Record<ClaudeEventType, (json: Fields) => ClaudeEvent | undefined>> = {
  content_block_delta: (json) =>
    isIndex(json['index']) && isDelta(json['delta']) ? (json as unknown as ClaudeEvent) : undefined,
  content_block_start: (json) =>
    isIndex(json['index']) && isTyped(json['content_block'])
      ? (withPart(
          json,
          'content_block',
          readBlock(json['content_block']),
        ) as unknown as ClaudeEvent)
      : undefined,
  content_block_stop: (json) =>
    isIndex(json['index']) ? (json as unknown as ClaudeEvent) : undefined,
  message_start: (json) => {
    const message = isFields(json['message']) ? json['message'] : {};
    return {
      type: 'message_start',
      message: {
        ...withPart(
          withPart(message, 'usage', readUsage(message['usage'])),
          'content',
          readContent(message['content']),
        ),
        id: text(message['id']),
        model: text(message['model']),
      },
    };
  },
  message_delta: (json) =>
    withPart(
      isFields(json['delta']) ? json : { ...json, delta: {} },
      'usage',
      readUsage(json['usage']),
    ) as unknown as ClaudeEvent,
  message_stop: ({ [metricsField]: metrics }) => ({
    type: 'message_stop',
    ...(isFields(metrics) && { [metricsField]: metrics }),
  }),
  ping: () => ({ type: 'ping' }),
  error: (json) => {
    const error = isFields(json['error']) ? json['error'] : { message: json['error'] };
    return {
      ...json,
      type: 'error',
      error: {
        ...error,
        // Google's word for it is its status.
        type: text(error['type']) || text(error['status']) || 'api_error',
        message: text(error['message']) || 'The upstream reported an error.',
      },
    };
  },
};

/** The field each delta must carry for its type to mean anything. */
const deltaText: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  input_json_delta: 'partial_json',
};

function isDelta(delta: unknown): boolean {
  if (!isTyped(delta)) return false;
  const field = Object.hasOwn(deltaText, delta.type) ? deltaText[delta.type] : undefined;
  if (field !== undefined) return typeof delta[field] === 'string';
  return delta.type !== 'citations_delta' || isTyped(delta['citation']);
}

/** What a block of each type says of itself; whatever else stands there says nothing. */
const blockText: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
  tool_use: ['id', 'name'],
};

function readBlock(block: Fields & { readonly type: string }): Fields {
  const fields = Object.hasOwn(blockText, block.type) ? (blockText[block.type] ?? []) : [];
  const read = fields.reduce((said, field) => withPart(said, field, text(said[field])), block);
  const { citations } = read;
  if (block.type !== 'text' || isAbsent(citations)) return read;
  return { ...read, citations: Array.isArray(citations) ? citations.filter(isTyped) : [] };
}

const readContent = (content: unknown): unknown =>
  isAbsent(content) ? undefined : Array.isArray(content) ? readBlocks(content) : [];

/** Those of a message's blocks that are blocks, as far as the conversion relies on them. */
export const readBlocks = (content: readonly unknown[]): readonly Fields[] =>
  content.filter(isTyped).map(readBlock);

function readUsage(usage: unknown): unknown {
  if (!isFields(usage)) return usage === undefined ? undefined : null;
  const { iterations } = usage;
  return iterations === undefined ||
    iterations === null ||
    (Array.isArray(iterations) && iterations.every(isFields))
    ? usage
    : { ...usage, iterations: null };
}

/** Copies only where it changes something, so that an ordinary event is passed on as it came. */
const withPart = <F extends Fields>(fields: F, name: string, part: unknown): F =>
  fields[name] === part ? fields : { ...fields, [name]: part };

const isAbsent = (json: unknown): boolean => json === undefined || json === null;
const isFields = (json: unknown): json is Fields =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
const isTyped = (json: unknown): json is Fields & { readonly type: string } =>
  isFields(json) && typeof json['type'] === 'string';
const isIndex = (json: unknown): boolean => Number.isSafeInteger(json);
const text = (json: unknown): string => (typeof json === 'string' ? json : '');
