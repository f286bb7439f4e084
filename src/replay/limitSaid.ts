import type { ClaudeRequest } from '../claude/request.ts';
import type { Said, SpokenBlock } from './Said.ts';
import { sliceWhole } from './sliceWhole.ts';

/** Characters that count as one token. A rule of thumb, used both ways. */
export const charsPerToken = 4;

/** Cuts what is said where the request's `stop_sequences` or `max_tokens` end it. */
export function limitSaid(said: Said, { max_tokens, stop_sequences }: ClaudeRequest): Said {
  const blocks: SpokenBlock[] = [];
  // A native client's words come unchecked.
  let left = typeof max_tokens === 'number' ? max_tokens * charsPerToken : Infinity;
  for (const block of said.blocks) {
    const stop = firstStop(block, stop_sequences);
    const heard = stop === undefined ? block : cutBlock(block, stop.at);
    const length = lengthOf(heard);
    if (length > left) {
      blocks.push(cutBlock(heard, left));
      return { blocks: blocks.filter(isHeard), stop_reason: 'max_tokens' };
    }
    blocks.push(heard);
    left -= length;
    if (stop) {
      return {
        blocks: blocks.filter(isHeard),
        stop_reason: 'stop_sequence',
        stop_sequence: stop.sequence,
      };
    }
  }
  return said;
}

/** How many characters a block costs. */
export function lengthOf(block: SpokenBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'thinking':
      return block.thinking.length;
    case 'tool_use':
    case 'server_tool_use':
      return block.json?.length ?? 0;
    case 'whole':
      return 0;
  }
}

function cutBlock(block: SpokenBlock, length: number): SpokenBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: sliceWhole(block.text, length) };
    case 'thinking':
      return { type: 'thinking', thinking: sliceWhole(block.thinking, length) };
    case 'tool_use':
    case 'server_tool_use':
      return { ...block, json: block.json?.slice(0, length) };
    case 'whole':
      return block;
  }
}

/** Claude opens no block of text it has nothing to say in. */
const isHeard = (block: SpokenBlock): boolean => block.type !== 'text' || block.text !== '';

function firstStop(
  block: SpokenBlock,
  sequences: unknown,
): { readonly at: number; readonly sequence: string } | undefined {
  if (block.type !== 'text' || !Array.isArray(sequences)) return undefined;
  return sequences
    .filter((sequence): sequence is string => typeof sequence === 'string' && sequence !== '')
    .map((sequence) => ({ at: block.text.indexOf(sequence), sequence }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)[0];
}
