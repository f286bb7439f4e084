import type { ClaudeRequest, ClaudeTool, ClaudeToolChoice } from '../claude/request.ts';
import { hashText } from './hashText.ts';
import { type Random, seededRandom } from './seededRandom.ts';

/** A request as the replay channel understands it, and the chance its answer is drawn from. */
export interface Asked {
  readonly request: ClaudeRequest;
  readonly random: Random;
  /** Whether there is any turn to answer. */
  readonly hasTurns: boolean;
  /** What the user said last. */
  readonly question: string;
  /** Texts of the tool results in the last turn, in order. */
  readonly results: readonly string[];
  /** Whether the last turn is Claude's own: a prefill, or the rest of a paused turn. */
  readonly continues: boolean;
  /** The client's tools; Claude's own, which have no `input_schema`, are left out. */
  readonly tools: readonly ClaudeTool[];
  readonly choice: ClaudeToolChoice;
  readonly thinks: boolean;
}

/** Reads a request. A native client's own words come here unchecked, so nothing is taken for granted. */
export function readAsked(request: ClaudeRequest, seed: number): Asked {
  const turns = listOf(request.messages).filter(({ role }) => role !== 'system');
  const last = turns.at(-1);
  const blocks = blocksOf(last?.['content']);
  const userBlocks = blocksOf(turns.findLast(({ role }) => role === 'user')?.['content']);
  const thinking = request.thinking?.type;
  return {
    request,
    random: seededRandom(hashText(JSON.stringify(request)) ^ seed),
    hasTurns: turns.length > 0,
    question: userBlocks.map(textOf).filter(Boolean).join('\n').trim(),
    results: blocks
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => blocksOf(content).map(textOf).filter(Boolean).join('\n')),
    continues: last?.['role'] === 'assistant',
    tools: listOf(request.tools).filter(isClientTool),
    choice: request.tool_choice ?? { type: 'auto' },
    thinks: thinking === 'adaptive' || thinking === 'enabled',
  };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter(isFields) : [];

/** Claude reads a bare string as one block of text. */
const blocksOf = (content: unknown): readonly Fields[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);

const textOf = ({ text }: Fields): string => (typeof text === 'string' ? text : '');

const isClientTool = (tool: Fields): tool is ClaudeTool =>
  typeof tool['name'] === 'string' && isFields(tool['input_schema']);
