import type { ClaudeBlock, ClaudeDelta, ClaudeEvent, ClaudeUsage } from '../claude/events.ts';
import type { ClaudeRequest } from '../claude/request.ts';
import type { Asked } from './Asked.ts';
import { charsPerToken, lengthOf, limitSaid } from './limitSaid.ts';
import type { Said, SpokenBlock } from './Said.ts';
import type { Random } from './seededRandom.ts';
import { sliceWhole } from './sliceWhole.ts';

/**
 * Tells a message as Claude streams it: `message_start` with a small placeholder for the output
 * tokens, each block in deltas, one `message_delta` with the running totals.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export function toEvents(asked: Asked, wanted: Said): readonly ClaudeEvent[] {
  const { request, random } = asked;
  const said = limitSaid(wanted, request);
  const input = inputUsage(request);
  return [
    {
      type: 'message_start',
      message: {
        id: random.id('msg'),
        type: 'message',
        role: 'assistant',
        model: request.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        stop_details: null,
        usage: {
          ...input,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
          output_tokens: random.int(1, 8),
          service_tier: 'standard',
        },
      },
    },
    ...said.blocks.flatMap((block, index) => blockEvents(block, index, random)),
    {
      type: 'message_delta',
      delta: {
        stop_reason: said.stop_reason,
        stop_sequence: said.stop_sequence ?? null,
        stop_details: said.stop_details ?? null,
      },
      usage: { ...input, ...outputUsage(said) },
    },
    { type: 'message_stop' },
  ];
}

/** The first block opens, then Claude pings: so it has always been. */
function blockEvents(block: SpokenBlock, index: number, random: Random): readonly ClaudeEvent[] {
  const deltas = deltasOf(block, random);
  return [
    { type: 'content_block_start', index, content_block: opening(block) },
    ...(index === 0 ? [{ type: 'ping' } as const] : []),
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta }) as const),
    { type: 'content_block_stop', index },
  ];
}

function opening(block: SpokenBlock): ClaudeBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '', ...(block.citations && { citations: [] }) };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool_use':
    case 'server_tool_use': {
      const { type, id, name } = block;
      return { type, id, name, input: {} };
    }
    case 'whole':
      return block.block;
  }
}

function deltasOf(block: SpokenBlock, random: Random): readonly ClaudeDelta[] {
  switch (block.type) {
    case 'text':
      return [
        ...(block.citations ?? []).map(
          (citation) => ({ type: 'citations_delta', citation }) as const,
        ),
        ...pieces(block.text, random, 6, 28).map((text) => ({ type: 'text_delta', text }) as const),
      ];
    case 'thinking':
      return [
        ...pieces(block.thinking, random, 6, 28).map(
          (thinking) => ({ type: 'thinking_delta', thinking }) as const,
        ),
        ...(block.signature === undefined
          ? []
          : [{ type: 'signature_delta', signature: block.signature } as const]),
      ];
    case 'tool_use':
    case 'server_tool_use':
      if (block.json === undefined) return [];
      // Claude opens every input with an empty delta.
      return ['', ...pieces(block.json, random, 1, block.grain ?? 16)].map(
        (partial_json) => ({ type: 'input_json_delta', partial_json }) as const,
      );
    case 'whole':
      return [];
  }
}

function pieces(text: string, random: Random, min: number, max: number): readonly string[] {
  const all: string[] = [];
  for (let rest = text; rest !== ''; rest = rest.slice(all.at(-1)?.length)) {
    // One unit may be half a character: two always hold at least a whole one.
    all.push(sliceWhole(rest, random.int(min, max)) || sliceWhole(rest, 2));
  }
  return all;
}

const tokens = (chars: number): number => Math.ceil(chars / charsPerToken);

/** About how many tokens a request has: the same each time. */
export function inputTokens({ system, messages, tools }: ClaudeRequest): number {
  // Bytes of pictures and documents are not read as words.
  const words = JSON.stringify([system, messages, tools], (key, value: unknown) =>
    key === 'data' ? undefined : value,
  );
  return tokens(words.length);
}

const inputUsage = (request: ClaudeRequest): ClaudeUsage => ({
  input_tokens: inputTokens(request),
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});

function outputUsage({ blocks }: Said): ClaudeUsage {
  const charsOf = (...types: readonly SpokenBlock['type'][]): number =>
    blocks.filter(({ type }) => types.includes(type)).reduce((sum, b) => sum + lengthOf(b), 0);
  const thinking = tokens(charsOf('thinking'));
  const searches = blocks.filter(({ type }) => type === 'server_tool_use').length;
  return {
    output_tokens: Math.max(1, thinking + tokens(charsOf('text', 'tool_use', 'server_tool_use'))),
    ...(thinking > 0 && { output_tokens_details: { thinking_tokens: thinking } }),
    ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
  };
}
