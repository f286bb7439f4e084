import type { ClaudeRedactedThinkingParam, ClaudeThinkingParam } from '../../claude/request.ts';
import type { OpenAIMessageParam } from '../../openai/request.ts';
import type { Conversion } from './Conversion.ts';
import { isRecord } from './isRecord.ts';

/** A reasoning block of the history, and where it stood in its turn. */
export interface PlacedReasoning {
  readonly block: ClaudeThinkingParam | ClaudeRedactedThinkingParam;
  /** After so many code points of content. */
  readonly text: number;
  /** After so many tool calls. */
  readonly tools: number;
}

/**
 * The reasoning an assistant message brings back, in order: LiteLLM's `thinking_blocks`, else
 * OpenRouter's `reasoning_details` (which this relay says), else Claude's blocks in the content.
 *
 * Claude checks the signature of what it thought. Reasoning without one, such as a plain
 * `reasoning_content`, would be refused and is left out: it was for reading.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export function toReasoning(
  message: OpenAIMessageParam,
  { settings, model }: Conversion,
): readonly PlacedReasoning[] {
  const { thinking_blocks, reasoning_details, content } = message;
  if (Array.isArray(thinking_blocks)) return inFront(thinking_blocks);
  if (Array.isArray(reasoning_details)) return fromDetails(reasoning_details.filter(isRecord));
  const inContent = typeof content === 'string' ? [] : inFront(content ?? []);
  if (inContent.length > 0) return inContent;

  const thinking = message['reasoning_content'] ?? message['reasoning'];
  if (settings.unsignedThinking === true && model.kind === 'foreign') {
    if (typeof thinking === 'string' && thinking !== '') {
      return [{ block: { type: 'thinking', thinking, signature: '' }, text: 0, tools: 0 }];
    }
  }
  return [];
}

function inFront(blocks: readonly unknown[]): readonly PlacedReasoning[] {
  return blocks.flatMap((block) => {
    const signed = isRecord(block) ? signedBlock(block) : undefined;
    return signed === undefined ? [] : [{ block: signed, text: 0, tools: 0 }];
  });
}

/** The block without anything Claude did not say; undefined if it is unsigned, or no reasoning. */
function signedBlock(
  block: Readonly<Record<string, unknown>>,
): PlacedReasoning['block'] | undefined {
  const { type, thinking, signature, data } = block;
  if (type === 'thinking' && typeof signature === 'string' && signature !== '') {
    return { type, thinking: typeof thinking === 'string' ? thinking : '', signature };
  }
  if (type === 'redacted_thinking' && typeof data === 'string' && data !== '') {
    return { type, data };
  }
  return undefined;
}

function fromDetails(
  details: readonly Readonly<Record<string, unknown>>[],
): readonly PlacedReasoning[] {
  return joined(details).flatMap((detail) => {
    const { type, text, signature, data, format, position } = detail;
    if ((format ?? 'anthropic-claude-v1') !== 'anthropic-claude-v1') return [];
    const block =
      type === 'reasoning.text'
        ? signedBlock({ type: 'thinking', thinking: text, signature })
        : type === 'reasoning.encrypted'
          ? signedBlock({ type: 'redacted_thinking', data })
          : undefined;
    if (block === undefined) return [];
    return [{ block, text: count(position, 'text'), tools: count(position, 'tools') }];
  });
}

/** Clients that collect a stream keep the pieces of one block apart: equal `index`, one block. */
function joined(
  details: readonly Readonly<Record<string, unknown>>[],
): readonly Readonly<Record<string, unknown>>[] {
  const whole = new Map<unknown, Record<string, unknown>>();
  for (const [place, detail] of details.entries()) {
    const { index, type } = detail;
    const key = typeof index === 'number' ? `${index} ${String(type)}` : place;
    const known = whole.get(key);
    if (known === undefined) {
      whole.set(key, { ...detail });
      continue;
    }
    for (const [name, value] of Object.entries(detail)) {
      const before = known[name];
      const grows = name === 'text' || name === 'data' || name === 'signature';
      if (grows && typeof before === 'string' && typeof value === 'string')
        known[name] = before + value;
      else if (value !== null && value !== undefined) known[name] = value;
    }
  }
  return [...whole.values()];
}

function count(position: unknown, what: 'text' | 'tools'): number {
  const value = isRecord(position) ? position[what] : undefined;
  return typeof value === 'number' && value > 0 ? Math.floor(value) : 0;
}
